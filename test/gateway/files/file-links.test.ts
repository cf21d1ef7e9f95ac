// Every id that the gateway issues fits in a link, however long the values that it holds.
import { describe, expect, test } from 'vitest';
import { createAccess } from '../../../src/gateway/callers/access.ts';
import { createFileLinks } from '../../../src/gateway/files/file-links.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { everybody } from '../../support/directories.ts';
import { createManualClock } from '../../support/held-clock.ts';

const sealer = createSealer([sealKey(1)]);
const access = createAccess(sealer, everybody);
const links = createFileLinks({ sealer, access, clock: createManualClock(), linkSeconds: 300 });

// The maximum length of each value, in characters that take the most bytes.
const nrdsId = '名'.repeat(64);
const caller = { ...agentOf(nrdsId), subject: '名'.repeat(200) };
const value = '名'.repeat(64);
const name = '名'.repeat(85);
const filter = {
  folderId: value,
  fileId: value,
  insertDate: value,
  lastUpdateDate: value,
  insertDateMin: value,
  lastUpdateDateSince: value,
};
const sealedIn = (link: string) => link.slice('/files/'.length);

test.each([
  ['https://graph.example.com', 'https://graph.example.com/files/'],
  ['https://example.com/team/graph', 'https://example.com/team/graph/files/'],
  ['https://example.com/team/graph/', 'https://example.com/team/graph/files/'],
])('links begin with the public address %s', async (publicUrl, beginning) => {
  const options = { linkSeconds: 300, publicUrl };
  const { toArchive } = createFileLinks({ sealer, access, clock: createManualClock(), ...options });
  const transaction = access.ownTransaction(await access.agent(caller, nrdsId), 'T-4711');
  expect(toArchive(caller, transaction, {}).startsWith(beginning)).toBe(true);
});

describe.each([
  ['an ordinary number', 'T-4711'],
  ['a number of 100 characters', '1'.repeat(100)],
  ['the longest number that an id can hold', 'x'.repeat(320)],
])('a transaction with %s', async (_, transId) => {
  const transaction = access.ownTransaction(await access.agent(caller, nrdsId), transId);

  test('has links to its files, with any ids and names', async () => {
    const file = access.ownFile(transaction, value, value);
    const opened = await links.open(sealedIn(links.toFile(caller, file, name)));
    expect(opened).toMatchObject({
      transaction: { transId, holder: nrdsId },
      file: { fileId: value, folderId: value },
      name,
    });
  });

  test('has links to its archives, with any filter', async () => {
    const opened = await links.open(sealedIn(links.toArchive(caller, transaction, filter)));
    expect(opened).toMatchObject({ transaction: { transId, holder: nrdsId }, file: null, filter });
  });
});
