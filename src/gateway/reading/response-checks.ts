/**
 * Checks that answers of the POST API match their requests, as far as their columns allow: e-mail addresses, the NRDS ids of both sides'
 * agents, the values of a creation. If any record contradicts the request, the whole answer is UPSTREAM_INVALID, and this is logged
 * without values; a write becomes UNKNOWN. Blank columns are not compared; docs/security.md lists what cannot be checked. The service
 * decides what an agent's list contains, so a transaction between two other agents is only counted there, unless the configuration says
 * otherwise.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch, CreateTransaction, MemberKey } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { agentIdColumns } from '@realty-forms/contract/columns/fields.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { Directory } from '../callers/directory.ts';
import type { AgentGrant } from '../callers/grants.ts';
import { foldEmail, foldNrdsId, sameNrdsId } from '../callers/identifiers.ts';
import { UpstreamFault, unknownAgent } from '../fault.ts';
import {
  createdValues,
  differingColumns,
  matchInsertDate,
  mayBeRewritten,
  normalizeText,
  recordedValues,
} from '../ledger/recovery/matching.ts';
import type { Answer } from '../lists/batch-behavior.ts';
import type { Parts } from '../parts.ts';

type TransactionRow = FlatRecord | SelectedRecord;

/** Each check throws UPSTREAM_INVALID for an answer that contradicts its request. */
export type ResponseChecks = Readonly<ReturnType<typeof createResponseChecks>>;

export interface ResponseChecksOptions extends Pick<Parts, 'clock' | 'log' | 'metrics'> {
  /** What happens to transactions between two other agents, in an agent's list or under an agent's id. */
  readonly othersTransactions: 'show' | 'refuse';
}

export function createResponseChecks({ othersTransactions, clock, log, metrics }: ResponseChecksOptions) {
  const reject = (endpoint: EndpointName, columns: readonly string[], contradicting: number, records: number): void => {
    if (contradicting === 0) return;
    log.warn(
      { endpoint, columns, records, contradicting },
      'a response of the POST API contradicts the request and is not used',
    );
    throw invalidAnswer(endpoint, `the response contradicts the request in ${columns.join(' or ')}`);
  };

  return {
    /**
     * Checks the records of one agent's transactions. Either side may name another agent, or none. If both sides name other agents, the
     * record belongs to an assistant, a coordinator or a broker, or it does not belong to this agent.
     */
    checkOthersTransactions(
      endpoint: 'listTrans' | 'getTransById',
      nrdsId: string,
      records: readonly TransactionRow[],
    ): void {
      let others = 0;
      for (const record of records) if (namesOthersOnly(record, nrdsId)) others += 1;
      if (others > 0) metrics.othersTransactions.inc({ endpoint }, others);
      if (othersTransactions === 'refuse') reject(endpoint, agentIdColumns, others, records.length);
    },
    /** Checks the record that a creation returns, which can name only the creator as its agent. */
    rejectOthersCreation({ agentNrdsId }: CreateTransaction, flat: TransactionRow): void {
      reject('addTrans', agentIdColumns, namesOtherThan(flat, agentNrdsId) ? 1 : 0, 1);
    },
    /**
     * Checks that the same record has the values that were sent, unless it names this agent and this time, and the service may have rewritten
     * them. Returns whether it has other values.
     */
    rejectOtherCreation(sent: CreateTransaction, flat: TransactionRow, record: TransactionRecord): boolean {
      const columns = differingColumns(createdValues(sent), recordedValues(record));
      const isRewritten =
        mayBeRewritten(columns) &&
        namesAgent(flat, sent.agentNrdsId) &&
        matchInsertDate(record.insertDate, clock.now(), 0) === 'INSIDE';
      reject('addTrans', columns, columns.length === 0 || isRewritten ? 0 : 1, 1);
      return columns.length > 0;
    },
    /** The accounts that state this address, or all accounts if none states an address. */
    accountsWith(email: string, accounts: readonly FlatRecord[]): readonly FlatRecord[] {
      const asked = foldEmail(email);
      const stated = accounts.map((account) => foldEmail(textOf(account['email'])));
      const others = stated.filter((each) => each !== '' && each !== asked);
      reject('getAccount', ['email'], others.length, accounts.length);
      const stating = accounts.filter((_, at) => stated[at] === asked);
      return stating.length > 0 ? stating : accounts;
    },
    rejectOtherMembers(key: MemberKey, members: readonly FlatRecord[]): void {
      const asked = { userName: normalizeText(key.userName ?? ''), email: foldEmail(key.email ?? '') };
      const isOther = (member: FlatRecord): boolean =>
        differs(asked.userName, normalizeText(textOf(member['userName']))) ||
        differs(asked.email, foldEmail(textOf(member['email'])));
      reject('getMember', ['userName', 'email'], members.filter(isOther).length, members.length);
    },
  };
}

