/**
 * Use cases of transactions: list an agent's, get one (4.4, 4.5), show one that a flat record holds. Takes grants only, and leaves
 * creation to `create-transaction`. A record that was fetched by its number gets that number back, because getTransById leaves it out.
 */
import type { Decoded, FlatRecord, Unreadable } from '../contract/codec.ts';
import type { Group } from '../contract/fields.ts';
import { type FilterNotation, type FilterValue, unsafeFilterCharacter } from '../contract/filter.ts';
import { isOneRecord } from '../contract/known-records.ts';
import type { TransactionRecord } from '../contract/records.ts';
import { defaultOrder, givenFilters, type TransactionFilter, type TransactionOrder } from '../contract/requests.ts';
import { flatOf, Row, type Selection } from '../contract/selection.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import type { Access, AgentGrant, TransactionGrant } from './access.ts';
import { promised } from './at-hand.ts';
import { type Connection, connect, type PageArguments } from './connection.ts';
import type { Decode } from './decode.ts';
import { badInput, notFound } from './fault.ts';
import type { Loaders } from './loaders.ts';
import type { Sealer } from './seal.ts';

/** A transaction as the graph reads it. `id` and `transId` are there where the record came with its number. */
export interface Transaction extends TransactionRecord {
  readonly id: string;
  readonly transId: string;
  /** What the files of the transaction are read and added under; there where the record came with its number. */
  readonly grant: TransactionGrant;
  /** The record as it came. */
  readonly raw: FlatRecord;
  readonly unreadable: readonly Unreadable[];
}

export type TransactionConnection = Connection<Transaction>;

export interface ListArguments extends PageArguments {
  readonly filter?: TransactionFilter | null;
  readonly orderBy?: (Partial<TransactionOrder> & Pick<TransactionOrder, 'field'>) | null;
}

/** What of the records is wanted: by group or to the column, and whether any of it is beyond the summary (2.4). */
export interface Detail {
  readonly full: boolean;
  readonly wanted: ReadonlySet<Group> | Selection;
  /** The record is shown as it came, whatever is decoded of it. */
  readonly raw?: boolean;
}

export interface Transactions {
  readonly list: (
    loaders: Loaders,
    grant: AgentGrant,
    args: ListArguments,
    detail: Detail,
  ) => Promise<TransactionConnection>;
  /** Without `detail`, all of the record. */
  readonly get: (loaders: Loaders, grant: TransactionGrant, detail?: Detail) => Promise<Transaction>;
  /** The transaction that a flat record under an agent's grant holds. */
  readonly own: (grant: AgentGrant, flat: FlatRecord | Row, wanted?: Detail['wanted']) => Transaction;
}

export interface TransactionsOptions {
  readonly access: Access;
  readonly decode: Decode;
  readonly notation: FilterNotation;
  readonly sealer: Sealer;
}

export function createTransactions({ access, decode, notation, sealer }: TransactionsOptions): Transactions {
  const build = (
    { record, unreadable }: Decoded<TransactionRecord>,
    flat: FlatRecord | Row,
    grant: TransactionGrant | null,
  ): Transaction => new ReadTransaction(record, unreadable, flat, grant, access) as Transaction;

  const own: Transactions['own'] = (grant, flat, wanted) => {
    const decoded = decode.transaction(flat, wanted);
    const transId = decoded.record.transId ?? null;
    return build(decoded, flat, transId === null ? null : access.ownTransaction(grant, transId));
  };

  return {
    own,
    list: (loaders, grant, { filter, orderBy, ...page }, detail) =>
      promised(() => {
        const { full, wanted } = detail;
        const list = { filter: filter ?? {}, order: orderBy ? { ...defaultOrder, ...orderBy } : defaultOrder, full };
        checkText('agentNrdsId', grant.nrdsId, notation);
        const given = givenFilters(list.filter);
        for (const [name, value] of given) checkFilter(`filter.${name}`, value, notation);
        return connect(
          sealer,
          ['transactions', grant.holder, grant.nrdsId, given, list.order],
          page,
          (batch) => loaders.transactions(grant, list, batch, selectionOf(detail)),
          (flat) => own(grant, flat, wanted),
        );
      }),
    get: (loaders, grant, detail) =>
      loaders.transaction(grant, selectionOf(detail)).then((flat) => {
        if (flat === null) throw notFound();
        if (!isTransaction(flat)) throw misread('the record has no column of a transaction');
        const decoded = decode.transaction(flat, detail?.wanted);
        const { transId } = decoded.record;
        if (transId != null && transId.trim() !== grant.transId) throw misread('the record is of another transaction');
        return build(decoded, flat, grant);
      }),
  };
}

