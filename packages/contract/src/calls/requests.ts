/**
 * Builds the requests of the endpoints (section 4) from the graph's names. Apart from the field table, only this file maps the graph's
 * names to the service's. The caller validates the values; a value that a filter cannot contain throws.
 */
import { compileKinds, type KindName, type ValueOf } from '../columns/kinds.ts';
import { endpoints } from './endpoints.ts';
import {
  closeRange,
  defaultNotation,
  type FilterKey,
  type FilterNotation,
  type FilterOf,
  type FilterValue,
  type GivenValue,
  givenEntries,
  isRange,
  keysByName,
  type OpenRange,
  printFilter,
  type TransactionFilterKey,
  transactionFilterKeys,
} from './filter.ts';
import { writeFilterValue } from './filter-timestamps.ts';
import type { Requests, SentValue } from './messages.ts';
import { INCREMENTAL } from './request-style.ts';

/** One batch of a list: its `size` in records (`limits.batchSize`) and its `number`, counted from 1. */
export interface Batch {
  readonly size: number;
  readonly number: number;
}

/** The conditions for transactions (4.4), by the graph's names. */
export type TransactionFilter = FilterOf<typeof transactionFilterKeys>;

const filterKeys = keysByName(transactionFilterKeys);
const filterNames = Object.keys(filterKeys) as (keyof TransactionFilter)[];

/** The categories by which a list of transactions can be sorted (4.4), by their names in the graph. */
export const sortFields = {
  NAME: 'transName',
  REALTOR_NAME: 'realtorName',
  INSERT_DATE: 'insertDate',
  LAST_UPDATE_DATE: 'lastUpdateDate',
  PROPERTY_TYPE: 'propertyType',
  TYPE: 'transactionType',
  STATUS: 'propertyStatus',
  LISTING_PRICE: 'listingPrice',
  LISTING_START_DATE: 'listingStartDate',
  LISTING_EXPIRATION_DATE: 'listingExpDate',
  PURCHASE_PRICE: 'purchasePrice',
  PURCHASE_AGREEMENT_DATE: 'purchaseAgreementDate',
  EARNEST_MONEY_DUE_DATE: 'earnestMoneyDueDate',
  CLOSING_DATE: 'closingDate',
} as const;

export type SortCategory = (typeof sortFields)[keyof typeof sortFields];

export const sortCategories: readonly SortCategory[] = Object.values(sortFields);

/** The column for a category; all but one have the category's name. */
export const columnOfCategory = (category: SortCategory) =>
  category === 'closingDate' ? 'projectedClosingDate' : category;

export interface TransactionOrder {
  readonly field: keyof typeof sortFields;
  readonly direction: 'ASC' | 'DESC';
}

/** The order if the caller selects none. It is always sent, because the spec defines no default. */
export const defaultOrder: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };

export interface ListTransactions {
  readonly agentNrdsId: string;
  readonly filter: TransactionFilter;
  readonly order: TransactionOrder;
  readonly full: boolean;
}

/** NRDS ids that no agent has. There are two, in case one of them is assigned to an agent. */
export const unusedNrdsIds = ['987654321', '876543219'] as const;

export function listTransactions(
  { agentNrdsId, filter, order, full }: ListTransactions,
  batch: Batch,
  notation: FilterNotation = defaultNotation,
): Requests['listTrans'] {
  return {
    batch_size: batch.size,
    batch_no: batch.number,
    sort: `${sortFields[order.field]}:${order.direction.toLowerCase()}`,
    filter: printTransactionFilter(agentNrdsId, filter, notation),
    full_details: full,
  };
}

function printTransactionFilter(agentNrdsId: string, filter: TransactionFilter, notation: FilterNotation): string {
  const values: [TransactionFilterKey, FilterValue][] = [['NRDSID', agentNrdsId]];
  for (const [name, value] of filterEntries(filter)) {
    const key = filterKeys[name];
    const row: FilterKey = transactionFilterKeys[key];
    const kind = row.table && kinds[row.table];
    const codes = kind && Array.isArray(value) ? value.map((each: string) => String(kind.print(each))) : value;
    const sent = isRange(codes) ? closeRange(codes) : codes;
    values.push([key, writeFilterValue(row, sent, notation.timestamps)]);
  }
  return printFilter(values, notation);
}

