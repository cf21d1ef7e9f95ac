/** The settings of a gateway in front of a separate upstream, and such an upstream: the POST API, empty unless it is seeded. */
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import { issuer } from '../callers/caller-tokens.ts';
import { temporaryFolder } from '../programs/main-process.ts';
import { activeDialect } from './disguise.ts';

export const CLIENT_SECRET = 'right-secret-5b21';
export const client = { id: 'client-1', vendorEmail: 'vendor@vendor.example' };

type Options = Partial<Pick<ReferenceOptions, 'port' | 'seed'>>;

/** Its folder is removed with the test, or when `onCleanup` says so. */
export function startUpstream(
  { port = 0, seed = false }: Options = {},
  onCleanup?: Parameters<typeof temporaryFolder>[0],
) {
  const dialect = activeDialect();
  return createReferenceServer({
    host: '127.0.0.1',
    port,
    dataDir: temporaryFolder(onCleanup),
    clients: [
      { ...client, secret: CLIENT_SECRET, scopes: ['account.read', 'transactions.read', 'transactions.create'] },
    ],
    seed,
    timeZone: 'UTC',
    logLevel: 'silent',
    ...(dialect === null ? {} : { dialect }),
  });
}

/** All settings that UPSTREAM_URL requires. */
export function settingsFor(
  upstreamUrl: string,
  keySetUrl = 'https://issuer.example/jwks.json',
): Record<string, string> {
  return {
    UPSTREAM_URL: upstreamUrl,
    UPSTREAM_CLIENT_ID: client.id,
    UPSTREAM_CLIENT_SECRET: CLIENT_SECRET,
    UPSTREAM_VENDOR_EMAIL: client.vendorEmail,
    ...issuer,
    AUTH_JWKS_URL: keySetUrl,
    ID_KEYS: `1:${Buffer.alloc(32, 3).toString('base64url')}`,
  };
}
