/**
 * A service with a small seed in a folder of its own, and the shortest ways to talk to it. It ends with the test, or with the
 * file where tests share one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import type { ReferenceOptions } from '../../src/reference/options.ts';
import { createReferenceServer } from '../../src/reference/server.ts';
import { placeOf } from '../support/postgresql/databases.ts';

export const vendor = {
  id: 'vendor-client',
  secret: 'a secret: with %, + and é',
  vendorEmail: 'vendor@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

type AtEnd = (work: () => void | Promise<void>) => void;

export function temporaryDir(atEnd: AtEnd = onTestFinished): string {
  const dir = mkdtempSync(join(tmpdir(), 'reference-'));
  atEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function referenceOptions(overrides: Partial<ReferenceOptions> = {}, atEnd?: AtEnd): ReferenceOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    ...placeOf(overrides.dataDir ?? temporaryDir(atEnd)),
    clients: [vendor],
    seed: { agents: 16, offices: 3, transactions: 60, seed: 1 },
    timeZone: 'UTC',
    logLevel: 'silent',
    ...overrides,
  };
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export interface Running {
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly send: (path: string, init?: RequestInit) => Promise<Answered>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answered>;
  /** Posts as the vendor: its token, its userId. */
  readonly call: (path: string, fields?: object) => Promise<Answered>;
  readonly token: () => Promise<string>;
}

/** One service for all tests of a file that change nothing in it, or nothing that the others see. */
export function shareReference(overrides: Partial<ReferenceOptions> = {}): () => Running {
  let running: Running | undefined;
  beforeAll(async () => {
    const ends: (() => void | Promise<void>)[] = [];
    running = await runReference(overrides, (end) => ends.unshift(end));
    return async () => {
      for (const end of ends) await end();
    };
  });
  return () => {
    if (running === undefined) throw new Error('the shared service is there once the tests run');
    return running;
  };
}

export async function runReference(
  overrides: Partial<ReferenceOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<Running> {
  const server = await createReferenceServer(referenceOptions(overrides, atEnd));
  let open = true;
  const close = async () => {
    if (open) await server.close();
    open = false;
  };
  atEnd(close);
  return { ...talkTo(server.url), close };
}

export function talkTo(url: string): Omit<Running, 'close'> {
  const send: Running['send'] = async (path, init) => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
      text,
    };
  };
  const post: Running['post'] = (path, body, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const token = async () => {
    const answer = await post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: vendor.id,
      client_secret: vendor.secret,
    });
    return String(answer.body.access_token);
  };
  let kept: Promise<string> | undefined;
  const call: Running['call'] = async (path, fields = {}) => {
    kept ??= token();
    return await post(path, { userId: vendor.vendorEmail, ...fields }, { authorization: `Bearer ${await kept}` });
  };
  return { url, send, post, call, token };
}

export const creation = {
  stateID: 'OH',
  agentNRDSID: '999000001',
  transName: "O'Example, Zoë & Co.",
  streetAddress: '1 Placeholder Lane',
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'N',
};
