/** Walks a list from its start by cursors, page after page, and says what the records cost in each part of the way. */

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
const query = `query Walk($agentNrdsId: String!, $after: String) {
  transactions(agentNrdsId: $agentNrdsId, first: ${PAGE}, after: $after) {
    nodes { ${recordFields} } pageInfo { endCursor hasNextPage }
  }
}`.replace(/\s+/g, ' ');

/** CPU time in microseconds a record, for each part; rejects where a page is not full. */
export async function walk({ url, pid, token, records, parts, readCpu }: WalkOptions): Promise<readonly number[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const pagesEach = Math.max(1, Math.floor(records / PAGE / parts));
  const costs: number[] = [];
  let after: string | null = null;
  for (let part = 0; part < parts; part += 1) {
    const start = readCpu(pid);
    for (let page = 0; page < pagesEach; page += 1) {
      const body = JSON.stringify({ query, variables: { agentNrdsId: agents[0]!.nrds_id, after } });
      const { data, errors } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as Answer;
      const list = data?.transactions;
      if (!list || errors !== undefined) throw new Error(`the walk ends early: ${JSON.stringify(errors)}`);
      if (list.nodes.length !== PAGE) throw new Error(`a page of the walk has ${list.nodes.length} records`);
      after = list.pageInfo.endCursor;
    }
    costs.push((readCpu(pid) - start) / (pagesEach * PAGE));
  }
  return costs;
}
