/**
 * The export: all transactions of all agents as lines of JSON or, after a cursor, what has changed since, with deletions and agents who
 * have left. It is for warehouses and other systems that keep a copy. It reads the index page by page, as fast as the client reads, and
 * makes no call of the POST API.
 */
import type { AgentGrant } from '../callers/grants.ts';
import type { Principal } from '../callers/principal.ts';
import { faultOf, GatewayFault } from '../fault.ts';
import { readParts, writeParts } from '../ids/seal.ts';
import type { Parts } from '../parts.ts';
import type { LoggedChanges } from './store/reading.ts';

export type ExportTransactions = ReturnType<typeof createExport>;

const SCOPE = 'transactions.export';
/** The size of a page, all of whose records are unpacked in one turn of the event loop. */
const PAGE = 50;
/** How long one export uses the same agents before it asks the directory again. */
const AGENTS_MS = 5_000;
const CURSOR_OF = 'transactions';

export function createExport({
  access,
  index,
  sealer,
  decode,
  clock,
}: Pick<Parts, 'access' | 'index' | 'sealer' | 'decode' | 'clock'>) {
  const openCursor = (cursor: string): Position => {
    const bytes = sealer.openCursor('export', CURSOR_OF, cursor);
    const [name, change] = (bytes && readParts(bytes)) ?? [];
    if (name !== undefined && change !== undefined) return { log: name, change: Number(change) };
    throw faultOf('INVALID_CURSOR', 'cursor', 'not the cursor of an export');
  };
  const sealCursor = ({ log: name, change }: Position): string =>
    sealer.sealCursor('export', CURSOR_OF, writeParts([name, String(change)]));

  /** Null for a row of an agent whom the directory does not have. */
  const lineOf = ({ nrdsId, transId, record }: LoggedChanges['changes'][number], grants: Grants): string | null => {
    if (transId === null) return JSON.stringify({ agentNrdsId: nrdsId, agentLeft: true });
    const grant = grants.get(nrdsId);
    if (grant === undefined) return null;
    const id = access.transactionId(access.ownTransaction(grant, transId));
    const names = { id, transId, agentNrdsId: nrdsId };
    if (record === null) return JSON.stringify({ ...names, deleted: true });
    return JSON.stringify({ ...names, ...decode.transaction(record).record, transId });
  };

  /**
   * The lines, several at a time. Rejects at once if the caller may not export, and for a cursor that cannot be continued. The iteration
   * throws if the index is filled again meanwhile.
   */
  return async (principal: Principal, cursor: string | null): Promise<AsyncIterable<string>> => {
    access.service(principal);
    if (!principal.scopes.has(SCOPE)) throw new GatewayFault('FORBIDDEN', `The token lacks the scope ${SCOPE}`);
    if (index === null) throw new GatewayFault('BAD_USER_INPUT', SWITCHED_OFF);
    const from = cursor === null ? { log: null, change: 0 } : openCursor(cursor);

    let grants: Grants = new Map();
    /** The agents whose changes are on all pages. */
    let covered: readonly string[] | null = null;
    let resolvedAt = Number.NEGATIVE_INFINITY;
    /** The following pages contain no agent who leaves while the export runs. */
    const resolveAgents = async () => {
      if (Math.abs(clock.now() - resolvedAt) < AGENTS_MS) return;
      grants = new Map((await access.agents(principal)).map((grant) => [grant.nrdsId, grant]));
      covered = (covered ?? [...grants.keys()]).filter((nrdsId) => grants.has(nrdsId));
      resolvedAt = clock.now();
    };
    const readPage = async (change: number) => {
      await resolveAgents();
      return index.changesSince(change, PAGE);
    };
    await resolveAgents();
    // Read before the pages: what is in the index by then is on them.
    let freshness = await index.freshness([...grants.keys()]);
    const first = await readPage(from.change);
    if (from.log !== null && from.log !== first.log) throw faultOf('INVALID_CURSOR', 'cursor', REBUILT);

    return (async function* () {
      let { change } = from;
      /** The next export continues before it: the rows follow once the directory has the agent. Until then, lines after them repeat. */
      let firstSkipped = Number.POSITIVE_INFINITY;
      for (let page = first; ; page = await readPage(change)) {
        if (page.log !== first.log) throw new GatewayFault('INDEX_UNAVAILABLE', 'The index was rebuilt');
        let lines = '';
        for (const each of page.changes) {
          const line = lineOf(each, grants);
          if (line === null) firstSkipped = Math.min(firstSkipped, each.change);
          else lines += `${line}\n`;
        }
        if (lines !== '') yield lines;
        change = page.changes.at(-1)?.change ?? change;
        // What was read of the agent before is gone, and the rest may not be in the index again: if it is, it is on the following pages.
        if (page.changes.some(({ nrdsId, transId }) => transId === null && grants.has(nrdsId)))
          freshness = await index.freshness(covered ?? []);
        else if (page.changes.length < PAGE) break;
      }
      const last = {
        cursor: sealCursor({ log: first.log, change: Math.min(change, firstSkipped - 1) }),
        asOf: freshness.asOf === null ? null : new Date(freshness.asOf),
        isComplete: freshness.isComplete,
        agentNrdsIds: covered,
      };
      yield `${JSON.stringify(last)}\n`;
    })();
  };
}

const SWITCHED_OFF = 'The search index is turned off here, so nothing can be exported';
const REBUILT = 'the index was rebuilt since then; start again without a cursor';

type Grants = ReadonlyMap<string, AgentGrant>;

/** A position in one log of changes. */
interface Position {
  readonly log: string;
  readonly change: number;
}
