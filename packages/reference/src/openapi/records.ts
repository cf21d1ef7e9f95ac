/** The records in responses as schemas (2.2 to 2.4, 2.6, 2.8), generated from the contract's rows. */
import { type ColumnSet, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { memberSets } from '@realty-forms/contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { kindRef } from './kinds.ts';
import { closedObject, type Schema, schemaRef } from './schema.ts';

const { additionalProperties: _, ...columns } = closedObject(
  columnsOf(transactionSets.filter(({ group }) => group !== 'identifier')),
  'The columns of a transaction but its identifier (2.4).',
);
const transaction = { type: 'object', allOf: [schemaRef('TransactionColumns')], unevaluatedProperties: false };

export const recordSchemas: Readonly<Record<string, Schema>> = {
  TransactionColumns: columns,
  TransactionSummary: closedObject(
    columnsOf(transactionSets.filter(({ group }) => group === 'summary')),
    'A transaction in a list without full_details (2.4).',
  ),
  TransactionRecord: { ...transaction, description: 'A transaction as returned by getTransById (2.4): no transId.' },
  FullTransactionRecord: {
    ...transaction,
    description: 'A transaction with its transId (2.4).',
    properties: { transId: kindRef('text') },
    required: ['transId'],
  },
  ActiveUser: closedObject(columnsOf(activeUserSets), 'An agent that has enabled the integration (2.2).'),
  Account: closedObject(columnsOf(accountSets), 'A user-level account (2.3).'),
  File: closedObject(columnsOf(fileSets), 'A file of a transaction (2.6).'),
  Member: closedObject(memberColumns(memberSets.getMember), 'A member as returned by getMember (2.8).'),
  VerifiedMember: closedObject(memberColumns(memberSets.verifyToken), 'The member that a token was issued for (2.8).'),
};

function columnsOf(sets: readonly ColumnSet[]): Record<string, Schema> {
  const cells = sets.flatMap(({ prefix, columns: rows }) =>
    rows.map(([suffix, , kind]) => [prefix + suffix, kindRef(kind)] as const),
  );
  return Object.fromEntries(cells);
}

/** 2.8 shows no types: every column is text except the list of holidays. */
function memberColumns([{ columns }]: (typeof memberSets)[keyof typeof memberSets]): Record<string, Schema> {
  const schemaOf = (name: string): Schema =>
    name === 'holidays' ? { type: 'array', items: kindRef('text') } : kindRef('text');
  return Object.fromEntries(columns.map(([name]) => [name, schemaOf(name)]));
}
