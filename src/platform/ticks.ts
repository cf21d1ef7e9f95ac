/**
 * Keeps `process.nextTick` as fast as it begins. The engine compiles it for the one shape that its entries have; once full
 * collections have met no entry alive, it forgets that shape and makes every later entry by a slow way that it never leaves,
 * at six times the cost. One entry that stays keeps the shape.
 */
import { createHook } from 'node:async_hooks';

/** What the queue held for an empty callback. It is the module's, and so stays as long as the process. */
export const entry: object = takeEntry();

function takeEntry(): object {
  let taken: object = {};
  const hook = createHook({
    // Whoever has once looked at promises makes them slower for good.
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