/**
 * The fields of the record, with what is made on demand beside them; that is no field, and none is made for most records.
 * Their names are written out, because an object that is given its fields one by one under any name is made slowly.
 */
class ReadTransaction {
  readonly name;
  readonly realtorName;
  readonly insertDate;
  readonly lastUpdateDate;
  readonly propertyType;
  readonly type;
  readonly status;
  declare readonly property?: TransactionRecord['property'];
  declare readonly listing?: TransactionRecord['listing'];
  declare readonly purchase?: TransactionRecord['purchase'];
  declare readonly seller?: TransactionRecord['seller'];
  declare readonly buyer?: TransactionRecord['buyer'];
  declare readonly serviceProviders?: TransactionRecord['serviceProviders'];
  readonly #unreadable: readonly Unreadable[];
  readonly #flat: FlatRecord | Row;
  readonly #grant: TransactionGrant | null;
  readonly #access: Access;

  constructor(
    record: TransactionRecord,
    unreadable: readonly Unreadable[],
    flat: FlatRecord | Row,
    grant: TransactionGrant | null,
    access: Access,
  ) {
    this.name = record.name;
    this.realtorName = record.realtorName;
    this.insertDate = record.insertDate;
    this.lastUpdateDate = record.lastUpdateDate;
    this.propertyType = record.propertyType;
    this.type = record.type;
    this.status = record.status;
    // A group that was not decoded is no field.
    if (record.property !== undefined) this.property = record.property;
    if (record.listing !== undefined) this.listing = record.listing;
    if (record.purchase !== undefined) this.purchase = record.purchase;
    if (record.seller !== undefined) this.seller = record.seller;
    if (record.buyer !== undefined) this.buyer = record.buyer;
    if (record.serviceProviders !== undefined) this.serviceProviders = record.serviceProviders;
    this.#unreadable = unreadable;
    this.#flat = flat;
    this.#grant = grant;
    this.#access = access;
  }

  get unreadable(): readonly Unreadable[] {
    return this.#unreadable;
  }
  get raw(): FlatRecord {
    return this.#flat instanceof Row ? flatOf(this.#flat) : this.#flat;
  }
  get grant(): TransactionGrant {
    return numberOf(this.#grant);
  }
  get transId(): string {
    return numberOf(this.#grant).transId;
  }
  // Sealing costs, and a summary has no number to seal.
  get id(): string {
    return this.#access.transactionId(numberOf(this.#grant));
  }
}

/** Something else in the place of a record would be shown as a transaction without values. A row has known columns only. */
function isTransaction(flat: FlatRecord | Row): boolean {
  return flat instanceof Row || isOneRecord('getTransById', [flat]);
}

function misread(problem: string): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'getTransById', sent: true });
}

/** What is read of the records at least; all for whoever names no columns. */
function selectionOf(detail: Detail | undefined): Selection | undefined {
  return detail === undefined || detail.raw === true || !('sets' in detail.wanted) ? undefined : detail.wanted;
}

function numberOf(grant: TransactionGrant | null): TransactionGrant {
  if (grant !== null) return grant;
  throw new UpstreamFault('UPSTREAM_INVALID', 'a record with all details carries no number', {
    endpoint: 'listTrans',
    sent: true,
  });
}

function checkFilter(argument: string, value: FilterValue, notation: FilterNotation): void {
  if (typeof value === 'string') checkText(argument, value, notation);
  else if ('from' in value) {
    checkText(`${argument}.from`, value.from, notation);
    checkText(`${argument}.to`, value.to, notation);
    if (isReversed(value)) throw badInput(argument, `must not end (${value.to}) before it begins (${value.from})`);
  } else if (value.length === 0) throw badInput(argument, 'must not be empty; leave it out instead');
}

/** Days by their text, instants by their time; of a day and an instant only the service knows, whose zone the day is of. */
function isReversed({ from, to }: { readonly from: string; readonly to: string }): boolean {
  if (isDay(from) !== isDay(to)) return false;
  return isDay(from) ? from > to : Date.parse(from) > Date.parse(to);
}

function isDay(timestamp: string): boolean {
  return !timestamp.includes('T');
}

/** A value that could break out of the filter's text, or that the filter cannot say, never reaches it. */
function checkText(argument: string, value: string, notation: FilterNotation): void {
  if (value.trim() === '') throw badInput(argument, 'must not be blank; leave it out instead');
  const character = unsafeFilterCharacter(value, notation);
  if (character !== null) {
    throw badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
  }
}
