/**
 * The service that is judged, as rules see it: a client, credentials, one token per client, and a sample of what it holds,
 * discovered through the API itself. Nothing here knows what any service was filled with.
 */
import assert from 'node:assert/strict';
import { readRecords, succeeded } from './answer.ts';
import { type Answer, type Client, createClient } from './client.ts';
import { carriesUserId } from './endpoints.ts';
import { discoverSample, type Sample } from './sample.ts';

export interface Credentials {
  readonly id: string;
  readonly secret: string;
  readonly vendorEmail: string;
}

export interface Target {
  readonly client: Client;
  readonly credentials: Credentials;
  /** A client without transactions.create, or null where none is known. */
  readonly readOnly: Credentials | null;
  readonly mayWrite: boolean;
  /** An address that registration links may lead to (4.12). */
  readonly mobileUrl: string;
  /** The target's time, as far as anyone can know it. */
  readonly now: () => number;
  /** A token of the client, or of the credentials given; asked for once and kept while it is fresh. */
  readonly token: (credentials?: Credentials) => Promise<string>;
  /** Posts the fields with a token, and with the vendor's userId where the path wants one and the fields have none. */
  readonly call: (path: string, fields: object, credentials?: Credentials) => Promise<Answer>;
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
      const kept = tokens.get(id);
      if (kept !== undefined && performance.now() < kept.staleAt) return kept.value;
      const answer = await client.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      });
      succeeded(answer);
      const [body] = readRecords([answer.body]);
      const value = body?.['access_token'];
      assert.ok(typeof value === 'string', 'the token answer has no access_token');
      tokens.set(id, { value, staleAt: performance.now() + Number(body?.['expires_in']) * 500 });
      return value;
    },
    async call(path, fields, as = credentials) {
      const identity = carriesUserId(path) ? { userId: as.vendorEmail } : {};
      return client.post(path, { ...identity, ...fields }, { token: await target.token(as) });
    },
    sample() {
      sample ??= discoverSample(target);
      return sample;
    },
  };
  return target;
}
