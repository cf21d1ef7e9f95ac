/**
 * Generates argument values by type and name: values that the caller was given, values that others were given, tampered copies
 * of both, and texts that try to break out of a filter.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { KnownValues } from './known.ts';
import type { Random } from './random.ts';

/** Placeholder for the file in variables; the sender replaces it. */
export const FILE = '\u0000file';

export interface Sources {
  /** Text written under an agent must be the agent's own: other agents' names and addresses are used in queries only. */
  readonly isWrite?: boolean;
  /** Whether no operation before has selected a field, or none with a root field has been answered. */
  readonly isMissing?: (field: string) => boolean;
  readonly random: Random;
  /** Values that the caller itself was given. */
  readonly candidates: KnownValues;
  /** Values that any caller was given. */
  readonly all: KnownValues;
  /** Returns a text with the caller's own mark. */
  readonly ownText: () => string;
  /** Returns a text with the mark of any agent. */
  readonly anyText: () => string;
}

const hostile = [
  '',
  ' ',
  '>,NRDSID=<801>',
  'x>,NRDSID=<801',
  '801>,realtorName=<x',
  '801|802',
  '801,802',
  'NRDSID=<801>',
  "' OR 1=1 --",
  '%',
  '*',
  '../../etc/passwd',
  '\u2028',
  '\n',
  '\u0000',
  '{"$ne":null}',
  '999999999999999999999',
  '__proto__',
  'constructor',
];
const dates = ['2026-03-01', '2026-03-01T00:00:00Z', '2020-01-01', '2026-13-45', '2026-03-01>,NRDSID=<801>', ''];
const sizes = [1, 2, 3, 3, 4, 5, 0, -1, 101, 2_147_483_647];
const numbers = [1, 1, 2, 7, 24, 90, 0, -1];
/** Arguments that refer to values of earlier responses; all other texts are made up. */
const referencing =
  /^(id|ids|transactionId|after|before|transId|fileId|folderId|email|nrdsId|agentNrdsId|agentNrdsIds|officeNrdsIds|userName|token)$/;
const probabilities: Readonly<Record<string, number>> = {
  after: 0.15,
  before: 0.1,
  first: 0.5,
  last: 0.1,
  agentNrdsId: 0.6,
};
const DEFAULT_PROBABILITY = 0.25;

export function inventValue(type: GraphQLInputType, name: string, sources: Sources): unknown {
  const { random } = sources;
  if (isNonNullType(type)) return inventValue(type.ofType, name, sources);
  if (isListType(type)) {
    return Array.from({ length: 1 + random.integer(3) }, () => inventValue(type.ofType, name, sources));
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type)) return objectOf(type, sources);
  switch (type.name) {
    case 'Int':
      return random.pick(name === 'first' || name === 'last' ? sizes : numbers);
    case 'Float':
      return random.pick(numbers) / 3;
    case 'Boolean':
      return random.chance(0.5);
    case 'Timestamp':
      return random.chance(0.8) ? random.pick(dates.slice(0, 3)) : random.pick(dates);
    case 'Date':
      return random.chance(0.8) ? random.pick(['2026-03-01', '2026-02-28']) : random.pick(dates);
    case 'Decimal':
      return random.pick(['1250', '0', '-1', '99999', 'x']);
    case 'JSON':
      return { text: sources.ownText(), userName: textOf('userName', sources) };
    case '_Any':
      return representation(sources);
    case 'Upload':
      return FILE;
    default:
      return textOf(name, sources);
  }
}

/** Of a type and key that exist, with a value that may belong to anything, and now and then with one that is none. */
function representation(sources: Sources): unknown {
  const { random } = sources;
  if (random.chance(0.05)) return random.pick<unknown>([7, 'text', [], {}, { __typename: 'Viewer', id: '1' }]);
  const [__typename, key] = random.pick([
    ['Transaction', 'id'],
    ['Transaction', 'transId'],
    ['Account', 'id'],
    ['Account', 'nrdsId'],
    ['TransactionFile', 'id'],
  ] as const);
  return { __typename, [key]: textOf(key, sources) };
}

/** Decides whether to pass an optional argument. */
export function isPassed(name: string, { random }: Sources): boolean {
  return random.chance(probabilities[name] ?? DEFAULT_PROBABILITY);
}

function objectOf(type: GraphQLInputObjectType, sources: Sources): Record<string, unknown> {
  const fields = Object.values(type.getFields());
  const chosen = type.isOneOf
    ? [sources.random.pick(fields)]
    : fields.filter((field) => isNonNullType(field.type) || isPassed(field.name, sources));
  return Object.fromEntries(chosen.map((field) => [field.name, inventValue(field.type, field.name, sources)]));
}

function textOf(name: string, sources: Sources): string {
  const { random, candidates, all } = sources;
  if (random.chance(0.04)) return random.pick(hostile);
  if (name === 'stateId') return 'OR';
  if (name === 'url') return 'https://mobile.example/join';
  if (name === 'email' && sources.isWrite === true) return `${sources.ownText().replaceAll(' ', '-')}@wrote.example`;
  if (!referencing.test(name)) {
    if (random.chance(0.1)) return random.pick(hostile);
    return random.chance(0.2) && sources.isWrite !== true ? sources.anyText() : sources.ownText();
  }
  const mine = candidates.valuesFor(name);
  const anyones = all.valuesFor(name);
  const pool = mine.length > 0 && random.chance(0.55) ? mine : anyones.length > 0 ? anyones : hostile;
  const value = random.pick(pool);
  return random.chance(0.12) ? tamperWith(value, random) : value;
}

/** Changes, removes or inserts one character, or rotates the value. */
export function tamperWith(value: string, random: Random): string {
  const at = random.integer(Math.max(1, value.length));
  const other = random.pick([...'AZaz09-_=>']);
  return random.pick([
    value.slice(0, at) + other + value.slice(at + 1),
    value.slice(0, at) + value.slice(at + 1),
    value.slice(0, at) + other + value.slice(at),
    value.slice(at) + value.slice(0, at),
  ]);
}
