/**
 * The records in responses as schemas, generated from the contract's rows: the transaction record group by group (2.4), and
 * the smaller records (2.2, 2.3, 2.6, 2.8).
 */

import type { ColumnSet } from '@realty-forms/contract/columns/fields.ts';
import { type ColumnGroup, transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import { memberSets } from '@realty-forms/contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { kindRef } from './kinds.ts';
import { closedObject, type Schema, schemaRef } from './schema.ts';

const groups: Readonly<Record<ColumnGroup, readonly [component: string, description: string]>> = {
  summary: ['TransactionSummaryColumns', 'In every response that contains transactions.'],
  property: ['TransactionPropertyColumns', 'The property.'],
  listing: ['TransactionListingColumns', 'The listing: price, dates and fees.'],
  purchase: ['TransactionPurchaseColumns', 'The purchase: price, dates and earnest money.'],
  seller: ['TransactionSellerColumns', "The seller's side: eight parties, brokerage, broker and agent."],
  buyer: ['TransactionBuyerColumns', "The buyer's side: eight parties, brokerage, broker and agent."],
  serviceProviders: ['TransactionServiceProviderColumns', 'The service providers, one set of columns for each type.'],
  identifier: ['TransactionIdentifierColumns', 'The identifier: in created records and in full lists only.'],
};

const groupNames = Object.keys(groups) as ColumnGroup[];
const detailGroups = groupNames.filter((group) => group !== 'identifier');

export const recordSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(groupNames.map((group) => [groups[group][0], groupSchema(group)])),
  TransactionSummary: combineGroups(['summary'], 'A transaction in a list without full_details (2.4): seven columns.'),
  TransactionRecord: combineGroups(
    detailGroups,
    `A transaction as returned by getTransById (2.4): ${transactionFields.length - 1} columns, no transId.`,
  ),
  FullTransactionRecord: combineGroups(
    groupNames,
    `A transaction with its transId (2.4): ${transactionFields.length} columns.`,
  ),
  ActiveUser: closedObject(columnsOf(activeUserSets), 'An agent that has enabled the integration (2.2).'),
  Account: closedObject(columnsOf(accountSets), 'A user-level account (2.3).'),
  File: closedObject(columnsOf(fileSets), 'A file of a transaction (2.6).'),
  Member: closedObject(memberColumns(memberSets.getMember), 'A member as returned by getMember (2.8).'),
  VerifiedMember: closedObject(memberColumns(memberSets.verifyToken), 'The member that a token was issued for (2.8).'),
};

/** Without additionalProperties, so that groups can be combined; the combined records are closed. */
function groupSchema(group: ColumnGroup): Schema {
  const columns = transactionFields.filter((field) => field.group === group);
  return {
    type: 'object',
    description: `${groups[group][1]} Columns: ${columns.length}.`,
    properties: Object.fromEntries(columns.map(({ wire, kind }) => [wire, kindRef(kind)])),
    required: columns.map(({ wire }) => wire),
  };
}

function combineGroups(included: readonly ColumnGroup[], description: string): Schema {
  return {
    type: 'object',
    description,
    allOf: included.map((group) => schemaRef(groups[group][0])),
    unevaluatedProperties: false,
  };
}

function columnsOf(sets: readonly ColumnSet[]): Record<string, Schema> {
  const columns = sets.flatMap(({ prefix, columns: rows }) =>
    rows.map(([suffix, , kind]): [string, KindName] => [prefix + suffix, kind]),
  );
  return Object.fromEntries(columns.map(([wire, kind]) => [wire, kindRef(kind)]));
}

/** 2.8 shows no types: every column is text except the list of holidays. */
function memberColumns([{ columns }]: (typeof memberSets)[keyof typeof memberSets]): Record<string, Schema> {
  const schemaOf = (name: string): Schema =>
    name === 'holidays' ? { type: 'array', items: kindRef('text') } : kindRef('text');
  return Object.fromEntries(columns.map(([name]) => [name, schemaOf(name)]));
}
