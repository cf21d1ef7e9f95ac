/**
 * Checks what the search index needs, which is whole records in the order of their insertion, and estimates how many calls it takes to fill
 * it.
 */
import { assumed, type Finding, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { instantOf, list, type Survey, textOf } from '../survey.ts';

/** How many agents' lists the estimate is based on. */
const MAX_LISTS = 8;
/** The default of INDEX_CALLS_PER_MINUTE. */
const CALLS_PER_MINUTE = 120;
/** Times without an offset repeat themselves in one hour of the year. */
const MAX_BACKWARD = 0.1;

export async function checkFilling(survey: Survey): Promise<Finding> {
  const question = questions.filling;
  const { records, activeUsers } = survey;
  if (records.length < 2) return unknown(question, 'no agent has two transactions');
  if (records.some(({ transId }) => textOf(transId) === null))
    return uncovered(question, 'transactions of a list have no transId, so INDEX=on finds nothing');
  if (isUnsorted(survey))
    return uncovered(
      question,
      'lists are not sorted by insertDate, so INDEX=on may miss transactions until a list is read again, once a day',
    );
  if (activeUsers === null) return unknown(question, 'the list of agents does not state its length');
  const lengths = await someLengths(survey);
  if (lengths.length === 0) return unknown(question, 'lists do not say how long they are');
  const mean = lengths.reduce((sum, length) => sum + callsFor(length, survey.batch), 0) / lengths.length;
  const calls = Math.ceil(mean * activeUsers);
  const minutes = Math.ceil(calls / CALLS_PER_MINUTE);
  const sample = `by the length of ${lengths.length} ${lengths.length === 1 ? 'list' : 'lists'}`;
  const time = `${minutes} min with INDEX_CALLS_PER_MINUTE=${CALLS_PER_MINUTE}`;
  return assumed(question, `INDEX=on takes some ${calls} calls for ${activeUsers} active users, ${sample}: ${time}`);
}

function isUnsorted(survey: Survey): boolean {
  const times = survey.records.flatMap(({ insertDate }) => instantOf(insertDate, survey) ?? []);
  const backward = times.filter((time, at) => time < (times[at - 1] ?? time)).length;
  return backward > times.length * MAX_BACKWARD;
}

/** The lengths of agents' lists from all parts of the directory. */
async function someLengths(survey: Survey): Promise<number[]> {
  const agents = survey.users.flatMap(({ agentNRDSID }) => textOf(agentNRDSID) ?? []);
  const step = Math.max(1, Math.ceil(agents.length / MAX_LISTS));
  const lengths: number[] = [];
  for (let at = Math.floor(step / 2); at < agents.length; at += step) {
    const { value } = await list(survey, { agent: agents[at] as string, size: 1 });
    if (value?.max != null) lengths.push(value.max);
  }
  return lengths;
}

/** One call per batch and, for a list of several batches, one before them for the cursor of its changes (`gateway/search/filling/load`). */
function callsFor(length: number, batch: number): number {
  return Math.max(1, Math.ceil(length / batch)) + (length <= batch ? 0 : 1);
}
