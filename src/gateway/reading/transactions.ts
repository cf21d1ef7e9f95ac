/**
 * Use cases for transactions: list an agent's, get one (4.4, 4.5), build one from a flat record. All take grants; creation is in
 * `create-transaction`. A record that was fetched by its number gets that number from its grant, because getTransById leaves it out.
 */
import {
  type Batch,
  defaultOrder,
  filterEntries,
  isTimestampFilter,
  type TransactionFilter,
  type TransactionOrder,
} from '@realty-forms/contract/calls/requests.ts';
import type { Decoded, FlatRecord, Unreadable } from '@realty-forms/contract/columns/codec.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { columnReader, flatOf, SelectedRecord, type Selection } from '@realty-forms/contract/columns/selection.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { AgentGrant, TransactionGrant } from '../callers/grants.ts';
import { notFound } from '../fault.ts';
import { statedLength } from '../lists/batch-behavior.ts';
import { List } from '../lists/list.ts';
import type { AskBatch } from '../lists/list-answers.ts';
import { type Connection, MAX_PAGE_SIZE, type PageArguments, readConnection } from '../paging/connection.ts';
import { transactionFingerprints } from '../paging/record-fingerprints.ts';
import type { Parts } from '../parts.ts';
import { checkFilterText, checkFilterValue } from '../sendable-text.ts';
import { createCodeFilters, createDayFilters, filterChecks, isInTimeOrder, withoutCodes } from './filter-checks.ts';
import type { Loaders } from './loaders.ts';
import { isEachOnce, isEmptyList } from './response-checks.ts';

/** A transaction as the graph reads it. */
export interface Transaction extends TransactionRecord {
  /** The grant for the transaction, by which its files are read and added; null for a record without a number. */
  readonly grant: TransactionGrant | null;
  /** The agent that it belongs to; empty if unknown. */
  readonly agentNrdsId: string;
  /** The record as it was read. */
  readonly source: FlatRecord | SelectedRecord;
  readonly unreadable: readonly Unreadable[];
}

export type TransactionConnection = Connection<Transaction>;

export interface ListArguments extends PageArguments {
  readonly filter?: TransactionFilter | null;
  readonly orderBy?: (Partial<TransactionOrder> & Pick<TransactionOrder, 'field'>) | null;
}

/**
 * The columns of the records that are selected, and whether any of it is beyond the summary (2.4). In a list, they include those of the
 * fingerprint, which recognizes records when the list is read again.
 */
export interface Detail {
  readonly full: boolean;
  readonly selection: Selection;
  /** Whether the record is also returned as upstream sent it, so that all of it has to be read. */
  readonly raw?: boolean;
}

const readNumber = columnReader(['transId']);
/** Undefined if it was not read. */
const numberOf = (record: FlatRecord | SelectedRecord): unknown => readNumber(record)[0];
const FIRST: Batch = { size: MAX_PAGE_SIZE, number: 1 };

export type Transactions = Readonly<ReturnType<typeof createTransactions>>;

