/** Latency and size: whether the configured limits leave room for what was seen. */

import { type Finding, suits } from '../findings.ts';
import { questions } from '../questions.ts';
import type { Survey } from '../survey.ts';

/** What was seen may not take more than this share of a limit. */
const SHARE = 0.5;

export function checkMeasures({ asker, configured }: Survey): Finding[] {
  const { slowestMs, largestBytes } = asker;
  const { UPSTREAM_DEADLINE_MS: deadline, UPSTREAM_MAX_RESPONSE_BYTES: maxBytes } = configured;
  const enough = (seen: number, limit: number, unit: number) =>
    String(seen <= limit * SHARE ? limit : Math.ceil(seen / SHARE / unit) * unit);
  return [
    suits(
      questions.latency,
      'UPSTREAM_DEADLINE_MS',
      enough(slowestMs, deadline, 1_000),
      `${slowestMs} ms of ${deadline}`,
    ),
    suits(
      questions.largest,
      'UPSTREAM_MAX_RESPONSE_BYTES',
      enough(largestBytes, maxBytes, 1_048_576),
      `${largestBytes} bytes of ${maxBytes}`,
    ),
  ];
}
