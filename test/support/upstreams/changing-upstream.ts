/**
 * A POST API whose transactions the test changes, as in the vendor's own application: lists of agents, read as the change feed does.
 * It records by whom and for whom each list was read.
 */
import { keySetDocument } from '../callers/caller-tokens.ts';
import { detailRecord, summaryRecord } from '../transaction-record.ts';
import { type StubUpstream, startStubUpstream } from './stub-upstream.ts';

interface Poll {
  /** The vendor e-mail address of the gateway that reads. */
  readonly by: string;
  readonly nrdsId: string;
  /** By `performance.now`. */
  readonly at: number;
}

export interface ChangingUpstream extends Pick<StubUpstream, 'url' | 'close'> {
  readonly keySetUrl: string;
  /** The reads of full records. */
  readonly polls: Poll[];
  /** The reads of lists in all. */
  readonly lists: () => number;
  /** Changes an agent's first transaction, and returns its new name. */
  readonly change: (nrdsId: string) => string;
}

const INSERTED = '2026-03-01T09:30:00.000Z';
/** The first change of a list is later than all that was changed before. */
const START = Date.parse('2026-03-02T00:00:00Z');

export async function startChangingUpstream(agents: readonly string[]): Promise<ChangingUpstream> {
  const stub = await startStubUpstream();
  const lists = new Map(
    agents.map((nrdsId, index) => [nrdsId, { transId: `T-${index}`, transName: 'First', updated: START }]),
  );
  const polls: Poll[] = [];
  let changes = 0;
  stub.answer('/.well-known/jwks.json', { json: keySetDocument });
  stub.answer('/accounts/activeUsers', {
    json: { meta: { total: agents.length, max: agents.length }, data: agents.map((agentNRDSID) => ({ agentNRDSID })) },
  });
  stub.answer('/fsforms/listTrans', ({ body }) => {
    const { filter, full_details, userId, batch_no } = JSON.parse(body) as Readonly<Record<string, string>>;
    const nrdsId = /\d+/.exec(filter ?? '')?.[0] ?? '';
    const since = /lastUpdateDate_since=<?([^<>,]+)/.exec(filter ?? '')?.[1];
    const isFull = String(full_details) === 'true';
    const isFirst = Number(batch_no ?? 1) === 1;
    if (isFull && isFirst) polls.push({ by: userId ?? '', nrdsId, at: performance.now() });
    const list = lists.get(nrdsId);
    const isShown = list !== undefined && (since === undefined || list.updated >= Date.parse(since));
    const data = isShown && isFirst ? [recordOf(list, nrdsId, isFull)] : [];
    return { json: [{ meta: { total: data.length, max: isShown ? 1 : 0 }, data }] };
  });
  return {
    url: stub.url,
    close: stub.close,
    keySetUrl: `${stub.url}/.well-known/jwks.json`,
    polls,
    lists: () => stub.requestsTo('/fsforms/listTrans').length,
    change(nrdsId) {
      const list = lists.get(nrdsId);
      if (list === undefined) throw new Error(`no agent ${nrdsId}`);
      changes += 1;
      list.transName = `Change ${changes}`;
      list.updated += 1_000;
      return list.transName;
    },
  };
}

function recordOf(
  { transId, transName, updated }: { readonly transId: string; readonly transName: string; readonly updated: number },
  nrdsId: string,
  isFull: boolean,
) {
  const changing = { transName, insertDate: INSERTED, lastUpdateDate: new Date(updated).toISOString() };
  return isFull
    ? { ...detailRecord, buyerAgentNRDSID: nrdsId, ...changing, transId }
    : { ...summaryRecord, ...changing };
}
