/**
 * A POST API whose transactions the test changes, as in the vendor's own application: lists of agents, read as the change feed does.
 * It records by whom and for whom each list was read.
 */
import { DAY_MS } from '@realty-forms/platform/clock.ts';
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
interface Changing {
  readonly transId: string;
  transName: string;
  /** In milliseconds. */
  updated: number;
}

/** The first change of a list is later than all that was changed before. */
const START = Date.parse('2026-03-02T00:00:00Z');

export async function startChangingUpstream(agents: readonly string[]): Promise<ChangingUpstream> {
  const stub = await startStubUpstream();
  const lists = new Map(
    // The last changed one first. From the other one, the gateway learns that the meta counts the list.
    agents.map((nrdsId, index) => [
      nrdsId,
      [
        { transId: `T-${index}`, transName: 'First', updated: START },
        { transId: `O-${index}`, transName: 'Older', updated: START - DAY_MS },
      ] as [Changing, Changing],
    ]),
  );
  const polls: Poll[] = [];
  let changes = 0;
  stub.answer('/.well-known/jwks.json', { json: keySetDocument });
  stub.answer('/accounts/activeUsers', {
    json: { meta: { total: agents.length, max: agents.length }, data: agents.map((agentNRDSID) => ({ agentNRDSID })) },
  });
  stub.answer('/fsforms/listTrans', ({ body }) => {
    const { filter, full_details, userId, batch_no, batch_size } = JSON.parse(body) as Readonly<Record<string, string>>;
    const nrdsId = /\d+/.exec(filter ?? '')?.[0] ?? '';
    const since = /lastUpdateDate_since=<?([^<>,]+)/.exec(filter ?? '')?.[1];
    const isFull = String(full_details) === 'true';
    const [number, size] = [Number(batch_no ?? 1), Number(batch_size ?? 20)];
    if (isFull && number === 1) polls.push({ by: userId ?? '', nrdsId, at: performance.now() });
    const shown = (lists.get(nrdsId) ?? []).filter(
      ({ updated }) => since === undefined || updated >= Date.parse(since),
    );
    const data = shown.slice((number - 1) * size, number * size).map((each) => recordOf(each, nrdsId, isFull));
    const next_batch_no = number * size < shown.length ? number + 1 : null;
    return { json: [{ meta: { total: data.length, max: shown.length, next_batch_no }, data }] };
  });
  stub.answer('/fsforms/getTransById', ({ body }) => {
    const { transId } = JSON.parse(body) as { transId: string };
    const found = [...lists].flatMap(([nrdsId, list]) =>
      list.filter((each) => each.transId === transId).map((each) => recordOf(each, nrdsId, true)),
    );
    return { json: found };
  });
  const change = (nrdsId: string): string => {
    const [list] = lists.get(nrdsId) ?? [];
    if (list === undefined) throw new Error(`no agent ${nrdsId}`);
    changes += 1;
    list.transName = `Change ${changes}`;
    list.updated += 1_000;
    return list.transName;
  };
  // Whatever a gateway writes, it changes the same transaction.
  stub.answer('/fsforms/serviceproviders', ({ body }) => {
    change(JSON.parse(body).agentNRDSID);
    return { json: { result: 'Success' } };
  });
  return {
    url: stub.url,
    close: stub.close,
    keySetUrl: `${stub.url}/.well-known/jwks.json`,
    polls,
    lists: () => stub.requestsTo('/fsforms/listTrans').length,
    change,
  };
}

function recordOf({ transId, transName, updated }: Changing, nrdsId: string, isFull: boolean) {
  const changing = { transName, insertDate: INSERTED, lastUpdateDate: new Date(updated).toISOString() };
  return isFull
    ? { ...detailRecord, buyerAgentNRDSID: nrdsId, ...changing, transId }
    : { ...summaryRecord, ...changing };
}
