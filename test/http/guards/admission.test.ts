import { describe, expect, it, vi } from 'vitest';
import { createAdmission } from '../../../src/http/guards/admission.ts';

/** An admission whose samples of the loop are taken by hand. */
function admissionAt(maxInFlight = 1_000, onShed?: (count: number) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let at = 0;
  let busy = 0;
  const shed = onShed === undefined ? {} : { onShed };
  const admission = createAdmission({
    maxInFlight,
    lateMs: 25,
    now: () => at,
    busyMs: () => busy,
    ...shed,
  });
  const inside: { slots: number }[] = [];
  return {
    admission,
    /** Requests of one caller, or of a new one each. */
    enter: (count: number, caller?: { slots: number }) =>
      Array.from({ length: count }, () => {
        const sender = caller ?? { slots: 0 };
        const isAdmitted = admission.enter(sender);
        if (isAdmitted) inside.push(sender);
        return isAdmitted;
      }).filter(Boolean).length,
    leave: (count: number) => {
      for (const sender of inside.splice(0, count)) admission.leave(sender);
    },
    /** Adds milliseconds of event-loop activity. */
    work: (ms: number) => {
      busy += ms;
    },
    /** Turns the loop, each time `late` milliseconds late. */
    turn: (late: number, times: number) => {
      for (let each = 0; each < times; each += 1) {
        at += 10 + late;
        admission.sample();
      }
    },
  };
}

describe('the admission of requests', () => {
  it('admits a burst of 100 and rejects the next request', () => {
    const { enter } = admissionAt();
    expect(enter(150)).toBe(100);
  });

  it('rejects a caller that has most of the room, once a quarter is left, and no other', () => {
    const { enter } = admissionAt();
    const caller = { slots: 0 };
    expect(enter(100, caller)).toBe(76);
    expect(enter(100, { slots: 0 })).toBe(50);
  });

  it('admits others when one caller has more than the limit, after it fell, but not without limit', () => {
    const { enter, turn, admission } = admissionAt();
    const caller = { slots: 0 };
    enter(76, caller);
    turn(30, 60);
    expect(admission.state()).toMatchObject({ inFlight: 76, limit: 53 });
    expect([enter(1, caller), enter(100), enter(1, caller)]).toEqual([0, 27, 0]);
  });

  it('admits as many as have left', () => {
    const { enter, leave } = admissionAt();
    enter(100);
    leave(30);
    expect(enter(100)).toBe(30);
  });

  it('raises the limit up to the maximum while the loop is on time, however long responses take', () => {
    const { enter, turn, admission } = admissionAt(300);
    enter(100);
    for (let window = 0; window < 20; window += 1) {
      turn(0, 11);
      enter(1_000);
    }
    expect(admission.state()).toMatchObject({ inFlight: 300, limit: 300 });
  });

  it('lowers the limit while the loop stays late, but never below 48', () => {
    const { enter, leave, turn, admission } = admissionAt();
    enter(100);
    turn(30, 4);
    expect(admission.state().limit).toBe(70);
    leave(30);
    turn(30, 4);
    expect(admission.state().limit).toBe(49);
    leave(70);
    for (let window = 0; window < 10; window += 1) {
      enter(20);
      turn(30, 4);
      leave(admission.state().inFlight);
    }
    expect(admission.state().limit).toBe(48);
    expect(enter(60)).toBe(48);
  });

  it('treats a loop as on time if it mostly was: one long turn is no queue', () => {
    const { enter, turn, admission } = admissionAt();
    enter(100);
    turn(90, 1);
    turn(0, 4);
    expect(admission.state().limit).toBeGreaterThanOrEqual(100);
  });

  it('treats a loop as late if every other turn was: a standing queue has short turns between two long ones', () => {
    const { enter, turn, admission } = admissionAt();
    enter(100);
    for (let each = 0; each < 2; each += 1) {
      turn(60, 1);
      turn(0, 1);
    }
    expect(admission.state().limit).toBe(70);
  });

  it('lowers the limit again only once the requests in flight are within it', () => {
    const { enter, leave, turn, admission } = admissionAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(admission.state().limit).toBe(70);
    leave(30);
    turn(30, 4);
    expect(admission.state().limit).toBe(49);
  });

  it('admits a burst again once the loop has been on time for a while', () => {
    const { enter, leave, turn, admission } = admissionAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(admission.state().limit).toBe(70);
    leave(100);
    turn(0, 11 * 5);
    expect(enter(150)).toBeGreaterThanOrEqual(100);
  });

  it('leaves room for a burst of 100 ms of work, by the measured cost of a request', () => {
    const { enter, leave, turn, work, admission } = admissionAt();
    for (let window = 0; window < 40; window += 1) {
      enter(10);
      work(16);
      leave(10);
      turn(0, 6);
    }
    expect(admission.state().costMs).toBeCloseTo(1.6, 1);
    expect(enter(150)).toBe(62);
  });

  it('leaves room for 500 requests that cost little, and for no more, however little that is', () => {
    const { enter, leave, turn, work } = admissionAt();
    for (let window = 0; window < 40; window += 1) {
      enter(10);
      work(1);
      leave(10);
      turn(0, 6);
    }
    expect(enter(600)).toBe(500);
  });

  it('leaves room for a burst above the requests in flight, and lowers a limit that is not used', () => {
    const { enter, leave, turn, admission } = admissionAt();
    for (let window = 0; window < 10; window += 1) {
      enter(1_000);
      turn(0, 6);
    }
    leave(admission.state().inFlight - 50);
    turn(0, 6 * 10);
    expect(admission.state()).toMatchObject({ inFlight: 50, limit: 150 });
  });

  it('reports the number of rejected requests at the end of a window', () => {
    const shed: number[] = [];
    const { enter, turn } = admissionAt(1_000, (count) => shed.push(count));
    enter(130);
    turn(0, 11);
    turn(0, 11);
    expect(shed).toEqual([30]);
  });
});
