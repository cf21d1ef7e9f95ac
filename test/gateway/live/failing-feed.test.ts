// What a change feed does while the service cannot be read, and which events its listeners get.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UpstreamFault } from '../../../src/gateway/fault.ts';
import { feedsUnderTest, MINUTE, pass, SECOND } from './feeds-under-test.ts';
import { grantOf } from './grants.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ann = await grantOf('111');
const down = (retryAfterSeconds: number | null = null) =>
  new UpstreamFault('UPSTREAM_UNAVAILABLE', 'no', { endpoint: 'listTrans', sent: 'unknown', retryAfterSeconds });

describe('a service that cannot be read', () => {
  test('is tried again after 1, 2, 4 intervals, at most after a minute', async () => {
    const under = feedsUnderTest();
    under.listen(ann);
    await pass(5 * SECOND);
    under.state.fault = down();
    await pass(4 * MINUTE);
    expect(under.polls()).toEqual([0, 10, 20, 40, 80, 140, 200]);
  });

  test('is not polled for the time it asks for, not even after a write', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(5 * SECOND);
    under.state.fault = down(90);
    await pass(10 * SECOND);
    under.feeds.pollSoon('111');
    under.listen(ann, listener.cursor);
    await pass(84 * SECOND);
    expect(under.polls()).toEqual([0, 10]);
    under.state.fault = null;
    await pass(2 * SECOND);
    expect(under.polls()).toEqual([0, 10, 100]);
  });

  test.each([86_400, Number.POSITIVE_INFINITY])(
    'is left alone for an hour if it asks for %d seconds',
    async (asked) => {
      const under = feedsUnderTest();
      under.listen(ann);
      await pass(5 * SECOND);
      under.state.fault = down(asked);
      await pass(10 * SECOND);
      under.state.fault = null;
      await pass(59 * MINUTE);
      expect(under.polls()).toEqual([0, 10]);
      await pass(MINUTE);
      expect(under.polls().slice(0, 3)).toEqual([0, 10, 3_610]);
    },
  );

  test('is STALE after a minute, and RESUMED with what was missed', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(5 * SECOND);
    under.state.fault = down();
    await pass(64 * SECOND);
    expect(listener.received()).toEqual(['READY']);
    await pass(2 * SECOND);
    expect(listener.received()).toEqual(['STALE']);
    const { cursor } = listener;
    expect(under.metrics.liveStaleness.read()).toBeCloseTo(61, 0);
    const joining = under.listen(ann);
    await pass(0);
    expect(joining.received()).toEqual(['STALE']);
    under.edit();
    under.state.fault = null;
    await pass(MINUTE);
    expect(listener.received()).toEqual(['RESUMED', 'CHANGED T-1']);
    expect(joining.received()).toEqual(['READY']);
    expect(under.metrics.liveStaleness.read()).toBe(0);
    // The event's cursor was that of the last change before.
    const again = under.listen(ann, cursor);
    await pass(10 * SECOND);
    expect(again.received()).toEqual(['RESUMED', 'CHANGED T-1']);
  });

  test('is not sent for a short failure', async () => {
    const under = feedsUnderTest();
    const listener = under.listen(ann);
    await pass(5 * SECOND);
    under.state.fault = down();
    await pass(10 * SECOND);
    under.state.fault = null;
    under.edit();
    await pass(MINUTE);
    expect(listener.received()).toEqual(['READY', 'CHANGED T-1']);
  });

  test('is STALE for those who come meanwhile, who begin once it can be read', async () => {
    const under = feedsUnderTest();
    under.state.fault = down();
    const first = under.listen(ann);
    await pass(61 * SECOND);
    const second = under.listen(ann);
    await pass(0);
    expect([first.received(), second.received()]).toEqual([['STALE'], ['STALE']]);
    const { cursor } = first;
    under.state.fault = null;
    await pass(MINUTE);
    expect([first.received(), second.received()]).toEqual([['READY'], ['READY']]);
    // Nothing had been read yet, so a client that continues there has to load the list.
    const again = under.listen(ann, cursor);
    await pass(10 * SECOND);
    expect(again.received()).toEqual(['READY']);
  });

  test('is logged once, and again when it can be read, without naming anybody', async () => {
    const under = feedsUnderTest();
    under.listen(ann);
    await pass(5 * SECOND);
    under.state.fault = down();
    await pass(2 * MINUTE);
    under.state.fault = null;
    await pass(2 * MINUTE);
    expect(under.lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'changes cannot be read'],
      [30, 'changes can be read again'],
    ]);
    expect(JSON.stringify(under.lines)).not.toContain('111');
  });

  test('is logged once for all agents, and anew for those who listen after all others have left', async () => {
    const under = feedsUnderTest();
    const first = [under.listen(ann), under.listen(await grantOf('222'))];
    await pass(5 * SECOND);
    under.state.fault = down();
    await pass(2 * MINUTE);
    for (const { queue } of first) void queue.return();
    await pass(2 * MINUTE);
    under.listen(ann);
    await pass(MINUTE);
    expect(under.lines.map(({ msg }) => msg)).toEqual(['changes cannot be read', 'changes cannot be read']);
  });
});
