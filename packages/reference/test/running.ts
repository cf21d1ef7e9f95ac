/**
 * Starts a service with a small seed in a temporary folder, and offers shortcuts for calling it. The service closes with the
 * test, or with the file if its tests share one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { fillOnce } from '../../../test/support/programs/seeded-folder.ts';
import type { ReferenceOptions } from '../src/options.ts';
import { createReferenceServer } from '../src/server.ts';
import { DATABASE_FILE } from '../src/store/database.ts';
import { readOnly } from './read-only-client.ts';

/** What nearly every service of a test is seeded with. */
export const smallSeed = { agents: 16, offices: 3, transactions: 60, seed: 1 } as const;

export const vendor = {
  id: 'vendor-client',
  secret: 'a secret: with %, + and é',
  vendorEmail: 'vendor@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

type RegisterCleanup = (work: () => void | Promise<void>) => void;

export function temporaryDir(onCleanup: RegisterCleanup = onTestFinished): string {
  const dir = mkdtempSync(join(tmpdir(), 'reference-'));
  onCleanup(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The first value that a statement returns, read directly from the database. */
export function valueIn(dataDir: string, sql: string): unknown {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0];
  } finally {
    database.close();
  }
}

export function referenceOptions(
  overrides: Partial<ReferenceOptions> = {},
  onCleanup?: RegisterCleanup,
): ReferenceOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    dataDir: overrides.dataDir ?? temporaryDir(onCleanup),
    clients: [vendor, readOnly],
    seed: smallSeed,
    timeZone: 'UTC',
    logLevel: 'silent',
    ...overrides,
  };
}

interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

/** The body of an error, a problem document. */
export const problem = (status: number, title: unknown, detail: unknown = expect.any(String)) => ({
  title,
  type: expect.stringMatching(/^https:/),
  status,
  detail,
});

export interface Running {
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly send: (path: string, init?: RequestInit) => Promise<TestResponse>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
  /** Posts as the vendor, with its token and its userId. */
  readonly call: (path: string, fields?: object) => Promise<TestResponse>;
  readonly token: () => Promise<string>;
}

/** One service for all tests of a file; these tests must not change anything that the others see. */
export function shareReference(overrides: Partial<ReferenceOptions> = {}): () => Running {
  let running: Running | undefined;
  beforeAll(async () => {
    const cleanups: (() => void | Promise<void>)[] = [];
    running = await runReference(overrides, (end) => cleanups.unshift(end));
    return async () => {
      for (const end of cleanups) await end();
    };
  });
  return () => {
    if (running === undefined) throw new Error('the shared service is there once the tests run');
    return running;
  };
}

/** The data is ready made, at the time of the test run; with `seed`, the service makes it at the time of its clock. */
export async function runReference(
  overrides: Partial<ReferenceOptions> = {},
  onCleanup: RegisterCleanup = onTestFinished,
): Promise<Running> {
  const fillsItself = 'dataDir' in overrides || 'seed' in overrides;
  const options = referenceOptions(overrides, onCleanup);
  if (!fillsItself) await fillOnce(options.dataDir, 'small', fillSmall);
  const server = await createReferenceServer(options);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onCleanup(close);
  return { ...clientOf(server.url), close };
}

async function fillSmall(dataDir: string): Promise<void> {
  const { close } = await createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [],
    seed: smallSeed,
    timeZone: 'UTC',
    logLevel: 'silent',
  });
  await close();
}

export function clientOf(url: string): Omit<Running, 'close'> {
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
  let cachedToken: Promise<string> | undefined;
  const call: Running['call'] = async (path, fields = {}) => {
    cachedToken ??= token();
    return await post(
      path,
      { userId: vendor.vendorEmail, ...fields },
      { authorization: `Bearer ${await cachedToken}` },
    );
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
