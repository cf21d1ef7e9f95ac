/**
 * `POST /development/callers`: the development callers with their tokens, for pages that a developer runs on this machine. The caller of
 * this function decides whether it is served; this file decides which pages can read it (decision 65).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import { HttpFault } from '../http-fault.ts';
import type { Route } from '../middleware/routing.ts';
import { JSON_TYPE } from '../response.ts';

export interface DevelopmentSignIn {
  readonly role: 'agent' | 'coordinator' | 'service';
  /** The name of the agent, or of the coordinator's office. */
  readonly name: string | null;
  /** Of an agent. */
  readonly nrdsId?: string;
  readonly token: string;
}

export function developmentRoute(issue: () => Promise<readonly DevelopmentSignIn[]>): Route {
  return {
    path: '/development/callers',
    methods: ['POST'],
    async handle({ request: { headers } }) {
      if (!isFromThisMachine(headers))
        throw new HttpFault(
          'FORBIDDEN',
          'Development tokens are for pages of this machine, served from the same origin.',
        );
      return { status: 200, type: JSON_TYPE, body: JSON.stringify({ callers: await issue() }) };
    },
  };
}

/**
 * A browser sends the page's origin with each POST, and no page can change it. The origin reveals a name that points here (DNS rebinding),
 * even behind a development server that puts the gateway's own name into Host, and a page of another origin that CORS allows.
 * X-Forwarded-For reveals clients that reach such a server from another machine.
 */
function isFromThisMachine(headers: IncomingHttpHeaders): boolean {
  const { origin = '', forwarded, 'sec-fetch-site': site = 'same-origin', 'x-forwarded-for': clients } = headers;
  return (
    URL.canParse(origin) &&
    isLoopback(new URL(origin).hostname) &&
    site === 'same-origin' &&
    forwarded === undefined &&
    [clients ?? []].flat().join().split(',').every(isOwnAddress)
  );
}

/** Blank without a proxy. Node writes IPv4 addresses as IPv6 ones where it listens on both. */
const isOwnAddress = (address: string) => address === '' || isLoopback(address.trim().replace(/^::ffff:/, ''));
