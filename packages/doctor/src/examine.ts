/** All checks in order, one row each, with the questions that it answers. Later checks use what earlier ones have found. */
import { CallsUsedUp } from './asker.ts';
import { checkAbsence } from './checks/absence.ts';
import { checkHeader, checkSharedAddresses, checkToken, describeFault } from './checks/access.ts';
import { checkFiles } from './checks/files.ts';
import { checkFilling } from './checks/filling.ts';
import { checkExactDays, checkFilterTimes } from './checks/filter-times.ts';
import { checkBrackets, checkRange, checkSeparator, checkSeveralCodes } from './checks/filters.ts';
import { checkFormats, checkTimestamps } from './checks/formats.ts';
import { checkBounds, checkEmptyList, checkOrder } from './checks/lists.ts';
import { checkFullDetails, checkIncremental } from './checks/requests.ts';
import { checkContentTypes, checkWrappers } from './checks/wrappers.ts';
import { checkTimeZone } from './checks/zone.ts';
import { type Finding, suits, unknown } from './findings.ts';
import { type Question, questions } from './questions.ts';
import { ServiceFault } from './service.ts';
import type { Survey } from './survey.ts';

interface Check {
  readonly answers: readonly Question[];
  readonly run: (survey: Survey) => readonly Finding[] | Promise<readonly Finding[]>;
}

const q = questions;
const checks: readonly Check[] = [
  { answers: [q.tokenBody], run: checkToken },
  { answers: [q.tokenHeader, q.blanksSent, q.directory], run: checkHeader },
  { answers: [q.sharedAddresses], run: (survey) => [checkSharedAddresses(survey)] },
  { answers: [q.incremental], run: checkIncremental },
  { answers: [q.brackets], run: checkBrackets },
  { answers: [q.fullDetails], run: checkFullDetails },
  { answers: [q.timestamps], run: checkTimestamps },
  { answers: [q.separator], run: checkSeparator },
  { answers: [q.severalCodes], run: checkSeveralCodes },
  { answers: [q.filterTimes, q.filterDates], run: checkFilterTimes },
  { answers: [q.timeZone], run: checkTimeZone },
  { answers: [q.exactDays], run: checkExactDays },
  { answers: [q.range], run: checkRange },
  { answers: [q.bounds], run: checkBounds },
  { answers: [q.order, q.max, q.nextBatch, q.pastTheEnd], run: checkOrder },
  { answers: [q.emptyList], run: checkEmptyList },
  { answers: [q.notFound, q.errorStatus, q.errorBody], run: checkAbsence },
  { answers: [q.fileFilter, q.fileUrl], run: checkFiles },
  { answers: [q.dataTypes, q.numbers, q.padding, q.blanks, q.codes, q.columns], run: checkFormats },
  { answers: [q.wrappers, q.contentTypes], run: (survey) => [checkWrappers(survey), checkContentTypes(survey)] },
  { answers: [q.filling], run: async (survey) => [await checkFilling(survey)] },
  { answers: [q.latency, q.largest], run: checkMeasures },
];

/** The findings in the order of the questions; rejects with `Inaccessible` if the service cannot be used at all. */
export async function examine(survey: Survey): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { answers, run } of checks) {
    try {
      findings.push(...(await run(survey)));
    } catch (error) {
      findings.push(...answers.map((question) => unknown(question, reasonOf(error))));
    }
  }
  const order = Object.values(questions);
  return findings.sort((a, b) => order.indexOf(a.question) - order.indexOf(b.question));
}

/** Why a check broke off. Any other error is a fault of the program, or ends the examination. */
function reasonOf(error: unknown): string {
  if (error instanceof CallsUsedUp) return error.message;
  if (error instanceof ServiceFault) return `the service failed (${describeFault(error)})`;
  if (error instanceof RangeError) return 'an id of the service cannot be written in a filter';
  throw error;
}

/** Measured latencies and sizes should take at most this share of a configured limit. */
const SHARE = 0.5;

function checkMeasures({ asker, configured }: Survey): Finding[] {
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
