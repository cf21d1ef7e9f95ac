/** listTrans, getTransById and addTrans (4.4 to 4.6): list an agent's transactions, read one, and create one. */

import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { nextBatchNo, readBatch } from '../http/validate.ts';
import { type DescribedEndpoints, filterText, text } from '../openapi/endpoint.ts';
import { kindSchemas } from '../openapi/kinds.ts';
import { atMostOne, batchOf, exactlyOne, listOf, type Schema, schemaRef } from '../openapi/schema.ts';
import { newTransaction } from './creation.ts';
import { readFilter, readSort } from './listing.ts';

export const transactions = {
  listTrans: {
    tag: 'transactions',
    summary: "List an agent's transactions",
    description: 'Filtered, sorted and in batches; seven columns each, or all of them with `full_details`.',
    fields: ({ agentNRDSID }) => ({
      sort: {
        description:
          'A category, optionally with `:asc` or `:desc`; ascending by default. Blanks sort below every value, ' +
          `ties are ordered by transId. Categories: ${sortCategories.join(', ')}.`,
        pattern: String.raw`^\s*(${sortCategories.join('|')})\s*(:\s*(asc|desc)\s*)?$|^\s*$`,
        examples: ['insertDate:desc', ...sortCategories],
      },
      filter: {
        description: filterText(transactionFilterKeys),
        examples: [
          `NRDSID=<${agentNRDSID}>`,
          `NRDSID=<${agentNRDSID}>, propertyStatus=<A|P>, insertDate_min=<2025-01-01>`,
          `NRDSID=<${agentNRDSID}>, closingDate_range=<2026-01-01 - 2026-12-31>`,
        ],
      },
      full_details: {
        description: 'True for all columns and the transId; false, the default, for the seven summary columns.',
        default: false,
      },
    }),
    response: exactlyOne(
      batchOf({ anyOf: [listOf(schemaRef('TransactionSummary')), listOf(schemaRef('FullTransactionRecord'))] }),
    ),
    handle: async (values, { transactions, timeZone }) => {
      const batch = readBatch('listTrans', values);
      const sort = readSort(values.text('sort'));
      const { rows, max } = await transactions.list({
        ...readFilter(values.text('filter') ?? '', timeZone),
        sort,
        window: batch,
        fullDetails: values.boolean('full_details') ?? false,
      });
      return { records: rows, max, nextBatchNo: nextBatchNo(batch, max) };
    },
  },
  getTransById: {
    tag: 'transactions',
    summary: 'Read one transaction',
    description: 'A list of one record with all columns but transId; empty if there is no such transaction.',
    fields: () => ({}),
    response: atMostOne('TransactionRecord'),
    /** The response has no transId: the spec omits it from this record only (2.4). */
    handle: async (values, { transactions }) => {
      const id = readTransId(values.text('transId') ?? '');
      const record = id === null ? null : await transactions.find(id);
      return { records: record === null ? [] : [record] };
    },
  },
  addTrans: {
    tag: 'transactions',
    summary: 'Create a transaction',
    description:
      'Returns the full record of the new transaction, with its transId. Sending the same request again creates another. ' +
      'Control characters, `<` and `>` are rejected with 402, values that do not make a valid transaction with 403.',
    fields: ({ agentNRDSID }) => ({
      stateID: text('Two-letter uppercase code of one of the fifty states or DC (an assumption, 4.6).', 'CA', 'OH'),
      agentNRDSID: text('The agent that the transaction is for; it must have enabled the integration.', agentNRDSID),
      transName: text('The name shown in lists.', '12 Example Road'),
      streetAddress: text('Street and number of the property.', '12 Example Road'),
      propertyType: codesOf('PropertyType'),
      transactionType: codesOf('TransactionType'),
      propertyStatus: codesOf('PropertyStatus'),
    }),
    response: exactlyOne(schemaRef('FullTransactionRecord')),
    handle: async (values, { agents, transactions, clock }) => {
      const { agentNrdsId, record } = await newTransaction(values, agents, clock.now());
      return { records: [await transactions.add(agentNrdsId, record)] };
    },
  },
} satisfies Partial<DescribedEndpoints>;

/** Reads a transId, the digits of a positive integer; null for any other text, which identifies nothing. */
export function readTransId(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : null;
}

function codesOf(name: string): Schema {
  const { description = '', enum: codes = [] } = kindSchemas[name] ?? {};
  return { description, enum: codes };
}
