/** The gateway without one of the tricks that it plays on its engine. */
import type { Variant } from './variants.ts';

const whole = /^[\s\S]*$/;

export const tricks: readonly Variant[] = [
  { name: 'pretenuring', flags: ['--no-allocation-site-pretenuring'] },
  { name: 'bodies-outside', flags: ['--external-memory-accounted-in-global-limit'] },
  { name: 'compilers-at-start', flags: ['--no-opt', '--no-maglev'] },
  {
    name: 'plain-objects',
    edits: [
      {
        file: '../packages/contract/src/columns/object-maker.ts',
        from: whole,
        to: `export interface CellField { name: string; cell: number; read: (raw: unknown) => unknown }
export type PlainObject = Record<string, unknown>;
export type ObjectMaker = (cells: readonly unknown[], start: number) => PlainObject;
export function compileMaker(blank: PlainObject, fields: readonly CellField[]): ObjectMaker {
  return (cells, start) => {
    const made: PlainObject = { ...blank };
    for (const { name, cell, read } of fields) made[name] = read(cells[start + cell]);
    return made;
  };
}`,
      },
    ],
  },
  {
    name: 'compact-set',
    edits: [
      {
        file: 'http/server/connections.ts',
        from: 'class CompactSet<T> implements Iterable<T> {',
        to: `class CompactSet<T> {
  readonly #members = new Map<number, T>();
  #next = 0;
  enter(member: T): number { this.#next += 1; this.#members.set(this.#next, member); return this.#next; }
  leave(slot: number): void { this.#members.delete(slot); }
  [Symbol.iterator]() { return this.#members.values(); }
}

class Replaced<T> {`,
      },
    ],
  },
  {
    name: 'literal-getters',
    edits: [
      {
        file: 'gateway/paging/connection.ts',
        from: 'new Page(slice.records.map(toNode), new PageInfo(slice, args, cursorAt), slice, cursorAt)',
        to: 'pageLiteral(slice.records.map(toNode), slice, cursorAt)',
      },
      {
        file: 'gateway/paging/connection.ts',
        from: '/** Seals the cursor of the record',
        to: `function pageLiteral(nodes: any, { pieces: [{ offset: start }], max, hasListChanged, isCounted }: any, cursorAt: any): any {
  let edges: any;
  return {
    nodes, totalCount: max, hasListChanged, isCounted,
    pageInfo: {
      hasNextPage: start + nodes.length < max,
      hasPreviousPage: start > 0 && max > 0,
      get startCursor() { return cursorAt(0); },
      get endCursor() { return cursorAt(nodes.length - 1); },
    },
    get edges() {
      edges ??= nodes.map((node: any, index: any) => ({ node, get cursor() { return cursorAt(index); } }));
      return edges;
    },
  };
}
/** Seals the cursor of the record`,
      },
      { file: 'gateway/files/files.ts', from: /new ListedFile\(/, to: 'listedFile(' },
      {
        file: 'gateway/files/files.ts',
        from: '/** The id is made when',
        to: `function listedFile(access: any, record: any, unreadable: any, owner: any, grant: any): any {
  return { ...record, unreadable, owner, grant, get id() { return access.fileId(requireGrant(grant)); } };
}
/** The id is made when`,
      },
      {
        file: 'gateway/reading/transactions.ts',
        from: 'new ReadTransaction(record, unreadable, flat, grant, agentNrdsId, access) as Transaction',
        to: 'readTransaction(record, unreadable, flat, grant, agentNrdsId, access) as Transaction',
      },
      {
        file: 'gateway/reading/transactions.ts',
        from: 'function invalidRecord(',
        to: `function readTransaction(record: any, unreadable: any, flat: any, grant: any, agentNrdsId: any, access: any): any {
  return {
    ...record, agentNrdsId, unreadable,
    get raw() { return flat instanceof SelectedRecord ? flatOf(flat) : flat; },
    get grant() { return requireGrant(grant); },
    get transId() { return requireGrant(grant).transId; },
    get id() { return access.transactionId(requireGrant(grant)); },
  };
}
function invalidRecord(`,
      },
    ],
  },
  {
    name: 'no-idle-collection',
    edits: [
      {
        file: '../packages/platform/src/v8/garbage-collection.ts',
        from: '  utilization();\n  const timer',
        to: '  if (utilization() >= 0) return async () => {};\n  const timer',
      },
    ],
  },
  {
    name: 'body-chunks',
    edits: [
      {
        file: 'upstream/connections/body.ts',
        from: whole,
        to: `export class Body {
  length = 0;
  readonly #chunks: Buffer[] = [];
  constructor(_: number) {}
  add(chunk: Buffer): void { this.length += chunk.length; this.#chunks.push(chunk); }
  toBuffer(): Buffer { return this.#chunks.length === 1 ? this.#chunks[0] as Buffer : Buffer.concat(this.#chunks); }
}`,
      },
    ],
  },
];