/** The filter's entries that have a value, in the order of the spec's table. */
export function filterEntries(filter: TransactionFilter): [keyof TransactionFilter, GivenValue][] {
  return givenEntries(filterNames, filter).map(([name, value]) => [name, bothEnds(value)]);
}

/** An end that is left out is the same as null. */
function bothEnds(value: string | readonly string[] | Partial<OpenRange>): GivenValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value as GivenValue;
  const { from = null, to = null } = value as Partial<OpenRange>;
  return { from, to };
}

/** Whether the filter's values are timestamps. */
export function isTimestampFilter(name: keyof TransactionFilter): boolean {
  const { value } = transactionFilterKeys[filterKeys[name]];
  return value === 'timestamp' || value === 'range';
}

/** Members who enabled access within the last `amount` (1 to 90) hours or days. */
export interface EnabledWithin {
  readonly unit: 'HOURS' | 'DAYS';
  readonly amount: number;
}

export function listActiveUsers(enabledWithin: EnabledWithin | null, batch: Batch): Requests['activeUsers'] {
  const request = { batch_size: batch.size, batch_no: batch.number };
  if (enabledWithin === null) return request;
  return {
    ...request,
    filter: INCREMENTAL,
    incremental_type: enabledWithin.unit === 'DAYS' ? 'days' : 'hours',
    incremental_time: enabledWithin.amount,
  };
}

export const getAccount = (email: string): Requests['getAccount'] => ({ emailId: email });

export const getTransaction = (transId: string): Requests['getTransById'] => ({ transId });

const createFields = {
  agentNrdsId: ['agentNRDSID', 'text'],
  stateId: ['stateID', 'text'],
  name: ['transName', 'text'],
  streetAddress: ['streetAddress', 'text'],
  propertyType: ['propertyType', 'propertyType'],
  type: ['transactionType', 'transactionType'],
  status: ['propertyStatus', 'propertyStatus'],
} as const satisfies Readonly<Record<string, readonly [keyof Requests['addTrans'], KindName]>>;

/** The parameters of addTrans (4.6), by the graph's names. */
export type CreateTransaction = {
  readonly [Name in keyof typeof createFields]: NonNullable<ValueOf<(typeof createFields)[Name][1]>>;
};

const kinds = compileKinds({ timeZone: 'UTC' });

export function createTransaction(input: CreateTransaction): Requests['addTrans'] {
  const entries = Object.entries(createFields).map(([name, [upstreamName, kind]]) => [
    upstreamName,
    kinds[kind].print(input[name as keyof CreateTransaction]),
  ]);
  return Object.fromEntries(entries) as Requests['addTrans'];
}

/** The values of an addTrans request, each with its input field. */
export function valuesOfCreation(request: Requests['addTrans']): SentValue[] {
  return Object.entries(createFields).map(([field, [upstreamName]]) => ({
    field,
    upstreamName,
    value: request[upstreamName],
  }));
}

/** Identifies a member, who has to match every given value. */
export interface MemberKey {
  readonly userName?: string | null;
  readonly email?: string | null;
}

export interface RegisterMember extends MemberKey {
  readonly url: string;
  /** False by default, as in the API. */
  readonly passcodeReturn?: boolean;
}

export function getMember({ userName, email }: MemberKey): Requests['getMember'] {
  return { ...(userName && { userName }), ...(email && { email }) };
}

export function registerMember({ url, passcodeReturn = false, ...key }: RegisterMember): Requests['userRegistration'] {
  return { ...getMember(key), url, passcodeReturn };
}

export const verifyToken = (token: string): Requests['verifyToken'] => ({ token });

/** A ticket (4.15, 4.16). Its parameters have the graph's names. Only the parts of the input that the endpoint's row has are sent. */
export function createTicket<E extends 'createTicket' | 'registrationTicket'>(
  endpoint: E,
  input: Requests[E],
): Requests[E] {
  const request: Partial<Requests[E]> = {};
  for (const name of Object.keys(endpoints[endpoint].request) as (keyof Requests[E])[]) request[name] = input[name];
  return request as Requests[E];
}
