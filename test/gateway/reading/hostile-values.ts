/**
 * Sends texts that try to break out of a filter through the gateway's own checks and its printed request. Either the
 * gateway rejects the text and sends nothing, or the POST API's filter parser returns exactly that value (except for
 * white space at its ends, which it trims) together with the one intended agent.
 */

import { selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import {
  defaultNotation,
  type FilterNotation,
  fileFilterKeys,
  parseFilter,
  transactionFilterKeys,
} from '@realty-forms/contract/calls/filter.ts';
import { listTransactions } from '@realty-forms/contract/calls/requests.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { readFilter } from '@realty-forms/reference/handlers/listing.ts';
import { GatewayFault } from '../../../src/gateway/fault.ts';
import type { Loaders } from '../../../src/gateway/reading/loaders.ts';
import { createRandom, type Random } from '../../isolation/random.ts';
import { service } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';

const AGENT = '800';
const MAX_PIECES = 7;

const pieces = [
  '<',
  '>',
  ',',
  ';',
  '&',
  '=',
  '|',
  '-',
  ' - ',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u202e',
  '\ud800',
  '\udfff',
  '＜',
  '＞',
  '，',
  '＝',
  '%3E',
  '&gt;',
  '\\',
  '"',
  "'",
  'NRDSID',
  'NRDSID=<801>',
  '>,NRDSID=<801',
  '>;NRDSID=<801',
  '&NRDSID=801',
  ';NRDSID=801',
  'realtorName=<x>',
  '801',
  '800',
  'a',
  'é',
  '2026-01-01',
  '__proto__',
];

function hostileText(random: Random): string {
  return Array.from({ length: 1 + random.integer(MAX_PIECES) }, () =>
    random.chance(0.1) ? String.fromCharCode(random.integer(0x10000)) : random.pick(pieces),
  ).join('');
}

const notations: readonly FilterNotation[] = [true, false].flatMap((brackets) =>
  ([', ', ',', ';', '&'] as const).map((separator) => ({ brackets, separator, range: ' - ' as const })),
);

interface SentFilter {
  readonly text: string;
  /** The values that the parser must find. */
  readonly expected: Readonly<Record<string, string>>;
  readonly target: 'transactions' | 'files';
  readonly notation: FilterNotation;
}

export interface HostileCounts {
  rejected: number;
  sent: number;
  /** Descriptions of texts that were read as something else than themselves. */
  readonly escaped: string[];
}

type Sender = (text: string, notation: FilterNotation) => Promise<SentFilter | null>;

export async function sendHostileTexts(runs: number, seed: number): Promise<HostileCounts> {
  const random = createRandom(seed);
  const senders = createSenders();
  const counts: HostileCounts = { rejected: 0, sent: 0, escaped: [] };
  for (let run = 0; run < runs; run += 1) {
    const text = hostileText(random);
    const notation = random.chance(0.5) ? defaultNotation : random.pick(notations);
    const sent = await random.pick(senders)(text, notation).catch(nullIfRejected);
    if (sent === null) counts.rejected += 1;
    else {
      counts.sent += 1;
      const problem = problemWith(sent);
      if (problem !== null) counts.escaped.push(`${JSON.stringify(text)} as ${sent.text}: ${problem}`);
    }
  }
  return counts;
}

function nullIfRejected(error: unknown): null {
  if (error instanceof GatewayFault && (error.code === 'BAD_USER_INPUT' || error.code === 'NOT_FOUND')) return null;
  throw error;
}

/** Every free-text filter of the graph. The schema checks dates by their scalar type; here only the gateway checks them. */
function createSenders(): Sender[] {
  const gateways = new Map(notations.map((notation) => [keyOf(notation), gatewayOver({}, notation).gateway]));
  const gatewayOf = (notation: FilterNotation) => {
    const gateway = gateways.get(keyOf(notation));
    if (gateway === undefined) throw new Error('no gateway of this notation');
    return gateway;
  };
  const transactions = (toArguments: (text: string) => [agent: string, filter: object, key: string | null]): Sender => {
    return async (text, notation) => {
      const { access, transactions: list } = gatewayOf(notation);
      const [agent, filter, key] = toArguments(text);
      let filterText: string | null = null;
      const loaders = {
        transactions: async (grant: { nrdsId: string }, asked: object, batch: object) => {
          const request = { ...asked, agentNrdsId: grant.nrdsId } as Parameters<typeof listTransactions>[0];
          filterText =
            listTransactions(request, batch as Parameters<typeof listTransactions>[1], notation).filter ?? '';
          // An empty list would be followed by a question whether the agent exists.
          return { max: 1, data: [{ transName: 'a' }] };
        },
      } as unknown as Loaders;
      await list.list(
        loaders,
        await access.agent(service, agent),
        { filter, first: 1 },
        { full: false, selection: selectGroups() },
      );
      if (filterText === null) throw new Error('neither refused nor sent');
      const expected = { NRDSID: agent.trim(), ...(key === null ? {} : { [key]: text.trim() }) };
      return { text: filterText, expected, target: 'transactions', notation };
    };
  };
  const files = (name: 'fileId' | 'folderId', key: string): Sender => {
    return async (text) => {
      const { access, files: list } = gatewayOf(defaultNotation);
      let filterText: string | null = null;
      const loaders = {
        files: async ({ transId }: { transId: string }, filter: Parameters<typeof selectFiles>[1]) => {
          filterText = selectFiles(transId, filter).filter ?? '';
          return { total: 0, max: null, nextBatchNo: null, data: [] };
        },
      } as unknown as Loaders;
      const grant = access.bareTransaction(access.service(service), '501');
      await list.list(loaders, grant, { filter: { [name]: text }, first: 1 });
      if (filterText === null) throw new Error('neither refused nor sent');
      return { text: filterText, expected: { [key]: text.trim() }, target: 'files', notation: defaultNotation };
    };
  };
  return [
    transactions((text) => [text, {}, null]),
    transactions((text) => [AGENT, { realtorName: text }, 'realtorName']),
    transactions((text) => [AGENT, { realtorName: text }, 'realtorName']),
    transactions((text) => [AGENT, { insertDateMin: text }, 'insertDate_min']),
    files('fileId', 'fileID'),
    files('folderId', 'fileFolderID'),
  ];
}

const keyOf = ({ brackets, separator }: FilterNotation): string => `${brackets} ${separator}`;

/** Describes what is wrong with a filter that was sent; null if it has the expected values and nothing else. */
export function problemWith({ text, expected, target, notation }: SentFilter): string | null {
  const parsed = parseFilter(text, target === 'files' ? fileFilterKeys : transactionFilterKeys, notation);
  if (!parsed.ok) return `it is not read: ${parsed.problem}`;
  const read = JSON.stringify(Object.fromEntries(parsed.values));
  if (read !== JSON.stringify(expected)) return `it is read as ${read}`;
  const isPlain = target === 'transactions' && notation === defaultNotation && !('insertDate_min' in expected);
  if (!isPlain) return null;
  const { agentNrdsId, conditions } = readFilter(text, 'UTC');
  const isExact = agentNrdsId === expected.NRDSID && conditions.length === Object.keys(expected).length - 1;
  return isExact ? null : `the POST API lists ${agentNrdsId} by ${conditions.length} conditions`;
}
