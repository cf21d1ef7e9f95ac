/**
 * Learns from a fully parsed body how a service writes its records: the order of the columns, the white space between them, and
 * how a blank column is written. What is learned only makes reading faster: each byte is compared with it.
 */
import { objectsIn } from '../../contract/answers/envelope.ts';
import { type Blank, type Layout, layoutOf, type Spacing } from './column-layout.ts';

const MAX_KEYS = 512;
/** All of a batch (8): a column may be blank, and left out, in all records but one. */
const MAX_RECORDS = 100;
/** Keys whose JSON text is the key in quotes, one byte per character. */
const PLAIN_KEY = /^[\w .-]{1,100}$/;
const BLANK = /^ {0,20}$/;
/** From a record's opening brace to its first value, with the white space. */
const FIRST_COLUMN = /\{([ \t\n\r]*)"([^"\\]*)"([ \t\n\r]*:[ \t\n\r]*)/g;
/** A service and its processes write blanks in few ways. */
const MAX_NOTATIONS = 4;
/** A layout or a notation is another one, and not a more precise one, if more than one column in this many differs. */
const MIN_ALIKE = 8;
/** The number of bytes searched for the first record. */
const MAX_HEAD = 4_096;

/** The layout in which a body's records are written, but for columns and blanks that it does not have yet. */
export function layoutLike(layouts: readonly Layout[], body: unknown, bytes: Buffer): Layout | undefined {
  const keys = Object.keys(objectsIn(body)[0] ?? {}).filter(isPlain);
  const spacing = spacingOf(keys, bytes);
  return layouts.find((layout) => hasSpacing(layout, spacing) && hasOrder(layout, keys));
}

function hasSpacing({ spacing: { open, comma, colon } }: Layout, other: Spacing | null): boolean {
  return other === null || (open === other.open && comma === other.comma && colon === other.colon);
}

function hasOrder({ index }: Layout, keys: readonly string[]): boolean {
  const places = keys.flatMap((key) => index.get(key) ?? []);
  const steps = places.filter((place, at) => place < (places[at - 1] ?? 0));
  return steps.length * MIN_ALIKE <= keys.length;
}

/**
 * The layout of a body's records and of those `before` them; null if there is nothing to learn from. If there are too many columns,
 * some are left out that are not `known` to the specification.
 */
export function learnLayout(
  before: Layout | undefined,
  body: unknown,
  bytes: Buffer,
  known: ReadonlySet<string>,
): Layout | null {
  const records = objectsIn(body).slice(0, MAX_RECORDS);
  const own = records.map((record) => Object.keys(record).filter(isPlain));
  const all = orderOf([...own, before?.keys ?? []]);
  const keys = withinLimit(all, known);
  const spacing = spacingOf(all, bytes) ?? before?.spacing;
  if (spacing === undefined || own.every(({ length }) => length === 0)) return null;
  return layoutOf(keys, notationsOf(keys, records, before), spacing);
}

/** Whether a column that a layout does not have would be learned. */
export function hasRoomFor(key: string, { keys }: Layout): boolean {
  return keys.length < MAX_KEYS && isPlain(key);
}

const isPlain = (key: string): boolean => PLAIN_KEY.test(key);

function withinLimit(keys: readonly string[], known: ReadonlySet<string>): readonly string[] {
  let surplus = keys.length - MAX_KEYS;
  const isKept = (key: string): boolean => {
    if (surplus <= 0 || known.has(key)) return true;
    surplus -= 1;
    return false;
  };
  return keys.toReversed().filter(isKept).toReversed();
}

/** All keys, each after those that it follows in a list. Where lists contradict each other, the first one counts. */
function orderOf(lists: readonly (readonly string[])[]): string[] {
  const following = new Map<string, Set<string>>();
  for (const keys of lists)
    for (const [at, key] of keys.entries()) {
      const others = following.getOrInsertComputed(key, () => new Set());
      if (at + 1 < keys.length) others.add(keys[at + 1] as string);
    }
  const entered = new Set<string>();
  // The last key comes first: a key, as soon as all that follow it are there.
  const order = new Set<string>();
  const left = [...following.keys()].reverse();
  for (let key = left.at(-1); key !== undefined; key = left.at(-1))
    if (entered.has(key)) {
      left.pop();
      order.add(key);
    } else {
      entered.add(key);
      left.push(...[...(following.get(key) ?? [])].filter((next) => !entered.has(next)).reverse());
    }
  return [...order].reverse();
}

/** The blanks of these records, and those that were learned before in other notations. */
function notationsOf(
  keys: readonly string[],
  records: readonly Readonly<Record<string, unknown>>[],
  before: Layout | undefined,
): readonly [readonly Blank[], ...(readonly Blank[])[]] {
  const own = new Map<string, Blank>();
  let usual: Blank = '';
  for (const record of records)
    for (const [key, value] of Object.entries(record))
      if (isBlank(value)) {
        usual = value;
        own.set(key, value);
      }
  const known = before?.notations.map(({ blanks }) => new Map(before.keys.map((key, at) => [key, blanks[at] ?? null])));
  const same = known?.find((blanks) => differences(own, blanks) * MIN_ALIKE <= own.size);
  const others = known?.filter((blanks) => blanks !== same).slice(0, MAX_NOTATIONS - 1) ?? [];
  const byColumn = (blanks: ReadonlyMap<string, Blank>) =>
    keys.map((key) => (blanks.has(key) ? (blanks.get(key) as Blank) : usual));
  return [byColumn(new Map([...(same ?? []), ...own])), ...others.map(byColumn)];
}

/** How many columns are blank in both, but written in different ways. */
function differences(some: ReadonlyMap<string, Blank>, others: ReadonlyMap<string, Blank>): number {
  return [...some].filter(([key, blank]) => others.has(key) && others.get(key) !== blank).length;
}

const isBlank = (value: unknown): value is Blank => value === null || (typeof value === 'string' && BLANK.test(value));

/** The white space in a record that begins with one of these keys; null if there is none near the beginning. */
function spacingOf(keys: readonly string[], bytes: Buffer): Spacing | null {
  const start = bytes.toString('latin1', 0, MAX_HEAD);
  for (const match of start.matchAll(FIRST_COLUMN)) {
    const [, open = '', name, colon = ''] = match;
    if (name === undefined || !keys.includes(name)) continue;
    const comma = /"[^"\\]*"[ \t\n\r]*,([ \t\n\r]*)"/.exec(start.slice(match.index + match[0].length));
    return { open, colon, comma: comma?.[1] ?? open };
  }
  return null;
}
