/**
 * The records of answers as schemas, from the contract's rows: the transaction record group by group (2.4), and the smaller
 * ones (2.2, 2.3, 2.6, 2.8).
 */

import type { ColumnSet } from '../../contract/fields.ts';
import { type Group, transactionFields } from '../../contract/fields.ts';
import type { KindName } from '../../contract/kinds.ts';
import { accountSets, activeUserSets, fileSets, memberFields } from '../../contract/records.ts';
import { kindRef } from './kinds.ts';
import { exactly, type Schema, schemaRef } from './schema.ts';

const groups: Readonly<Record<Group, readonly [component: string, description: string]>> = {
  summary: ['TransactionSummaryColumns', 'In every answer that holds transactions.'],
  property: ['TransactionPropertyColumns', 'The property.'],
  listing: ['TransactionListingColumns', 'The listing: price, dates and fees.'],
  purchase: ['TransactionPurchaseColumns', 'The purchase: price, dates and earnest money.'],
  seller: ['TransactionSellerColumns', "The seller's side: eight parties, brokerage, broker and agent."],
  buyer: ['TransactionBuyerColumns', "The buyer's side: eight parties, brokerage, broker and agent."],
  serviceProviders: ['TransactionServiceProviderColumns', 'The service providers, one set of columns for each type.'],
  identifier: ['TransactionIdentifierColumns', 'The identifier: in created records and in full lists only.'],
};

const groupNames = Object.keys(groups) as Group[];
const detailGroups = groupNames.filter((group) => group !== 'identifier');

export const recordSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(groupNames.map((group) => [groups[group][0], groupSchema(group)])),
  TransactionSummary: together(['summary'], 'A transaction in a list without full_details (2.4): seven columns.'),
  TransactionRecord: together(detailGroups, 'A transaction as getTransById gives it (2.4): 240 columns, no transId.'),
  FullTransactionRecord: together(groupNames, 'A transaction with its transId (2.4): 241 columns.'),
  ActiveUser: exactly(columnsOf(activeUserSets), 'An agent that has enabled the integration (2.2).'),
  Account: exactly(columnsOf(accountSets), 'A user-level account (2.3).'),
  File: exactly(columnsOf(fileSets), 'A file of a transaction (2.6).'),
  Member: exactly(memberColumns(memberFields.getMember), 'A member as getMember gives it (2.8).'),
  VerifiedMember: exactly(memberColumns(memberFields.verifyToken), 'The member that a token stood for (2.8).'),
};

/** Without additionalProperties, so that groups can be put together; the records that they make are closed. */
function groupSchema(group: Group): Schema {
  const columns = transactionFields.filter((field) => field.group === group);
  return {
    type: 'object',
    description: `${groups[group][1]} Columns: ${columns.length}.`,
    properties: Object.fromEntries(columns.map(({ wire, kind }) => [wire, kindRef(kind)])),
    required: columns.map(({ wire }) => wire),
  };
}

function together(of: readonly Group[], description: string): Schema {
  return {
    type: 'object',
    description,
    allOf: of.map((group) => schemaRef(groups[group][0])),
    unevaluatedProperties: false,
  };
}

function columnsOf(sets: readonly ColumnSet[]): Record<string, Schema> {
  const columns = sets.flatMap(({ prefix, columns: rows }) =>
    rows.map(([suffix, , kind]): [string, KindName] => [prefix + suffix, kind]),
  );
  return Object.fromEntries(columns.map(([wire, kind]) => [wire, kindRef(kind)]));
}

/** The types of 2.8 are not shown: all are text but the list of holidays. */
function memberColumns(names: readonly string[]): Record<string, Schema> {
  const schemaOf = (name: string): Schema =>
    name === 'holidays' ? { type: 'array', items: kindRef('text') } : kindRef('text');
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
}
