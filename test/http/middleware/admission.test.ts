import { describe, expect, it, vi } from 'vitest';
import { createAdmission } from '../../../src/http/middleware/admission.ts';

/** An admission whose samples of the loop are taken by hand. */
function admissionAt(maxInFlight = 1_000, onShed?: (count: number) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let at = 0;
  const shed = onShed === undefined ? {} : { onShed };
  const admission = createAdmission({
    maxInFlight,
    lateMs: 25,
    now: () => at,
    ...shed,
  });
  const inside: { inFlight: number }[] = [];
  return {
    admission,
    /** Requests of one caller, or of a new one each. */
    enter: (count: number, caller?: { inFlight: number }) =>
      Array.from({ length: count }, () => {
        const sender = caller ?? { inFlight: 0 };
        const isAdmitted = admission.enter(sender);
        if (isAdmitted) inside.push(sender);
        return isAdmitted;
      }).filter(Boolean).length,
    leave: (count: number) => {
      for (const sender of inside.splice(0, count)) admission.leave(sender);
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
  it('admits a burst of 200, of however many callers, and rejects the next request', () => {
    expect(admissionAt().enter(250)).toBe(200);
  });

  it('admits others beside a caller that has all of the room, up to their part of it', () => {
    const { enter } = admissionAt();
    const caller = { inFlight: 0 };
    expect(enter(300, caller)).toBe(200);
    expect([enter(300, { inFlight: 0 }), enter(1, caller)]).toEqual([100, 0]);
    expect(enter(300, { inFlight: 0 })).toBe(66);
  });

  it('admits no request beyond the maximum, whatever one caller has', () => {
    const { enter } = admissionAt(100);
    expect([enter(300, { inFlight: 0 }), enter(1)]).toEqual([100, 0]);
  });

  it('admits others when one caller has more than the limit, after it fell', () => {
    const { enter, turn, admission } = admissionAt();
    const caller = { inFlight: 0 };
    enter(150, caller);
    turn(30, 60);
    expect(admission.state()).toMatchObject({ inFlight: 150, limit: 105 });
    expect([enter(1, caller), enter(60, { inFlight: 0 }), enter(1, caller)]).toEqual([0, 52, 0]);
  });

  it('counts a request for the caller that it turns out to be of', () => {
    const { enter, admission } = admissionAt();
    const [address, caller] = [{ inFlight: 0 }, { inFlight: 0 }];
    enter(1, address);
    admission.move(address, caller);
    expect([address, caller, admission.state().inFlight]).toEqual([{ inFlight: 0 }, { inFlight: 1 }, 1]);
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

  it('lowers the limit while the loop stays late, once the requests in flight are within it, but never below 48', () => {
    const { enter, leave, turn, admission } = admissionAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
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

  it('admits a burst again once the loop has been on time for a while', () => {
    const { enter, leave, turn, admission } = admissionAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(admission.state().limit).toBe(70);
    leave(100);
    turn(0, 11 * 5);
    expect(enter(150)).toBeGreaterThanOrEqual(100);
  });

  it('leaves room for a burst above the requests in flight, and lowers a limit that is not used', () => {
    const { enter, leave, turn, admission } = admissionAt();
    for (let window = 0; window < 10; window += 1) {
      enter(1_000);
      turn(0, 6);
    }
    leave(admission.state().inFlight - 50);
    turn(0, 6 * 10);
    expect(admission.state()).toMatchObject({ inFlight: 50, limit: 250 });
  });

  it('reports the number of rejected requests at the end of a window', () => {
    const shed: number[] = [];
    const { enter, turn } = admissionAt(1_000, (count) => shed.push(count));
    enter(230);
    turn(0, 11);
    turn(0, 11);
    expect(shed).toEqual([30]);
  });
});
