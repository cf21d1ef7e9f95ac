/**
 * The responses of the benchmarks' POST API, serialized once: records from the reference's own seed, 241 columns each, in the
 * specification's wrappers and column names. Each connection has its own agent, so that no two connections request the same records.
 */
import { wrapPage } from '@realty-forms/contract/answers/envelope.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { type JsonRecord, writeRecord } from '@realty-forms/reference/dialect/records.ts';
import { accountRecord, activeUserRecord } from '@realty-forms/reference/handlers/accounts.ts';
import { makeAgents, makeOffices } from '@realty-forms/reference/seed/agents.ts';
import { makeTransactions } from '@realty-forms/reference/seed/seed-database.ts';
import { dialectOf, type KindOfData, writeData } from './kinds.ts';

/** Agents in the directory, and so the most connections that a benchmark can have. */
export const AGENTS = 100;
/** Accounts that can be looked up by e-mail address: 5 per connection, for up to 40 connections. */
const ACCOUNTS = 200;
export const FIRST_TRANS_ID = 100_001;
const SEED = 42;
const NOW = Date.parse('2026-11-01T00:00:00Z');
const FILES_PER_TRANSACTION = 12;
const LIST_LENGTH = 250;
/** How many different pages there are per size; the agents share them. */
const VARIANTS = 4;

const allAgents = makeAgents(ACCOUNTS, makeOffices(8), SEED, NOW).map((agent) => ({ ...agent, office_name: null }));
export const agents = allAgents.slice(0, AGENTS);
/** No record names a buyer's agent, so that each fits the list of any agent. */
const seeded = [...makeTransactions(agents, { agents: AGENTS, offices: 8, transactions: 500, seed: SEED })].map(
  (seed) => ({ id: seed.id, record: { ...seed.record, buyerAgentNRDSID: '' } as typeof seed.record }),
);
const pages = new Map<string, Buffer>();
const fileLists = new Map<number, Buffer>();

/** The notation and the values of all records: those of the seed in the specification's notation, unless KIND, as JSON, says otherwise. */
const kind = JSON.parse(process.env['KIND'] ?? '{}') as KindOfData;
const dialect = dialectOf(kind);
const serialize = (value: unknown): Buffer => Buffer.from(JSON.stringify(value, null, kind.indent));
const write = (endpoint: EndpointName, record: JsonRecord): JsonRecord =>
  writeRecord(endpoint, writeData(record, kind), dialect, 'UTC');

/** The columns of a record in a list of summaries. */
const summaryColumns = transactionFields
  .filter(({ group }) => group === 'summary')
  .map(({ upstreamName }) => upstreamName);

/** A single record by transId; like getTransById's (4.5), it does not contain that id. */
const singleRecords = seeded.map(({ record }) => serialize([write('getTransById', record)]));
export const transactionById = (transId: number): Buffer | undefined => singleRecords[(transId - FIRST_TRANS_ID) % 500];

/**
 * A batch of an agent's list (4.4). Its records are serialized once, whatever its number: a batch that had to be
 * serialized first would cost a gateway more, too, because the processor's caches are cold when it arrives.
 */
export function transactionList(agent: number, batch: number, size: number, full: boolean): Buffer {
  const count = Math.max(0, Math.min(size, LIST_LENGTH - (batch - 1) * size));
  const next = batch * size < LIST_LENGTH ? batch + 1 : null;
  const key = `${(agent + batch) % VARIANTS} ${count} ${full}`;
  const page = pages.getOrInsertComputed(key, () => makePage((agent + batch) % VARIANTS, count, full));
  return next === null ? page : withNext(page, next);
}

const NEXT = /"next_batch_no":\s*(null)/d;
/** Of a page, which begins with its meta. */
const HEAD_BYTES = 200;

function withNext(page: Buffer, next: number): Buffer {
  const [start, end] = NEXT.exec(page.toString('latin1', 0, HEAD_BYTES))?.indices?.[1] ?? [0, 0];
  return Buffer.concat([page.subarray(0, start), Buffer.from(String(next)), page.subarray(end)]);
}

function makePage(variant: number, total: number, full: boolean): Buffer {
  const rows = Array.from({ length: total }, (_, index) => seeded[(variant * 100 + index) % seeded.length]!);
  // The order that the workloads request: the gateway warns of another one.
  rows.sort((one, other) => String(one.record.insertDate).localeCompare(String(other.record.insertDate)));
  const data = rows.map(({ id, record }) => {
    const written = full
      ? { ...record, transId: String(id) }
      : Object.fromEntries(summaryColumns.map((column) => [column, record[column]]));
    return write('listTrans', written);
  });
  return serialize([wrapPage({ total, max: LIST_LENGTH, nextBatchNo: null, data })]);
}

/** The files of a transaction (4.10). */
export const fileList = (transId: number): Buffer => fileLists.getOrInsertComputed(transId, makeFileList);

function makeFileList(transId: number): Buffer {
  const data = Array.from({ length: FILES_PER_TRANSACTION }, (_, index) => {
    const month = String(index + 1).padStart(2, '0');
    return write('listFiles', {
      fileFolderID: String(7_000 + (transId % 500)),
      fileID: String(transId * 100 + index),
      fileName: `document-${index + 1}.pdf`,
      fileDescription: `Document ${index + 1} of transaction ${transId}`,
      insertDate: `2025-${month}-04T09:30:00.000Z`,
      lastUpdateDate: `2025-${month}-05T10:00:00.000Z`,
    });
  });
  return serialize(wrapPage({ total: FILES_PER_TRANSACTION, max: null, nextBatchNo: null, data }));
}

/** The directory of active users (4.2), in one batch. */
export const activeUsers = serialize(
  wrapPage({
    total: AGENTS,
    max: AGENTS,
    nextBatchNo: null,
    data: agents.map(activeUserRecord),
  }),
);

/** Accounts by e-mail address (4.3). */
export const accounts: ReadonlyMap<string, Buffer> = new Map(
  allAgents.map((agent) => [agent.email, serialize([accountRecord(agent)])]),
);

/** The e-mail address of the account at this index, in seed order. */
export const emailOf = (index: number): string => allAgents[index % ACCOUNTS]!.email;
