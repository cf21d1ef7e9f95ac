// Cursors that an earlier version has issued.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer, readParts, writeParts } from '../../../src/gateway/ids/seal.ts';
import { createChangeCursors } from '../../../src/gateway/live/tracking/change-cursors.ts';
import { timestampOf } from '../../../src/gateway/live/tracking/timestamps.ts';
import { emptyState, windowStart } from '../../../src/gateway/live/tracking/tracker-state.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { grantOf } from './grants.ts';
import { decode, OVERLAP } from './scenario.ts';

const SEALED_AT = Date.parse('2026-03-01T09:30:00Z');
const grant = await grantOf('111');
const sealer = createSealer([sealKey(1)]);
const cursors = createChangeCursors({ sealer, clock: { now: () => SEALED_AT }, timeZone: 'UTC' });

/** Version 0.4 did not say when the list was read. */
function withoutReadAt(cursor: string): string {
  const owner = hash('sha256', JSON.stringify(['changes', grant.holder, grant.nrdsId]), 'base64url').slice(0, 16);
  const [newest = '', counted = '', ...others] = readParts(sealer.openCursor('changes', owner, cursor) as Buffer) ?? [];
  const former = [newest, counted.split(' ').slice(0, -1).join(' '), ...others];
  return sealer.sealCursor('changes', owner, writeParts(former));
}

test.each([
  ['of the newest change', '2026-03-01T09:00:00Z', '2026-03-01T08:58:00.000Z'],
  ['at which it was sealed, if the newest change is ahead of it', '2026-03-01T20:00:00Z', '2026-03-01T09:28:00.000Z'],
])('after a cursor of version 0.4, a read begins an overlap before the time %s', (_, newest, since) => {
  const state = { ...emptyState, newest: timestampOf(newest, decode.timeZone), readAt: 1, overlapMs: OVERLAP };
  const opened = cursors.open(grant, withoutReadAt(cursors.seal(grant, state)));
  expect([opened.isVoid, windowStart(opened, OVERLAP)?.text]).toEqual([false, since]);
});
