// The line that the log has of a failed call: which endpoint and what code, and none of upstream's own words.
import { expect, test } from 'vitest';
import { createMetrics } from '../../src/platform/metrics.ts';
import { UpstreamFault } from '../../src/upstream/faults.ts';
import { createOutcomes } from '../../src/upstream/outcomes.ts';
import { catchLog } from '../support/caught-log.ts';
import { holdClock } from '../support/held-clock.ts';
import { errorAnswer } from '../support/stub-upstream.ts';
import { ADD_TRANS, addTransRequest, startClient } from './client-under-test.ts';

function lineOf(upstreamType: string): Record<string, unknown> | undefined {
  const { log, lines } = catchLog();
  const details = { status: 400, sent: true, upstreamType, upstreamMessage: 'Olga Owner, 12 Elm Road' } as const;
  const fault = new UpstreamFault('UPSTREAM_REJECTED', 'refused', { endpoint: 'addTrans', ...details });
  createOutcomes(holdClock(), log, createMetrics()).note('addTrans', fault, 0);
  return lines[0];
}

test('a type of section 7 is logged, upstream’s message never', () => {
  const line = lineOf('New Transaction Failure');
  expect(line).toMatchObject({ code: 'UPSTREAM_REJECTED', status: 400, upstreamType: 'New Transaction Failure' });
  expect(JSON.stringify(line)).not.toContain('Olga');
});

test('a type that the contract does not know may quote anything, and is not logged', () => {
  const line = lineOf('Rejected: Olga Owner');
  expect(line).toMatchObject({ code: 'UPSTREAM_REJECTED', upstreamType: null });
  expect(JSON.stringify(line)).not.toContain('Olga');
});

test('the words of a line have no type that the contract does not know either', async () => {
  const { upstream, stub, logLines } = await startClient();
  stub.answer(ADD_TRANS, errorAnswer(400, 'Rejected: Olga Owner', 'Olga Owner, 12 Elm Road'));
  await expect(upstream.call('addTrans', addTransRequest)).rejects.toThrow('addTrans: answered 400');
  expect(logLines.filter((line) => line.includes('"endpoint":"addTrans"'))).toHaveLength(1);
  expect(logLines.join('')).not.toMatch(/Olga|Elm/);
});
