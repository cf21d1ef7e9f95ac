/**
 * Names in another case than the specification's. Databases and frameworks change the case of columns, and the specification itself mixes
 * styles (`City`, `transName`). So such a name stands for that column, unless the object also has the column as specified.
 */
import { type EndpointName, endpoints } from '../calls/endpoints.ts';
import { SelectedRecord, selectAll } from '../columns/selection.ts';
import { recordSets } from './record-sets.ts';

/** The specified name, by folded name. */
export type Spelling = ReadonlyMap<string, string>;

export const folded = (name: string): string => name.toLowerCase();

export function spellingOf(names: Iterable<string>): Spelling {
  return new Map([...names].map((name) => [folded(name), name]));
}

const envelope = ['meta', 'data', 'total', 'max', 'next_batch_no'];
const wrapping: ReadonlySet<string> = new Set(['meta', 'data', 'member']);
/** Names in objects without columns of their own. A record may have a column such as `Status`, which the specification lacks. */
const signs = ['status', 'result', 'success', 'member'];

const listings = new Map<EndpointName, { readonly names: ReadonlySet<string>; readonly spelling: Spelling }>();

function listingOf(endpoint: EndpointName) {
  return listings.getOrInsertComputed(endpoint, () => {
    const { wrapper, ...row } = endpoints[endpoint];
    const key = 'key' in row ? row.key : [];
    const sets = recordSets[endpoint] ?? [];
    const names = [
      ...envelope,
      ...(wrapper === 'object' || wrapper === 'text' ? signs : []),
      ...key,
      ...selectAll(sets).values,
    ];
    return { names: new Set(names), spelling: spellingOf(names) };
  });
}

/** How many wrappers and lists may be around a record. */
const MAX_DEPTH = 5;

/** Renames the columns of a body, in place, as the specification writes them. */
export function respell(endpoint: EndpointName, body: unknown, depth = 0): void {
  if (typeof body !== 'object' || body === null || body instanceof SelectedRecord || depth > MAX_DEPTH) return;
  if (Array.isArray(body)) for (const item of body) respell(endpoint, item, depth + 1);
  else respellObject(endpoint, body as Record<string, unknown>, depth);
}

function respellObject(endpoint: EndpointName, object: Record<string, unknown>, depth: number): void {
  const { names, spelling } = listingOf(endpoint);
  for (const name of Object.keys(object)) {
    const actual = names.has(name) ? name : (spelling.get(folded(name)) ?? name);
    if (actual !== name && !Object.hasOwn(object, actual)) {
      object[actual] = object[name];
      Reflect.deleteProperty(object, name);
    }
    // The value of a column may be any JSON (2.8).
    if (wrapping.has(actual)) respell(endpoint, object[actual], depth + 1);
  }
}