/** Whether both sides name an agent other than this one. */
export const namesOthersOnly = (record: TransactionRow, nrdsId: string): boolean => namesOtherThan(record, nrdsId, 2);

/** Whether at least this many sides name an agent, and none of them names this one. */
function namesOtherThan(record: TransactionRow, nrdsId: string, sides = 1): boolean {
  const named = agentsOf(record);
  return named.length >= sides && !named.some((id) => sameNrdsId(id, nrdsId));
}

export const namesAgent = (record: TransactionRow, nrdsId: string): boolean =>
  agentsOf(record).some((id) => sameNrdsId(id, nrdsId));

/** The valid NRDS ids in a record. */
function agentsOf(record: TransactionRow): string[] {
  return [0, 1].map((side) => textOf(agentCellOf(record, side)).trim()).filter((id) => foldNrdsId(id) !== '');
}

/** The NRDS id of the seller's (0) or the buyer's (1) agent; empty if the column was not read. */
function agentCellOf(record: TransactionRow, side: number): unknown {
  if (!(record instanceof SelectedRecord)) return record[agentIdColumns[side] as string];
  const cell = record.selection.agentCells?.[side];
  return cell === undefined ? '' : record.cells[cell];
}

function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' ? String(raw) : '';
}

function differs(asked: string, stated: string): boolean {
  return asked !== '' && stated !== '' && asked !== stated;
}

/**
 * Checks whether an empty list belongs to an unknown agent: an agent's grant proves its NRDS id, but a service may name any id. While no
 * directory can be loaded, the list is accepted. Throws NOT_FOUND if no user has the NRDS id. Returns another grant if the directory writes
 * the id differently, because the list under that notation has not been read.
 */
export type CheckEmptyList = (grant: AgentGrant) => Promise<AgentGrant>;

export function createCheckEmptyList(directory: Pick<Directory, 'byNrdsId'>): CheckEmptyList {
  return async (grant) => {
    if (grant.holder !== '') return grant;
    const known = await directory.byNrdsId(grant.nrdsId).catch((error: unknown) => {
      if (error instanceof UpstreamFault) return undefined;
      throw error;
    });
    if (known === null) throw unknownAgent();
    const nrdsId = known?.nrdsId ?? grant.nrdsId;
    return nrdsId === grant.nrdsId ? grant : { ...grant, nrdsId };
  };
}

/** Whether no record is there twice, which would be in place of another one. Records with a blank key are not compared. */
export function isEachOnce<T>(records: readonly T[], keyOf: (record: T) => unknown): boolean {
  const keys = new Set<unknown>();
  for (const record of records) {
    const key = keyOf(record);
    if (isBlank(key)) continue;
    if (keys.has(key)) return false;
    keys.add(key);
  }
  return true;
}

/** Whether the list has no record at its beginning. */
export function isEmptyList({ number }: Batch, { data }: Answer<unknown>): boolean {
  return data.length === 0 && number === 1;
}
