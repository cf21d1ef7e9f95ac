// The POST API's tokens and callers' tokens are never mistaken for each other, even with the same issuer and key (access rule 11).

import { systemClock } from '@realty-forms/platform/clock.ts';
import { loadSigningKey } from '@realty-forms/reference/tokens/keys.ts';
import { issueAccessToken, issueCallerToken, verifyAccessToken } from '@realty-forms/reference/tokens/token.ts';
import { expect, test } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../../src/gateway/callers/principal.ts';
import { temporaryFolder } from '../../support/programs/main-process.ts';

const issuer = 'https://issuer.example';
const common = { issuer, lifetimeSeconds: 600 };

test('the gateway rejects a token for the POST API, and the POST API rejects a caller’s token', async () => {
  const dataDir = temporaryFolder();
  const key = loadSigningKey(dataDir);
  const keySet = createKeySet(async () => ({ keys: [key.publicJwk] }));
  const verify = createVerifier({ issuer, audience: 'gateway', keySet, clock: systemClock });
  const now = Date.now();

  const forApi = await issueAccessToken({ ...common, key, clientId: 'c', scopes: ['transactions.read'], now });
  const caller = { role: 'service', nrdsIds: [], scopes: ['account.read'], subject: 's' } as const;
  const forGateway = await issueCallerToken({ ...common, ...caller, dataDir, audience: 'gateway' });

  expect((await verify(forGateway)).role).toBe('service');
  expect(await verifyAccessToken(forApi, { key, issuer, now })).toMatchObject({ clientId: 'c' });
  await expect(verify(forApi)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('`aud`'),
  });
  expect(await verifyAccessToken(forGateway, { key, issuer, now })).toBeNull();
});
