/** Two hundred generated requests, the same in every run; `npm run fuzz -- requests` sends any number of others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Document } from '../openapi/response-validator.ts';
import { readOnly } from '../read-only-client.ts';
import { shareReference, vendor } from '../running.ts';
import { createSender, requestsOf } from './requests.ts';

/** Endpoints that succeed only with a secret that no document shows. */
const unguessable = new Set(['/oauth/token', '/thlmobile/verifyToken']);
// The document's examples use the identity of the first client.
const shared = shareReference({ clients: [vendor, readOnly] });

test('no generated request gets a 5xx or an undocumented response', async () => {
  const { url, post, send } = shared();
  const tokenOf = async (id: string, secret: string) =>
    (await post('/oauth/token', { grant_type: 'client_credentials', client_id: id, client_secret: secret })).body
      .access_token as string;
  const tokens = {
    vendor: await tokenOf(vendor.id, vendor.secret),
    'read-only': await tokenOf(readOnly.id, readOnly.secret),
  };
  const document = (await send('/openapi.json')).body as Document;
  const sender = createSender({ url, document, tokens });
  await fc.assert(
    fc.asyncProperty(requestsOf(document), async (request) => {
      expect(await sender.send(request)).toBeNull();
    }),
    { numRuns: 200, seed: 1 },
  );

  const statuses = new Set([...sender.counts.keys()].map((key) => Number(key.split(' ')[1])));
  for (const status of [200, 400, 401, 402, 403, 404, 405]) expect(statuses).toContain(status);
  // Not by chance at all of them; that each example succeeds is another test.
  const paths = Object.keys(document.paths).filter((path) => document.paths[path]?.post && !unguessable.has(path));
  const successful = paths.filter((path) => sender.counts.has(`${path} 200`));
  expect(successful.length).toBeGreaterThan(paths.length * 0.75);
});
