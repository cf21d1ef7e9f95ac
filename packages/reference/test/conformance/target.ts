/**
 * The service under test, as rules see it: a client, credentials, one token per client, and a sample of its data, discovered
 * through the API itself. Nothing here depends on how a service was seeded.
 */
import assert from 'node:assert/strict';
import { assertSuccess, readRecords } from './assertions.ts';
import { type ApiResponse, type Client, createClient } from './client.ts';
import { discoverSample, type Sample } from './sample.ts';

/** Requests to /accounts and /fsforms carry the vendor's identity (section 1). */
export const carriesUserId = (path: string): boolean => /^\/(accounts|fsforms)\//.test(path);

export interface Credentials {
  readonly id: string;
  readonly secret: string;
  readonly vendorEmail: string;
}

export interface Target {
  readonly client: Client;
  readonly credentials: Credentials;
  /** A client without transactions.create, or null if none is known. */
  readonly readOnly: Credentials | null;
  readonly mayWrite: boolean;
  /** A URL that registration links may lead to (4.12). */
  readonly mobileUrl: string;
  /** The target's current time, as far as it can be known. */
  readonly now: () => number;
  /** A token for the given credentials, by default the main client's; requested once and cached for half its lifetime. */
  readonly token: (credentials?: Credentials) => Promise<string>;
  /** Posts the fields with a token; adds the vendor's userId if the path needs one and the fields have none. */
  readonly call: (path: string, fields: object, credentials?: Credentials) => Promise<ApiResponse>;
  readonly sample: () => Promise<Sample>;
}

export interface TargetOptions {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly readOnly: Credentials | null;
  readonly mayWrite: boolean;
  readonly mobileUrl: string;
  readonly now?: () => number;
}

export function createTarget(options: TargetOptions): Target {
  const { baseUrl, credentials, readOnly, mayWrite, mobileUrl, now = Date.now } = options;
  const client = createClient(baseUrl);
  const tokens = new Map<string, { readonly value: string; readonly staleAt: number }>();
  let sample: Promise<Sample> | undefined;

  const target: Target = {
    client,
    credentials,
    readOnly,
    mayWrite,
    mobileUrl,
    now,
    async token({ id, secret } = credentials) {
      const cached = tokens.get(id);
      if (cached !== undefined && performance.now() < cached.staleAt) return cached.value;
      const response = await client.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      });
      assertSuccess(response);
      const [body] = readRecords([response.body]);
      const value = body?.['access_token'];
      assert.ok(typeof value === 'string', 'the token answer has no access_token');
      tokens.set(id, { value, staleAt: performance.now() + Number(body?.['expires_in']) * 500 });
      return value;
    },
    async call(path, fields, caller = credentials) {
      const identity = carriesUserId(path) ? { userId: caller.vendorEmail } : {};
      return client.post(path, { ...identity, ...fields }, { token: await target.token(caller) });
    },
    sample() {
      sample ??= discoverSample(target);
      return sample;
    },
  };
  return target;
}
