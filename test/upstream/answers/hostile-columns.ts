/**
 * Compares two readings of record bodies, intact and damaged: by their columns, and by JSON.parse. A seed reproduces the bodies.
 */
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { parseExactly } from '@realty-forms/contract/answers/json.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import { SelectedRecord, type Selection } from '@realty-forms/contract/columns/selection.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { createRandom } from '../../isolation/random.ts';

export interface Comparison {
  readonly cases: number;
  /** Cases that were read by their columns. */
  readonly fast: number;
  /** The bodies that were read differently. */
  readonly differences: readonly string[];
}

type Entry = readonly [key: string, value: string];
/** Returns an integer from 0 to `below` - 1. */
type Random = (below: number) => number;

const keys = 'transName City Zip a b listingPrice status Bedrooms n1 n2 n3 brandNew n4 transId'.split(' ');
const without = (names: readonly string[]) => keys.filter((key) => !names.includes(key));
/** Columns in none of the three lists are unknown. */
const selections: readonly Selection[] = [
  ...[[], ['City', 'Zip', 'b'], without(['transName', 'n1']), ['n1', 'n2', 'n3', 'transId']].flatMap((names) => [
    { sets: [], values: without(names), presenceChecks: [], skipped: new Set<string>() },
    { sets: [], values: without(names), presenceChecks: [], skipped: new Set(names) },
    { sets: [], values: without(names), presenceChecks: [names], skipped: new Set<string>() },
  ]),
  { sets: [], values: ['Zip'], presenceChecks: [['City', 'b']], skipped: new Set(['transName', 'transId']) },
  {
    sets: [],
    values: ['transId', 'a', 'none'],
    presenceChecks: [['City', 'b'], ['Zip']],
    skipped: new Set(keys.slice(5, -1)),
  },
];

/** Values as JSON text, some of them not JSON. */
const values: readonly string[] = [
  ...['""', '""', '""', '""', '"Elm"', '"Main Street 1"', '1', '0', '-0', '1.50', '-1E-7', 'null', 'true'],
  ...['"\\u0043ity"', '"\\",\\"Zip\\":\\""', '"\\\\"', '"\\/\\b\\n"', '"\\ud800"'],
  // Characters of two to four bytes at any offset within eight bytes, and numbers that a double holds exactly or not.
  ...['"é"', '"Zürich"', '"Straße 12 🏠"', '"1234567日"', '"abcdefg"', '"abcdefgh"', '"abcdefghi"', '"\u00a0x"', '10'],
  ...['0.0', '-1', '1E2', '1e-2', '999999999999999', '1234567890123456', '9007199254740993'],
  ...['[1,[-2.5e3,{"a":[null,true,"\\"}]"],"b":{}}],[]]', '{ "a" : [ ] , "é\\n" : 9007199254740993 }', 'false'],
  ...['"O’Neill 🏠"', '"\u2028"', '"\u007f"', '"{}[],:"', '"__proto__"', '[]', '{}', '{"City":"x"}', '["]}]"]'],
  ...['00', '012', '-01', '1e', '1 2', '١', '0x1', '1,', '1_0', '""""', '"\\"x"', 'Infinity', 'nul', '\t0'],
  ...['[1,]', '[,1]', '[1 2]', '{"a" 1}', '{"a":1,}', '{"a":}', '{1:2}', '{"a":1]', '[tru]', '["\\x"]', '[{"a":[01]}]'],
  ...[`${'['.repeat(40)}${']'.repeat(40)}`, '[[[', 'truefalse', 'nulll', '1.5.5', '1e+', '--1', '[1}', '{"\n":1}'],
  ...['01', '1.', '-', '+1', 'NaN', 'tru', '"\\x"', '"\\u12"', '"\u0000"', '"\n"', '"', "'a'", '', '1 ', ' ""'],
];
const wholeValues = values.filter(isJson);
/** A record that has one of these is long. */
const longValues = ['', '\\n', 'é', '\u007f'].map((end) => `"${'Legal description, '.repeat(40)}${end}"`);
const otherKeys = [
  '"__proto__"',
  '"constructor"',
  '"\\u0043ity"',
  '"CITY"',
  '"transid"',
  '"status"',
  '"7"',
  '""',
  'City',
  '"toString"',
].concat(['"größe"', '"a/b"', '"\\u00e9"', '"é"', '"none"', '"\\x"', '"other" ', '"Zip']);
const snippets: readonly string[] = [
  ...['"', '\\', '\\"', ',', ':', '{', '}', '[', ']', ' ', '\n', '\t', '\u0000', '\ufeff', '\u00a0', '""', 'null'],
  ...['"City":"x",', ',"Zip":""', '}]}', ',{}', '{"transName":"x"}', '"data":[', '"meta":{},', '"__proto__":{},', '0'],
  // Next to values, these form numbers that a double cannot hold exactly.
  ...['123456789012345678901234567890', 'e400'],
];
const eightNulls = '\u0000'.repeat(8);
const longMeta = `{"total":1,"note":"${'é'.repeat(600)}"}`;
const metas = [longMeta, '{"total":"3"}', '{}', '{"a":"}"}', '{"data":[{}]}', 'null', '{"__proto__":1}'];

