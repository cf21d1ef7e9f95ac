import { describe, expect, it, vi } from 'vitest';
import { createAdmissionGate } from '../../src/http/admission-gate.ts';

/** A gate whose looks at the loop are made by hand. */
function gateAt(most = 1_000, onShed?: (count: number) => void) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let at = 0;
  let busy = 0;
  const told = onShed === undefined ? {} : { onShed };
  const gate = createAdmissionGate({ most, lateMs: 25, now: () => at, busyMs: () => busy, ...told });
  return {
    gate,
    enter: (count: number) => Array.from({ length: count }, gate.enter).filter(Boolean).length,
    leave: (count: number) => {
      for (let each = 0; each < count; each += 1) gate.leave();
    },
    /** The loop has been at work for so many milliseconds more. */
    work: (ms: number) => {
      busy += ms;
    },
    /** The loop turns, each time so many milliseconds late. */
    turn: (late: number, times: number) => {
      for (let each = 0; each < times; each += 1) {
        at += 10 + late;
        gate.look();
      }
    },
  };
}

describe('the admission gate', () => {
  it('takes a burst of 100 and turns the next one away', () => {
    const { enter } = gateAt();
    expect(enter(150)).toBe(100);
  });

  it('lets in as many as have left', () => {
    const { enter, leave } = gateAt();
    enter(100);
    leave(30);
    expect(enter(100)).toBe(30);
  });

  it('lets more and more in while the loop is on time, however long answers take, up to the most', () => {
    const { enter, turn, gate } = gateAt(300);
    enter(100);
    for (let window = 0; window < 20; window += 1) {
      turn(0, 11);
      enter(1_000);
    }
    expect(gate.state()).toMatchObject({ inFlight: 300, limit: 300 });
  });

  it('lets fewer in while the loop stays late, but never fewer than 48', () => {
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

  it('counts a loop as on time that mostly was: one long turn is no queue', () => {
    const { enter, turn, gate } = gateAt();
    enter(100);
    turn(90, 1);
    turn(0, 4);
    expect(gate.state().limit).toBeGreaterThanOrEqual(100);
  });

  it('counts a loop as late that is so every other time: a standing queue lets go between two long turns', () => {
    const { enter, turn, gate } = gateAt();
    enter(100);
    for (let each = 0; each < 2; each += 1) {
      turn(60, 1);
      turn(0, 1);
    }
    expect(gate.state().limit).toBe(70);
  });

  it('lowers a limit again only once no more are under way than it allows', () => {
    const { enter, leave, turn, gate } = gateAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(gate.state().limit).toBe(70);
    leave(30);
    turn(30, 4);
    expect(gate.state().limit).toBe(49);
  });

  it('takes a burst again once the loop has been on time for a while', () => {
    const { enter, leave, turn, gate } = gateAt();
    enter(100);
    for (let window = 0; window < 6; window += 1) turn(30, 4);
    expect(gate.state().limit).toBe(70);
    leave(100);
    turn(0, 11 * 5);
    expect(enter(150)).toBeGreaterThanOrEqual(100);
  });

  it('has room for a burst of a tenth of a second of work, as much as a request was measured to be', () => {
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

  it('has room for a burst above what is under way on time, and gives up what is not used', () => {
    const { enter, leave, turn, gate } = gateAt();
    for (let window = 0; window < 10; window += 1) {
      enter(1_000);
      turn(0, 6);
    }
    leave(gate.state().inFlight - 50);
    turn(0, 6 * 10);
    expect(gate.state()).toMatchObject({ inFlight: 50, limit: 150 });
  });

  it('tells at the end of a window how many it turned away', () => {
    const told: number[] = [];
    const { enter, turn } = gateAt(1_000, (count) => told.push(count));
    enter(130);
    turn(0, 11);
    turn(0, 11);
    expect(told).toEqual([30]);
  });
});
