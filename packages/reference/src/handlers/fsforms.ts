/** listTrans, getTransById and addTrans (4.4 to 4.6): list an agent's transactions, read one, and create one. */

import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { creationFailed } from '../http/failure.ts';
import type { RequestValues } from '../http/validate.ts';
import { nextBatchNo, readBatch } from '../http/validate.ts';
import { type DescribedEndpoints, filterText, text } from '../openapi/endpoint.ts';
import { kindSchemas } from '../openapi/kinds.ts';
import { atMostOne, batchOf, exactlyOne, listOf, type Schema, schemaRef } from '../openapi/schema.ts';
import type { Agent, Agents } from '../store/agents.ts';
import type { WireRecord } from '../store/transactions.ts';
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

/** The fifty states and the District of Columbia. */
export const STATES: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

interface NewTransaction {
  readonly agentNrdsId: string;
  readonly record: WireRecord;
}

/**
 * The record that addTrans creates from its seven fields: blank except for those fields, the agent and the current time. A value that is
 * not in its table is a 403 with the reason.
 */
async function newTransaction(values: RequestValues, agents: Agents, now: number): Promise<NewTransaction> {
  const field = (name: string) => values.text(name) ?? '';
  const state = field('stateID');
  if (!STATES.has(state)) throw creationFailed(`${state} is not a stateID`);
  const propertyType = readCode('propertyType', field('propertyType'));
  const type = readCode('transactionType', field('transactionType'));
  const status = readCode('propertyStatus', field('propertyStatus'));
  const agentNrdsId = field('agentNRDSID');
  const agent = await agents.findByNrdsId(agentNrdsId);
  if (agent === null) throw creationFailed(`${agentNrdsId} is not an agent that has enabled the integration`);

  const createdAt = new Date(now).toISOString();
  const record = {
    ...blankRecord,
    ...sideAgent(type === 'P' ? 'buyer' : 'seller', agent),
    transName: field('transName'),
    realtorName: fullName(agent),
    insertDate: createdAt,
    lastUpdateDate: createdAt,
    propertyType,
    transactionType: type,
    propertyStatus: status,
    streetAddress: field('streetAddress'),
    State: state,
  };
  return { agentNrdsId, record };
}

/** A record with every column of the contract, all blank. */
const blankRecord: WireRecord = Object.fromEntries(
  transactionFields.flatMap(({ upstreamName, group }) => (group === 'identifier' ? [] : [[upstreamName, '']])),
);

function readCode(table: keyof typeof codeTables, code: string): string {
  const isKnown = codeTables[table].some((row) => row.code === code);
  if (!isKnown) throw creationFailed(`${code} is not a ${table}`);
  return code;
}

/** A purchase belongs to the buyer's agent, every other type to the seller's. */
function sideAgent(side: 'seller' | 'buyer', agent: Agent): WireRecord {
  return {
    [`${side}AgentName`]: fullName(agent),
    [`${side}AgentEmail`]: agent.email,
    [`${side}AgentNRDSID`]: agent.nrds_id,
  };
}

function fullName(agent: Agent): string {
  return `${agent.first_name} ${agent.last_name}`.trim();
}