/** How a service writes blank columns, whether it leaves out some of them, and how it indents. */
const notations = [
  { blank: '', missing: 0, indent: 0 },
  { blank: null, missing: 0, indent: 0 },
  { blank: '  ', missing: 0, indent: 0 },
  { blank: '', missing: 0.5, indent: 0 },
  { blank: null, missing: 0.1, indent: 2 },
  { blank: '', missing: 0, indent: 1 },
] as const;
type Notation = (typeof notations)[number];
const blanks = ['""', 'null', '"  "'];

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Reads that many bodies both ways. */
export function compareReadings(cases: number, seed: number): Comparison {
  const random = createRandom(seed).integer;
  // What a reader expects of a record depends on those that it has read before.
  const readers = notations.map((notation) => ({ columns: createColumnReader(keys), notation }));
  const differences: string[] = [];
  let fast = 0;
  let { columns, notation } = pick(random, readers);
  let body = makeBody(random, notation);
  for (let index = 0; index < cases; index += 1) {
    if (index % 16 === 0) {
      ({ columns, notation } = pick(random, readers));
      // A reader also gets bodies in other notations.
      body = makeBody(random, random(4) === 0 ? pick(random, notations) : notation);
    }
    // Goes through bytes, which an unpaired surrogate does not survive.
    const bytes = Buffer.from(index % 16 === 0 ? body : damage(random, body));
    if (index % 16 !== 0 && random(12) === 0) damageBytes(random, bytes);
    const text = bytes.toString();
    const selection = pick(random, selections);
    const read = columns.read(bytes, selection);
    if (read === null) continue;
    fast += 1;
    if (!isUtf8(bytes) || !isSame(read.body, text, selection)) differences.push(JSON.stringify({ text, selection }));
  }
  return { cases, fast, differences };
}

/** Whether a reading has the cells of what JSON.parse returns, with all digits of its numbers, and names what is unknown. */
function isSame(read: unknown, text: string, selection: Selection): boolean {
  if (!isJson(text)) return false;
  const parsed = parseExactly(text);
  const top = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  const isPage = top !== null && typeof top === 'object' && Array.isArray(top.data);
  const records: object[] = isPage ? top.data : Array.isArray(parsed) ? parsed : [];
  const readTop = Array.isArray(read) && isPage ? read[0] : read;
  const readRecords: SelectedRecord[] = isPage ? readTop.data : read;
  const known = new Set([...selection.values, ...selection.presenceChecks.flat(), ...selection.skipped]);
  for (const [at, written] of records.entries()) {
    const record = respelled(written, known);
    const named = readRecords[at]?.unknownColumns ?? [];
    if (Object.keys(record).some((key) => !known.has(key) && !named.includes(key))) return false;
    records[at] = new SelectedRecord(selection, cellsOf({ ...record }, selection), named);
  }
  return isDeepStrictEqual(read, parsed);
}

