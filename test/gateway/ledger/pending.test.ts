// Outcomes that could not be recorded.
import { expect, test, vi } from 'vitest';
import type { Entry } from '../../../src/gateway/ledger/entry.ts';
import { createPending } from '../../../src/gateway/ledger/pending.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import { captureLog } from '../../support/caught-log.ts';

const MOST = 10_000;

const entryOf = (id: string): Entry => ({
  id,
  attempt: 'one',
  owner: 'me',
  operation: 'createTicket',
  state: 'RESERVED',
  keyId: 1,
  inputHash: '',
  contentHash: null,
  place: {},
  matchHash: null,
  matches: [],
  sentAt: null,
  result: null,
});

function start() {
  const { log, lines } = captureLog();
  const release = vi.fn<LedgerStore['release']>(async () => true);
  const pending = createPending({ release } as Partial<LedgerStore> as LedgerStore, log);
  const fill = (count: number) => {
    for (let index = 0; index < count; index += 1) pending.release(entryOf(`entry-${index}`));
  };
  return { pending, release, fill, lines, released: () => release.mock.calls.map(([id]) => id) };
}

test('concurrent retries run the pending tasks in order of arrival, each once', async () => {
  const { pending, release, fill, released } = start();
  const first = Promise.withResolvers<boolean>();
  release.mockReturnValueOnce(first.promise);
  fill(3);
  const both = Promise.all([pending.retry(), pending.retry()]);
  first.resolve(true);
  await both;
  expect(released()).toEqual(['entry-0', 'entry-1', 'entry-2']);
  await pending.retry();
  expect(release).toHaveBeenCalledTimes(3);
});

test('a task that fails is retained and retried, with one line in the log', async () => {
  const { pending, release, fill, lines, released } = start();
  release.mockRejectedValueOnce(new Error('down')).mockRejectedValueOnce(new Error('down'));
  fill(2);
  await pending.retry();
  await pending.retry();
  expect(lines).toMatchObject([{ left: 2, msg: 'outcomes of writes are waiting to be recorded' }]);
  await pending.retry();
  expect(released()).toEqual(['entry-0', 'entry-0', 'entry-0', 'entry-1']);
});

test('beyond ten thousand tasks the oldest are dropped, which is logged once until all are recorded', async () => {
  const { pending, fill, lines, released } = start();
  fill(MOST);
  expect(lines).toEqual([]);
  fill(3);
  const said = { most: MOST, msg: 'too many outcomes are waiting to be recorded; the oldest are dropped' };
  expect(lines).toMatchObject([said]);
  await pending.retry();
  expect(released().slice(0, 1)).toEqual(['entry-3']);
  expect(released()).toHaveLength(MOST);
  fill(MOST + 1);
  expect(lines).toMatchObject([said, said]);
});
