/** Walks a list by cursors, page after page, and says what the records cost in each part of the way. */
import { agents } from './upstream-answers.ts';
import { recordFields } from './works.ts';

export interface WalkOptions {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly records: number;
  readonly parts: number;
  readonly readCpu: (pid: number) => number;
}

interface Answer {
  readonly data?: {
    readonly transactions: {
      readonly nodes: readonly unknown[];
      readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    } | null;
  };
  readonly errors?: unknown;
}

const PAGE = 100;
/** Pages of a part before it is the next one's turn: enough for the ticks in which CPU time is told. */
const TURN = 10;
const query = `query Walk($agentNrdsId: String!, $after: String) {
  transactions(agentNrdsId: $agentNrdsId, first: ${PAGE}, after: $after) {
    nodes { ${recordFields} } pageInfo { endCursor hasNextPage }
  }
}`.replace(/\s+/g, ' ');

/** Where each part of the list begins; `null` is its start. Found by walking all of it, which rejects where a page is not full. */
export async function findParts(options: WalkOptions): Promise<readonly (string | null)[]> {
  const starts: (string | null)[] = [];
  let after: string | null = null;
  for (let part = 0; part < options.parts; part += 1) {
    starts.push(after);
    after = await step(options, after, pagesOf(options));
  }
  return starts;
}

/**
 * CPU time in microseconds a record, for each part. They are walked in turns, some pages each, so that what the machine does
 * besides meets all of them. The part that is first goes on from walk to walk: a collection that comes as often as turns do
 * meets another part then.
 */
export async function walk(
  options: WalkOptions,
  starts: readonly (string | null)[],
  first: number,
): Promise<readonly number[]> {
  const { pid, readCpu } = options;
  const pages = pagesOf(options);
  const parts = starts.map((after) => ({ after, micros: 0 }));
  for (let done = 0; done < pages; done += TURN) {
    const turn = Math.min(TURN, pages - done);
    for (const part of [...parts.slice(first % parts.length), ...parts.slice(0, first % parts.length)]) {
      const start = readCpu(pid);
      part.after = await step(options, part.after, turn);
      part.micros += readCpu(pid) - start;
    }
  }
  return parts.map(({ micros }) => micros / (pages * PAGE));
}

const pagesOf = ({ records, parts }: WalkOptions) => Math.max(1, Math.floor(records / PAGE / parts));

/** Some pages on from a cursor, to the one that they end with. */
async function step({ url, token }: WalkOptions, from: string | null, pages: number): Promise<string | null> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  let after = from;
  for (let page = 0; page < pages; page += 1) {
    const body = JSON.stringify({ query, variables: { agentNrdsId: agents[0]!.nrds_id, after } });
    const { data, errors } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as Answer;
    const list = data?.transactions;
    if (!list || errors !== undefined) throw new Error(`the walk ends early: ${JSON.stringify(errors)}`);
    if (list.nodes.length !== PAGE) throw new Error(`a page of the walk has ${list.nodes.length} records`);
    after = list.pageInfo.endCursor;
  }
  return after;
}
