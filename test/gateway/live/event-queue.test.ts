// What a listener that reads slowly gets: each changed transaction once, with its last change, or the request to load the list.
import { expect, test } from 'vitest';
import { EventQueue } from '../../../src/gateway/live/event-queue.ts';
import { Changed, type FeedEvent } from '../../../src/gateway/live/tracking/changes.ts';

const changed = (transId: string, cursor: string): FeedEvent =>
  new Changed({ transId, flat: {}, fingerprint: cursor, updated: null, inserted: null }, () => cursor);
const other = (kind: 'READY' | 'RESUMED' | 'STALE', cursor = ''): FeedEvent => ({ kind, cursor });

async function read(queue: EventQueue): Promise<string[]> {
  queue.end();
  const received: string[] = [];
  for await (const { kind, cursor } of queue) received.push(`${kind} ${cursor}`);
  return received;
}

function queueWith(...events: FeedEvent[]): EventQueue {
  const queue = new EventQueue(() => {});
  for (const event of events) queue.push(event);
  return queue;
}

test('events come in order, also to a reader that is already waiting', async () => {
  const queue = new EventQueue(() => {});
  const first = queue.next();
  queue.push(other('READY'));
  queue.push(changed('1', 'a'));
  expect(await first).toMatchObject({ value: { kind: 'READY' }, done: false });
  expect(await read(queue)).toEqual(['CHANGED a']);
});

test('of a transaction that changes again while the listener is busy, only the last change waits', async () => {
  expect(await read(queueWith(changed('1', 'a'), changed('2', 'b'), changed('1', 'c')))).toEqual([
    'CHANGED b',
    'CHANGED c',
  ]);
});

test('of a transaction that is deleted, or comes back, only the last of it waits, and a deletion takes the room of a change', async () => {
  const deleted = (transId: string, cursor: string): FeedEvent => ({ kind: 'DELETED', transId, cursor });
  expect(await read(queueWith(changed('1', 'a'), changed('2', 'b'), deleted('1', 'c')))).toEqual([
    'CHANGED b',
    'DELETED c',
  ]);
  expect(await read(queueWith(deleted('1', 'a'), changed('1', 'b')))).toEqual(['CHANGED b']);
  const all = Array.from({ length: 64 }, (_, at) => deleted(String(at), `c${at}`));
  expect(await read(queueWith(...all, changed('64', 'c64')))).toEqual(['READY c64']);
});

test('64 changed transactions wait; one more, and the listener has to load the list', async () => {
  const all = Array.from({ length: 64 }, (_, at) => changed(String(at), `c${at}`));
  expect(await read(queueWith(...all))).toHaveLength(64);
  expect(await read(queueWith(...all, changed('64', 'c64')))).toEqual(['READY c64']);
  expect(await read(queueWith(...all, changed('64', 'c64'), changed('65', 'c65')))).toEqual([
    'READY c64',
    'CHANGED c65',
  ]);
});

test('a listener may ask for more capacity', async () => {
  const queue = new EventQueue(() => {}, 100);
  for (let at = 0; at < 100; at += 1) queue.push(changed(String(at), `c${at}`));
  expect(queue.length).toBe(100);
  queue.push(changed('100', 'c100'));
  expect(await read(queue)).toEqual(['READY c100']);
});

test('events that wait when the list has to be loaded are dropped', async () => {
  expect(await read(queueWith(changed('1', 'a'), other('READY', 'b'), changed('2', 'c')))).toEqual([
    'READY b',
    'CHANGED c',
  ]);
});

test('STALE is dropped if reading has resumed meanwhile, and RESUMED comes once', async () => {
  expect(await read(queueWith(other('STALE'), other('RESUMED', 'a'), other('STALE'), other('RESUMED', 'b')))).toEqual([
    'RESUMED a',
  ]);
  expect(await read(queueWith(other('STALE', 'a')))).toEqual(['STALE a']);
});

test('a fault comes in place of the events that wait, once: the agent has left, and nothing more of theirs is shown', async () => {
  const queue = queueWith(other('READY'), changed('1', 'a'));
  const fault = new Error('gone');
  queue.end(fault);
  await expect(queue.next()).rejects.toBe(fault);
  expect(await queue.next()).toEqual({ value: undefined, done: true });
});

test('a listener that waits when its events end stops waiting', async () => {
  const [ended, failed] = [new EventQueue(() => {}), new EventQueue(() => {})];
  const waits = [ended.next(), failed.next()];
  ended.end();
  failed.end(new Error('gone'));
  expect(await waits[0]).toEqual({ value: undefined, done: true });
  await expect(waits[1]).rejects.toThrow('gone');
});

test('a listener that leaves gets nothing more, and says so once', async () => {
  let left = 0;
  const queue = new EventQueue(() => {
    left += 1;
  });
  queue.push(other('READY'));
  for await (const _ of queue) break;
  queue.push(changed('1', 'a'));
  expect(await queue.next()).toEqual({ value: undefined, done: true });
  expect([left, queue.length]).toEqual([1, 0]);
});
