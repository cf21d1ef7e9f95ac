import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { entry } from '../../../src/platform/engine/ticks.ts';

test('holds an entry with the shape of those in the queue of process.nextTick', () => {
  const made: object[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource) => void (type === 'TickObject' && made.push(resource)),
  }).enable();
  process.nextTick(() => {});
  hook.disable();
  expect(made).toHaveLength(1);
  expect(Reflect.ownKeys(entry)).toEqual(Reflect.ownKeys(made[0] ?? {}));
  expect(Reflect.ownKeys(entry)).toContain('callback');
});
