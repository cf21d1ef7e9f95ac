/**
 * Keeps `process.nextTick` as fast as it is at startup. V8 compiles it for the one shape that its entries have; once full
 * collections have found no entry alive, V8 forgets that shape and creates every later entry by a slow path that it never
 * leaves, at six times the cost. One entry that stays alive keeps the shape.
 */
import { createHook } from 'node:async_hooks';

/** The queue's entry for an empty callback. The module holds it, so it stays alive as long as the process. */
export const entry: object = takeEntry();

function takeEntry(): object {
  let taken: object = {};
  const hook = createHook({
    // Tracking promises even once makes them slower for good.
    trackPromises: false,
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') taken = resource;
    },
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
  return taken;
}
