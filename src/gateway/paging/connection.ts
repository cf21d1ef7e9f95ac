/**
 * Relay connections on top of batches: checks the four page arguments, opens and mints cursors, builds edges. A cursor seals the record's
 * position (its offset, the length of the list at that time, and its fingerprint), but not the page size. A cursor from another list is
 * rejected with INVALID_CURSOR.
 */
import { hash as digest } from 'node:crypto';
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { once } from '@realty-forms/platform/once.ts';
import { badInput, faultOf } from '../fault.ts';
import type { Sealer } from '../ids/seal.ts';
import type { Batched } from '../lists/snapshot.ts';
import { type PageRequest, type PageSlice, type Piece, readPage } from './pagination.ts';
import { type Position, readPosition, writePosition } from './position.ts';
import type { FingerprintOf } from './record-fingerprints.ts';

export const { default: DEFAULT_PAGE_SIZE, max: MAX_PAGE_SIZE } = limits.batchSize;

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly nodes: readonly Node[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
  /** Whether `totalCount` is certainly the length of the list. */
  readonly isCounted: boolean;
  /** Whether the list has changed so much that the page may lack records or repeat some. */
  readonly hasListChanged: boolean;
  /** False if a record does not match the filter or came twice, or the records are not in the requested order. */
  readonly isAsRequested?: boolean;
}

/** Reads one page. `list` identifies the list: the field, the owner, the filter and the order. */
export async function readConnection<Item, Node>(
  sealer: Sealer,
  list: readonly unknown[],
  args: PageArguments,
  source: Batched<Item>,
  toNode: (record: Item) => Node,
  fingerprintOf: FingerprintOf<Item>,
): Promise<Connection<Node>> {
  // Many queries need no hash, because they neither pass nor select a cursor.
  const hashOf = once(() => digest('sha256', JSON.stringify(list), 'base64url').slice(0, 16));
  const slice = await readPage(source, pageRequest(sealer, hashOf, args), fingerprintOf);
  const cursorAt: CursorAt = (index) =>
    sealer.sealCursor('page', hashOf(), positionAt(slice.pieces, index, fingerprintOf));
  return new Page(slice.records.map(toNode), new PageInfo(slice, args, cursorAt), slice, cursorAt);
}

/** The position of the record at this index of the page, in the list as it was when the record was read. */
function positionAt<Item>(pieces: readonly Piece<Item>[], index: number, fingerprintOf: FingerprintOf<Item>): Buffer {
  let at = index;
  for (const { records, offset, max } of pieces) {
    if (at < records.length)
      return writePosition({ offset: offset + at, max, fingerprint: fingerprintOf(records[at] as Item) });
    at -= records.length;
  }
  throw new RangeError('A page has no such record');
}

function pageRequest(sealer: Sealer, hashOf: () => string, args: PageArguments): PageRequest {
  const { after, before } = args;
  return {
    ...pageOf(args),
    after: isGiven(after) ? openCursor(sealer, hashOf(), 'after', after) : null,
    before: isGiven(before) ? openCursor(sealer, hashOf(), 'before', before) : null,
  };
}

/** The end from which a page is taken, and its maximum length. */
export function pageOf({ first, last }: PageArguments): Pick<PageRequest, 'from' | 'take'> {
  if (isGiven(first) && isGiven(last)) throw badInput('last', 'must not be combined with first; give one of them');
  const from = isGiven(last) ? 'end' : 'start';
  const take = (from === 'end' ? last : first) ?? DEFAULT_PAGE_SIZE;
  if (take < 0 || take > MAX_PAGE_SIZE) {
    throw badInput(from === 'end' ? 'last' : 'first', `must be from 0 to ${MAX_PAGE_SIZE}, not ${take}`);
  }
  return { from, take };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function openCursor(sealer: Sealer, hash: string, argument: string, cursor: string): Position {
  const bytes = sealer.openCursor('page', hash, cursor);
  const position = bytes && readPosition(bytes);
  if (position !== null) return position;
  throw faultOf(
    'INVALID_CURSOR',
    argument,
    'not a cursor of this list with this filter and order; start at the first page',
  );
}

// Cursors are sealed only when they are read, because sealing is expensive and many queries select none, even if they select edges. These
// are classes, because an object literal with getters has a hidden class of its own, which retains everything it refers to until the next
// full garbage collection.

/** Seals the cursor of the record at this index of the page. */
type CursorAt = (index: number) => string;

class Page<Node> implements Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
  readonly isCounted: boolean;
  readonly hasListChanged: boolean;
  readonly #cursorAt: CursorAt;
  #edges: readonly Edge<Node>[] | undefined;

  constructor(nodes: readonly Node[], pageInfo: PageInfo, slice: PageSlice<unknown>, cursorAt: CursorAt) {
    this.nodes = nodes;
    this.pageInfo = pageInfo;
    this.totalCount = slice.max;
    this.isCounted = slice.isCounted;
    this.hasListChanged = slice.hasListChanged;
    this.#cursorAt = cursorAt;
  }

  get edges(): readonly Edge<Node>[] {
    this.#edges ??= this.nodes.map((node, index) => new PageEdge(node, index, this.#cursorAt));
    return this.#edges;
  }
}

class PageEdge<Node> implements Edge<Node> {
  readonly node: Node;
  readonly #index: number;
  readonly #cursorAt: CursorAt;

  constructor(node: Node, index: number, cursorAt: CursorAt) {
    this.node = node;
    this.#index = index;
    this.#cursorAt = cursorAt;
  }

  get cursor(): string {
    return this.#cursorAt(this.#index);
  }
}

class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #length: number;
  readonly #cursorAt: CursorAt;
  /** An empty page that is not the end of its list continues from where it began. */
  readonly #onward: { readonly after: string | null; readonly before: string | null };

  constructor({ records, pieces, isBounded }: PageSlice<unknown>, args: PageArguments, cursorAt: CursorAt) {
    const [first, last] = [pieces[0], pieces.at(-1) ?? pieces[0]];
    const isForward = !isGiven(args.last);
    const isNothing = records.length === 0;
    // Read backward, an empty page has no cursor that leads forward, and none at all at the end of the list.
    const isEnd = isNothing && !isGiven(args.before) && args.last !== 0;
    this.hasNextPage = last.offset + last.records.length < last.max && !(isForward ? isBounded : isNothing);
    this.hasPreviousPage = first.offset > 0 && first.max > 0 && (isForward || !(isBounded || isEnd));
    this.#length = records.length;
    this.#cursorAt = cursorAt;
    this.#onward = {
      after: (isForward && this.hasNextPage && args.after) || null,
      before: (!isForward && this.hasPreviousPage && args.before) || null,
    };
  }

  get startCursor(): string | null {
    return this.#length > 0 ? this.#cursorAt(0) : this.#onward.before;
  }

  get endCursor(): string | null {
    return this.#length > 0 ? this.#cursorAt(this.#length - 1) : this.#onward.after;
  }
}
