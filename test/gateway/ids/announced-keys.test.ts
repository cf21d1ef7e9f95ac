// Gateways that tell each other with which id key they seal.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyRing } from '../../../src/gateway/ids/seal.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { type SimulatedReplicas, simulatedReplicas } from '../../support/simulated-replicas.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

/** A replica, and how often it has warned. */
function startReplica(hub: SimulatedReplicas, idKeys: KeyRing, service = 'api.vendor.example') {
  const { gateway, lines } = gatewayOver({}, undefined, { idKeys, service, replicas: hub.join().replicas });
  const warnings = () => lines.filter(({ level, msg }) => level === 40 && /ID_KEYS/.test(String(msg))).length;
  return { gateway, warnings };
}

test('replicas that lack each other’s keys say so once, each of them', async () => {
  const hub = simulatedReplicas();
  const one = startReplica(hub, [sealKey(1)]);
  const other = startReplica(hub, [sealKey(2), sealKey(3)]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect([one.warnings(), other.warnings()]).toEqual([1, 1]);
});

test('a key under another id is another key, and a message that was lost is followed by others', async () => {
  const hub = simulatedReplicas();
  hub.isAway = true;
  const one = startReplica(hub, [sealKey(1)]);
  startReplica(hub, [{ ...sealKey(1), id: 2 }]);
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  hub.isAway = false;
  expect(one.warnings()).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(one.warnings()).toBe(1);
});

test('one whose new key seals before the other has it is heard, though they have the old one in common', async () => {
  const hub = simulatedReplicas();
  const late = startReplica(hub, [sealKey(1)]);
  const early = startReplica(hub, [sealKey(2), sealKey(1)]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([late.warnings(), early.warnings()]).toEqual([1, 0]);
});

test('nothing is said in the order of operations.md, nor of another service', async () => {
  const [old, fresh] = [sealKey(1), sealKey(2)];
  const steps: KeyRing[] = [[old], [old, fresh], [fresh, old], [fresh]];
  for (const [at, ring] of steps.slice(1).entries()) {
    const hub = simulatedReplicas();
    const replicas = [startReplica(hub, steps[at] as KeyRing), startReplica(hub, ring)];
    const elsewhere = startReplica(hub, [sealKey(9)], 'test.vendor.example');
    await vi.advanceTimersByTimeAsync(1.1 * MINUTE);
    expect([...replicas, elsewhere].map(({ warnings }) => warnings())).toEqual([0, 0, 0]);
  }
});

test('no announcement contains a part of a key', async () => {
  const hub = simulatedReplicas();
  startReplica(hub, [sealKey(1)]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  const announced = JSON.stringify(hub.messages);
  expect(announced).toContain('id-key:');
  for (const form of ['base64url', 'hex', 'latin1'] as const)
    expect(announced).not.toContain(Buffer.from(sealKey(1).secret).toString(form).slice(0, 8));
});
