/**
 * Values for arguments, by their type and name: what the caller was given, what others were given, the same tampered with,
 * and texts made to break out of a filter.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Known } from './known.ts';
import type { Random } from './random.ts';

/** Stands for the file in variables; the sender takes it out. */
export const FILE = '\u0000file';

export interface Sources {
  /** What is written under an agent is to be the agent's: names and addresses of others are asked for only. */
  readonly isWrite?: boolean;
  readonly random: Random;
  /** What the caller was given itself. */
  readonly own: Known;
  /** What anybody was given. */
  readonly all: Known;
  /** A text with the caller's own mark. */
  readonly ownText: () => string;
  /** A text with the mark of somebody. */
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
/** Arguments that name what was given before; other texts are made up. */
const named = /^(id|ids|transactionId|after|before|transId|fileId|folderId|email|nrdsId|agentNrdsId|userName|token)$/;
const optional: Readonly<Record<string, number>> = {
  after: 0.15,
  before: 0.1,
  first: 0.5,
  last: 0.1,
  agentNrdsId: 0.6,
};
const OTHERS_GIVEN = 0.25;

export function inventValue(type: GraphQLInputType, name: string, sources: Sources): unknown {
  const { random } = sources;
  if (isNonNullType(type)) return inventValue(type.ofType, name, sources);
  if (isListType(type)) {
    return Array.from({ length: 1 + random.whole(3) }, () => inventValue(type.ofType, name, sources));
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
    case 'JSON':
      return { text: sources.ownText(), userName: textOf('userName', sources) };
    case 'Upload':
      return FILE;
    default:
      return textOf(name, sources);
  }
}

/** Whether an argument that may be left out is given. */
export function isGiven(name: string, { random }: Sources): boolean {
  return random.chance(optional[name] ?? OTHERS_GIVEN);
}

function objectOf(type: GraphQLInputObjectType, sources: Sources): Record<string, unknown> {
  const fields = Object.values(type.getFields());
  const chosen = type.isOneOf
    ? [sources.random.pick(fields)]
    : fields.filter((field) => isNonNullType(field.type) || isGiven(field.name, sources));
  return Object.fromEntries(chosen.map((field) => [field.name, inventValue(field.type, field.name, sources)]));
}

function textOf(name: string, sources: Sources): string {
  const { random, own, all } = sources;
  if (random.chance(0.04)) return random.pick(hostile);
  if (name === 'stateId') return 'OR';
  if (name === 'url') return 'https://mobile.example/join';
  if (name === 'email' && sources.isWrite === true) return `${sources.ownText().replaceAll(' ', '-')}@wrote.example`;
  if (!named.test(name)) {
    if (random.chance(0.1)) return random.pick(hostile);
    return random.chance(0.2) && sources.isWrite !== true ? sources.anyText() : sources.ownText();
  }
  const mine = own.of(name);
  const everybodys = all.of(name);
  const given = mine.length > 0 && random.chance(0.55) ? mine : everybodys.length > 0 ? everybodys : hostile;
  const value = random.pick(given);
  return random.chance(0.12) ? tampered(value, random) : value;
}

/** One character changed, taken out or added, or the two ends of it swapped. */
export function tampered(value: string, random: Random): string {
  const at = random.whole(Math.max(1, value.length));
  const other = random.pick([...'AZaz09-_=>']);
  return random.pick([
    value.slice(0, at) + other + value.slice(at + 1),
    value.slice(0, at) + value.slice(at + 1),
    value.slice(0, at) + other + value.slice(at),
    value.slice(at) + value.slice(0, at),
  ]);
}