export function createTransactions(
  parts: Pick<Parts, 'access' | 'batchBehaviors' | 'checkEmptyList' | 'clock' | 'decode' | 'notation' | 'sealer'>,
) {
  const { access, decode, checkEmptyList, notation, sealer, batchBehaviors } = parts;
  const codeFilters = createCodeFilters();
  const dayFilters = createDayFilters('listTrans', parts);
  const build = (
    { record, unreadable }: Decoded<TransactionRecord>,
    flat: FlatRecord | SelectedRecord,
    grant: TransactionGrant | null,
    agentNrdsId = grant?.agentNrdsId ?? '',
  ): Transaction => ({ ...record, transId: grant?.transId ?? null, unreadable, source: flat, grant, agentNrdsId });

  const fromRecord = (
    grant: AgentGrant,
    flat: FlatRecord | SelectedRecord,
    selection?: Detail['selection'],
  ): Transaction => {
    const decoded = decode.transaction(flat, selection);
    const transId = decoded.record.transId ?? null;
    return build(decoded, flat, transId === null ? null : access.ownTransaction(grant, transId), grant.nrdsId);
  };

  return {
    /** Builds the transaction from a flat record that was read under an agent's grant. */
    fromRecord,
    /** Builds a transaction from a flat record that was read under its own grant. */
    fromOwnRecord: (grant: TransactionGrant, flat: FlatRecord, selection?: Detail['selection']): Transaction =>
      build(decode.transaction(flat, selection), flat, grant),
    async list(
      loaders: Loaders,
      grant: AgentGrant,
      { filter, orderBy, ...page }: ListArguments,
      detail: Detail,
    ): Promise<TransactionConnection> {
      const { full } = detail;
      const list = { filter: filter ?? {}, order: orderBy ? { ...defaultOrder, ...orderBy } : defaultOrder, full };
      checkFilterText('agentNrdsId', grant.nrdsId, notation);
      const filters = filterEntries(list.filter);
      for (const [name, value] of filters) checkFilterValue(`filter.${name}`, value, isTimestampFilter(name), notation);
      let of = grant;
      let isAsRequested = true;
      const read: AskBatch<FlatRecord | SelectedRecord> = async (batch) => {
        const answer = await loaders.transactions(of, list, batch, selectionOf(detail));
        isAsRequested &&= isEachOnce(answer.data, numberOf);
        const known = isEmptyList(batch, answer) ? await checkEmptyList(of) : of;
        if (known === of) return answer;
        of = known;
        return read(batch);
      };
      const checks = filterChecks(list.filter);
      const found = await readConnection(
        sealer,
        ['transactions', grant.holder, grant.nrdsId, filters, list.order],
        page,
        new List(read, batchBehaviors.listTrans),
        (flat) => {
          const transaction = fromRecord(grant, flat, detail.selection);
          isAsRequested &&= checks.every((isAsked) => isAsked(transaction));
          return transaction;
        },
        transactionFingerprints(list.order),
      );
      const readOthers = async (filter: TransactionFilter, order = list.order) => {
        const others = await loaders.transactions(of, { filter, order, full: false }, FIRST);
        const nodes = others.data.map((flat) => decode.transaction(flat).record);
        return { nodes, totalCount: statedLength(others) };
      };
      if (filters.length > 0 && found.isCounted) {
        await codeFilters.check(list.filter, found, () => readOthers(withoutCodes(list.filter)));
        await dayFilters.check(list.filter, found, async (...first) => (await readOthers(...first)).nodes);
      }
      isAsRequested &&= isInTimeOrder(found.nodes, list.order);
      return isAsRequested ? found : Object.assign(found, { isAsRequested });
    },
    /** Without `detail`, decodes the whole record. */
    get: (loaders: Loaders, grant: TransactionGrant, detail?: Detail): Promise<Transaction> =>
      loaders.transaction(grant, selectionOf(detail)).then((flat) => {
        if (flat === null) throw notFound();
        const decoded = decode.transaction(flat, detail?.selection);
        const { transId } = decoded.record;
        if (transId != null && transId !== grant.transId)
          throw invalidAnswer('getTransById', 'the record belongs to another transaction');
        return build(decoded, flat, grant);
      }),
  };
}

/** The columns to read; undefined for all of them. */
function selectionOf(detail: Detail | undefined): Selection | undefined {
  return detail?.raw === true ? undefined : detail?.selection;
}

/** Throws UPSTREAM_INVALID for a record without a number. */
export function grantOf({ grant }: Transaction): TransactionGrant {
  if (grant !== null) return grant;
  throw invalidAnswer('listTrans', 'a full record has no transId');
}

/** The record as upstream sent it. */
export function rawOf({ source }: Transaction): FlatRecord {
  return source instanceof SelectedRecord ? flatOf(source) : source;
}