/** The record with the names of its known columns, which may be in another case. */
function respelled(record: object, known: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const nameOf = (key: string) => [...known].find((name) => name.toLowerCase() === key.toLowerCase()) ?? key;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [known.has(key) ? key : nameOf(key), value]));
}

function cellsOf(record: Readonly<Record<string, unknown>>, { values: columns, presenceChecks }: Selection): unknown[] {
  const isSet = (sign: readonly string[]) => sign.some((column) => !isBlank(record[column]));
  return [
    ...columns.map((column) => (Object.hasOwn(record, column) ? record[column] : '')),
    ...presenceChecks.map((sign) => (isSet(sign) ? true : '')),
  ];
}

function makeBody(random: Random, notation: Notation): string {
  const text = makeCompactBody(random, notation);
  return notation.indent > 0 && isJson(text) && !/\d{16}|__proto__/.test(text)
    ? JSON.stringify(JSON.parse(text), null, notation.indent)
    : text;
}

function makeCompactBody(random: Random, notation: Notation): string {
  const records = Array.from({ length: random(16) === 0 ? 0 : 1 + random(3) }, () => makeRecord(random, notation)).join(
    ',',
  );
  const wrapper = pick(random, ['list', 'page', 'page in a list']);
  if (wrapper === 'list') return `[${records}]`;
  const meta = random(4) === 0 ? pick(random, metas) : '{"total":1,"max":1}';
  const page = random(5) === 0 ? `{"data":[${records}],"meta":${meta}}` : `{"meta":${meta},"data":[${records}]}`;
  return wrapper === 'page' ? page : `[${page}]`;
}

function makeRecord(random: Random, { blank, missing }: Notation): string {
  const usual = random(8) === 0 ? values : random(8) === 0 ? longValues : wholeValues.slice(0, 42);
  let entries: Entry[] = keys
    .filter(() => random(100) >= missing * 100)
    .map((key) => [
      `"${key}"`,
      random(2) === 0 ? JSON.stringify(blank) : pick(random, random(4) === 0 ? blanks : usual),
    ]);
  if (entries.length === 0) return '{}';
  const at = random(entries.length);
  const deviation = random(30);
  if (deviation === 0) entries.splice(at, 1);
  else if (deviation === 1) entries.splice(at, 0, pick(random, entries));
  else if (deviation === 2 || deviation > 22) entries.splice(at, 0, [pick(random, otherKeys), pick(random, usual)]);
  else if (deviation === 3) entries.reverse();
  else if (deviation === 4) entries = [...entries.slice(at), ...entries.slice(0, at)];
  else if (deviation === 5) return `{ ${entries.map((entry) => entry.join(': ')).join(',\n ')} }`;
  return `{${entries.map((entry) => entry.join(':')).join(',')}}`;
}

/** Replaces bytes so that they are not UTF-8 or form another text. */
function damageBytes(random: Random, bytes: Buffer): void {
  for (let left = random(3); left >= 0; left -= 1)
    bytes[random(bytes.length)] = pick(random, [0x00, 0x7f, 0x80, 0xc3, 0xf0, 0xff, random(256)]);
}

function damage(random: Random, text: string): string {
  const at = random(text.length + 1);
  const end = at + random(12);
  switch (random(9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + pick(random, snippets) + text.slice(at);
    case 2:
      return text.slice(0, at) + pick(random, snippets) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(end);
    case 4:
      return text.slice(0, end) + text.slice(at);
    case 5:
      return text + pick(random, [text, ' ', '\n', '\u00a0', ']', '}', '\ufeff', ',', eightNulls]);
    case 6:
      return pick(random, ['\ufeff', ' ', '[', '{', text]) + text;
    case 7:
      // Swaps values between quotes for others.
      return text.replace(/"[^"]*"(?=[,}])/g, (value) => (random(6) === 0 ? pick(random, wholeValues) : value));
    default:
      return text.replace(/:""/g, () => (random(4) === 0 ? `:${pick(random, wholeValues)}` : ':""'));
  }
}
