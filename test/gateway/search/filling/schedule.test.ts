// Whose list is read next when several are due.
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { expect, test } from 'vitest';
import { createTask, loadWithin, nextOf } from '../../../../src/gateway/search/filling/schedule.ts';
import type { AgentState } from '../../../../src/gateway/search/index.ts';

const MINUTE = 60_000;
const now = 100 * DAY_MS;
const clock = { now: () => now };
const interest = { isSearched: (nrdsId: string) => nrdsId.startsWith('searched') };
const complete = { load: 1, isLoading: false, position: null, isComplete: true, cursor: 'cursor', rows: 1 };

/** Of agents whose lists were read so long ago; null for one that was not read yet. */
function nextAmong(readBefore: Readonly<Record<string, number | null>>) {
  const tasks = Object.entries(readBefore).map(([nrdsId, ms]) => {
    const state: AgentState | null = ms === null ? null : { ...complete, nrdsId, asOf: now - ms };
    return createTask(nrdsId, state, now, () => 0.5);
  });
  const next = nextOf(tasks, interest, clock);
  return next && [next.task.nrdsId, next.work];
}

test('lists wait alike, in relation to how often they are read', () => {
  expect(nextAmong({ searched: 2 * MINUTE, other: 19 * MINUTE })).toEqual(['searched', 'poll']);
  expect(nextAmong({ searched: 2 * MINUTE, other: 21 * MINUTE })).toEqual(['other', 'poll']);
  expect(nextAmong({ searched: MINUTE / 2, other: 9 * MINUTE })).toBeNull();
});

test('among lists that are not loaded yet, those of searched agents are loaded first', () => {
  expect(nextAmong({ searched: 60 * MINUTE, one: null, other: null })).toEqual(['one', 'load']);
  expect(nextAmong({ one: null, searched: null, searchedToo: null })).toEqual(['searched', 'load']);
});

const ofAgent = (nrdsId: string, ms: number) =>
  createTask(nrdsId, { ...complete, nrdsId, asOf: now - ms }, now, () => 0.5);

test('a list that is due to be loaded again waits no longer for that than others for their polls', () => {
  const next = (lackingMs: number, otherMs: number) => {
    const lacking = ofAgent('lacking', lackingMs);
    loadWithin(0, lacking, clock);
    const found = nextOf([ofAgent('other', otherMs), lacking], interest, clock);
    return [found?.task.nrdsId, found?.work];
  };
  expect(next(MINUTE, 9 * MINUTE)).toEqual(['lacking', 'load']);
  expect(next(31 * MINUTE, 30 * MINUTE)).toEqual(['lacking', 'load']);
  expect(next(29 * MINUTE, 30 * MINUTE)).toEqual(['other', 'poll']);
});

test('nor does one whose changes come from a live feed, so that it need not be polled', () => {
  const next = (dueMs: number) => {
    const followed = ofAgent('followed', 0);
    followed.loadAt = now - dueMs;
    const found = nextOf([ofAgent('other', 30 * MINUTE), followed], interest, clock);
    return [found?.task.nrdsId, found?.work];
  };
  expect(next(19 * MINUTE)).toEqual(['other', 'poll']);
  expect(next(21 * MINUTE)).toEqual(['followed', 'load']);
});
