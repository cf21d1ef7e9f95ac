import { describe, expect, it, vi } from 'vitest';
import { createAdmissionGate } from '../../src/http/admission-gate.ts';

/** A gate whose samples of the loop are taken by hand. */
function gateAt(maxInFlight = 1_000, onShed?: (count: number) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let at = 0;
  let busy = 0;
  const told = onShed === undefined ? {} : { onShed };
  const gate = createAdmissionGate({
    maxInFlight,
    lateMs: 25,
    now: () => at,
    busyMs: () => busy,
    ...told,
  });
  return {
    gate,
    enter: (count: number) => Array.from({ length: count }, gate.enter).filter(Boolean).length,
    leave: (count: number) => {
      for (let each = 0; each < count; each += 1) gate.leave();
    },
    /** Adds milliseconds of event-loop activity. */
    work: (ms: number) => {
      busy += ms;
    },
    /** Turns the loop, each time `late` milliseconds late. */
    turn: (late: number, times: number) => {
      for (let each = 0; each < times; each += 1) {
        at += 10 + late;
        gate.sample();
      }
    },
  };
}

describe('the admission gate', () => {
  it('admits a burst of 100 and rejects the next request', () => {
    const { enter } = gateAt();
    expect(enter(150)).toBe(100);
  });

  it('counts as crowded by a caller that has most of the room, once a quarter is left', () => {
    const { gate, enter } = gateAt();
    enter(75);
    expect(gate.isCrowdedBy(75)).toBe(false);
    enter(1);
    expect([50, 51].map(gate.isCrowdedBy)).toEqual([false, true]);
  });

  it('admits as many as have left', () => {
    const { enter, leave } = gateAt();
    enter(100);
    leave(30);
    expect(enter(100)).toBe(30);
  });

  it('raises the limit up to the maximum while the loop is on time, however long responses take', () => {
    const { enter, turn, gate } = gateAt(300);
    enter(100);
    for (let window = 0; window < 20; window += 1) {
      turn(0, 11);
      enter(1_000);
    }
    expect(gate.state()).toMatchObject({ inFlight: 300, limit: 300 });
  });

  it('lowers the limit while the loop stays late, but never below 48', () => {
    const { enter, leave, turn, gate } = gateAt();
    enter(100);
    turn(30, 4);
    expect(gate.state().limit).toBe(70);
    leave(30);
    turn(30, 4);
    expect(gate.state().limit).toBe(49);
    leave(70);
    for (let window = 0; window < 10; window += 1) {
      enter(20);
      turn(30, 4);
      leave(gate.state().inFlight);
    }
    expect(gate.state().limit).toBe(48);
    expect(enter(60)).toBe(48);
  });

  it('treats a loop as on time if it mostly was: one long turn is no queue', () => {
    const { enter, turn, gate } = gateAt();
    enter(100);
    turn(90, 1);
    turn(0, 4);
    expect(gate.state().limit).toBeGreaterThanOrEqual(100);
  });

  it('treats a loop as late if every other turn was: a standing queue has short turns between two long ones', () => {
    const { enter, turn, gate } = gateAt();
    enter(100);
    for (let each = 0; each < 2; each += 1) {
      turn(60, 1);
      turn(0, 1);
    }
    expect(gate.state().limit).toBe(70);
  });

  it('lowers the limit again only once the requests in flight are within it', () => {
    const { enter, leave, turn, gate } = gateAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(gate.state().limit).toBe(70);
    leave(30);
    turn(30, 4);
    expect(gate.state().limit).toBe(49);
  });

  it('admits a burst again once the loop has been on time for a while', () => {
    const { enter, leave, turn, gate } = gateAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(gate.state().limit).toBe(70);
    leave(100);
    turn(0, 11 * 5);
    expect(enter(150)).toBeGreaterThanOrEqual(100);
  });

  it('leaves room for a burst of 100 ms of work, by the measured cost of a request', () => {
    const { enter, leave, turn, work, gate } = gateAt();
    for (let window = 0; window < 40; window += 1) {
      enter(10);
      work(16);
      leave(10);
      turn(0, 6);
    }
    expect(gate.state().costMs).toBeCloseTo(1.6, 1);
    expect(enter(150)).toBe(62);
  });

  it('leaves room for a burst above the requests in flight, and lowers a limit that is not used', () => {
    const { enter, leave, turn, gate } = gateAt();
    for (let window = 0; window < 10; window += 1) {
      enter(1_000);
      turn(0, 6);
    }
    leave(gate.state().inFlight - 50);
    turn(0, 6 * 10);
    expect(gate.state()).toMatchObject({ inFlight: 50, limit: 150 });
  });

  it('reports the number of rejected requests at the end of a window', () => {
    const told: number[] = [];
    const { enter, turn } = gateAt(1_000, (count) => told.push(count));
    enter(130);
    turn(0, 11);
    turn(0, 11);
    expect(told).toEqual([30]);
  });
});
