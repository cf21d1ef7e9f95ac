// New documents are read one in each turn of the event loop, so that many at once do not hold it; known operations are run at once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRequestLog } from '@realty-forms/platform/observability/request-log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createHandler, type HandlerOptions } from '../../src/graphql/handler.ts';
import { createTurnQueue } from '../../src/graphql/run.ts';

/** A handler that only notes in which turn which document is read, or executed. */
function startNoting() {
  const noted: { query: unknown; turn: number }[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  onTestFinished(() => {
    isOver = true;
  });
  const calls = { runRequest: (run: () => unknown) => run(), tally: () => ({ made: 0 }), setCaller: () => undefined };
  const handle = createHandler({
    gateway: { calls },
    prepare: async (_request: unknown, { query }: { query: unknown }) => {
      noted.push({ query, turn });
      return { status: 400, body: '{}' };
    },
    operations: { find: ({ text }: { text: string }) => (text === 'known' ? { summary: {}, operation: {} } : null) },
    checkOperation: () => ({}),
    run: async () => {
      noted.push({ query: 'known', turn });
      return { text: '{}' };
    },
    checkParameters: (parameters: object) => parameters,
    isRouter: () => false,
    nextTurn: createTurnQueue(),
  } as unknown as HandlerOptions);
  const ask = (query: string, destroyed = false) =>
    handle({
      request: { method: 'POST', headers: { 'content-type': 'application/json' } },
      response: { destroyed, on: () => undefined },
      requestId: 'request-0001',
      requestLog: createRequestLog('request-0001'),
      principal: { subject: 'somebody' },
      tokenError: undefined,
      body: { query },
    } as never);
  return { ask, noted };
}

test('of many new documents that arrive at once, one is read in each turn', async () => {
  const { ask, noted } = startNoting();
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((query) => ask(query)));
  expect(noted.map(({ query }) => query)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(new Set(noted.map(({ turn }) => turn)).size).toBe(5);
});

test('a document is not read if its client has disconnected before its turn', async () => {
  const { ask, noted } = startNoting();
  await Promise.all([ask('a'), ask('b', true), ask('c')]);
  expect(noted.map(({ query }) => query)).toEqual(['a', 'c']);
});

test('a known operation does not wait for new documents', async () => {
  const { ask, noted } = startNoting();
  const others = ['a', 'b'].map((query) => ask(query));
  await ask('known');
  expect(noted.map(({ query }) => query)).toEqual(['known']);
  await Promise.all(others);
  await nextTurn();
  expect(noted).toHaveLength(3);
});
