/** The server for the clients: the gateway in front of the POST API with a few made-up agents, both on real sockets. */

import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { listenLogged, type Overrides, type RegisterCleanup } from '../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../support/upstreams/real-upstream.ts';

/** A request as it was sent. */
interface Sent {
  readonly method: string;
  readonly contentType: string | null;
}

export interface SeededGateway {
  /** The URL of the GraphQL endpoint. */
  readonly url: string;
  /** The demo agent's token. */
  readonly token: string;
  /** The header that the demo agent's application sends with each request. */
  readonly authorization: { readonly authorization: string };
  readonly agentNrdsId: string;
  /** The global `fetch`, wrapped so that it records what it sends. */
  readonly fetch: typeof fetch;
  readonly sent: readonly Sent[];
  readonly lines: Readonly<Record<string, unknown>>[];
  /** Starts another gateway in front of the same service; returns its URL. */
  readonly startAnother: () => Promise<string>;
}

/** A gateway for the tests of a file that leave each other what they read; each gets a record of what it sends. */
export function shareSeededGateway(
  overridesFor: (onCleanup: RegisterCleanup) => Promise<Overrides> = async () => ({}),
): () => SeededGateway {
  const ends: Parameters<RegisterCleanup>[0][] = [];
  const onCleanup: RegisterCleanup = (end) => void ends.unshift(end);
  let gateway: SeededGateway;
  beforeAll(async () => {
    gateway = await startSeededGateway({ ...(await overridesFor(onCleanup)), onCleanup });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => ({ ...gateway, ...recordRequests() });
}

function recordRequests(): Pick<SeededGateway, 'fetch' | 'sent'> {
  const sent: Sent[] = [];
  return {
    sent,
    fetch(input, init) {
      const request = new Request(input, init);
      sent.push({ method: request.method, contentType: request.headers.get('content-type') });
      return fetch(request);
    },
  };
}

export async function startSeededGateway(overrides: Overrides = {}): Promise<SeededGateway> {
  const { onCleanup = onTestFinished } = overrides;
  const upstream = await startUpstream({ seed: { agents: 3, offices: 1, transactions: 120, seed: 7 } }, onCleanup);
  onCleanup(() => upstream.close());
  const settings = {
    baseUrl: upstream.url,
    clientId: client.id,
    clientSecret: CLIENT_SECRET,
    vendorEmail: client.vendorEmail,
  };
  const { url, lines } = await listenLogged(settings, overrides);
  const token = await agentToken([demoAgentNrdsId]);
  return {
    url: `${url}/graphql`,
    token,
    authorization: { authorization: `Bearer ${token}` },
    agentNrdsId: demoAgentNrdsId,
    lines,
    startAnother: async () => `${(await listenLogged(settings)).url}/graphql`,
    ...recordRequests(),
  };
}
