/** Walks a list by cursor, page by page, and measures the cost of a record in each part of the list. */
import { agents } from './upstream-responses.ts';
import { recordFields } from './workloads.ts';

export interface WalkOptions {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  readonly records: number;
  readonly parts: number;
  readonly readCpu: (pid: number) => number;
}

interface PageResponse {
  readonly data?: {
    readonly transactions: {
      readonly nodes: readonly unknown[];
      readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    } | null;
  };
  readonly errors?: unknown;
}

const PAGE_SIZE = 100;
/** Pages of one part before the next part's turn: enough for the resolution of CPU time, which is counted in ticks. */
const PAGES_PER_TURN = 10;
const query = `query Walk($agentNrdsId: String!, $after: String) {
  transactions(agentNrdsId: $agentNrdsId, first: ${PAGE_SIZE}, after: $after) {
    nodes { ${recordFields} } pageInfo { endCursor hasNextPage }
  }
}`.replace(/\s+/g, ' ');

/** The cursor at which each part begins; `null` is the start of the list. Walks the whole list; rejects if a page is not full. */
export async function findParts(options: WalkOptions): Promise<readonly (string | null)[]> {
  const starts: (string | null)[] = [];
  let after: string | null = null;
  for (let part = 0; part < options.parts; part += 1) {
    starts.push(after);
    after = await fetchPages(options, after, pagesOf(options));
  }
  return starts;
}

/**
 * CPU time in microseconds per record, for each part. The parts take turns of some pages each, so that other load on the machine
 * affects all of them alike. Each walk starts with another part, so that a collection that recurs in step with the turns does not
 * always hit the same one.
 */
export async function walk(
  options: WalkOptions,
  starts: readonly (string | null)[],
  first: number,
): Promise<readonly number[]> {
  const { pid, readCpu } = options;
  const pages = pagesOf(options);
  const parts = starts.map((after) => ({ after, micros: 0 }));
  for (let done = 0; done < pages; done += PAGES_PER_TURN) {
    const turn = Math.min(PAGES_PER_TURN, pages - done);
    for (const part of [...parts.slice(first % parts.length), ...parts.slice(0, first % parts.length)]) {
      const start = readCpu(pid);
      part.after = await fetchPages(options, part.after, turn);
      part.micros += readCpu(pid) - start;
    }
  }
  return parts.map(({ micros }) => micros / (pages * PAGE_SIZE));
}

const pagesOf = ({ records, parts }: WalkOptions) => Math.max(1, Math.floor(records / PAGE_SIZE / parts));

/** Fetches some pages after a cursor, and returns the cursor they end with. */
async function fetchPages({ url, token }: WalkOptions, from: string | null, pages: number): Promise<string | null> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  let after = from;
  for (let page = 0; page < pages; page += 1) {
    const body = JSON.stringify({ query, variables: { agentNrdsId: agents[0]!.nrds_id, after } });
    const { data, errors } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as PageResponse;
    const list = data?.transactions;
    if (!list || errors !== undefined) throw new Error(`the walk ends early: ${JSON.stringify(errors)}`);
    if (list.nodes.length !== PAGE_SIZE) throw new Error(`a page of the walk has ${list.nodes.length} records`);
    after = list.pageInfo.endCursor;
  }
  return after;
}
