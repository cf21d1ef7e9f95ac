/**
 * The field resolvers of the servers that the gateway is compared with, as one writes them at first: one per column, which reads
 * its value from the flat record when the field is selected. The sources of objects are flat records.
 */
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { type ColumnSet, transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { accountSets, fileSets } from '@realty-forms/contract/columns/records.ts';
import { print } from 'graphql';
import { readTypeDefs } from '../src/graphql/schema/sdl.ts';

/** The gateway's schema as one text. */
export const schemaText = readTypeDefs().map(print).join('\n');

type FlatRecord = Readonly<Record<string, string>>;
type Resolver = (source: FlatRecord) => unknown;
type Resolvers = Record<string, Resolver>;

/** Converts a time as the service writes it to the value of its field. */
type TimeOf = (text: string) => unknown;
/** Makes an id or a cursor. */
type IdOf = (...parts: readonly unknown[]) => string;

interface Page {
  readonly meta: { readonly next_batch_no: number | null };
  readonly data: readonly FlatRecord[];
}

const isBlank = (value: string | undefined) => value === '' || value === undefined;

function reader(kind: string, column: string, timeOf: TimeOf): Resolver {
  const codes = Object.hasOwn(codeTables, kind) ? codeTables[kind as keyof typeof codeTables] : undefined;
  const names = new Map<string, string>(codes?.map(({ code, name }) => [code, name]));
  if (codes !== undefined) return (flat) => names.get(flat[column] ?? '') ?? null;
  if (kind === 'timestamp' || kind === 'date')
    return (flat) => (isBlank(flat[column]) ? null : timeOf(flat[column] ?? ''));
  if (kind === 'integer') return (flat) => (isBlank(flat[column]) ? null : Number(flat[column]));
  return (flat) => (isBlank(flat[column]) ? null : String(flat[column]));
}

/** By type; those that call upstream are each server's own. */
export function createFlatResolvers(
  idOf: IdOf = (...parts) => Buffer.from(parts.join(' ')).toString('base64url'),
  timeOf: TimeOf = (text) => text,
) {
  const readersOf = (sets: readonly ColumnSet[]): Resolvers =>
    Object.fromEntries(
      sets.flatMap(({ prefix, columns }) =>
        columns.map(([suffix, name, kind]) => [name, reader(kind, prefix + suffix, timeOf)] as const),
      ),
    );
  const readers = (at: string): Resolvers =>
    readersOf(transactionSets.filter((set) => set.at.join('.') === at && set.item === undefined));

  /** Builds the items of a list, or a single object as a list of one, from the sets that have at least one value. */
  const objects = (at: string) => {
    const sets = transactionSets
      .filter((set) => set.at.join('.') === at)
      .map(({ item, prefix, columns }) => ({
        item,
        columns: columns.map(([suffix, name, kind]) => {
          const column = prefix + suffix;
          return { column, name, read: reader(kind, column, timeOf) };
        }),
      }));
    return (flat: FlatRecord): readonly object[] =>
      sets
        .filter(({ columns }) => columns.some(({ column }) => flat[column]))
        .map(({ item, columns }) => ({
          ...item,
          ...Object.fromEntries(columns.map(({ name, read }) => [name, read(flat)])),
        }));
  };

  const one = (at: string): Resolver => {
    const all = objects(at);
    return (flat) => all(flat)[0] ?? null;
  };
  const side = (name: string): Resolvers => ({
    parties: objects(`${name}.parties`),
    agent: one(`${name}.agent`),
    broker: one(`${name}.broker`),
    brokerage: one(`${name}.brokerage`),
  });
  const sides = { seller: side('seller'), buyer: side('buyer') };
  const onSide =
    (name: keyof typeof sides) =>
    (flat: FlatRecord): Side => ({ flat, read: sides[name] });

  return {
    Transaction: {
      ...readers(''),
      id: ({ transId }: FlatRecord) => idOf('transaction', transId),
      property: same,
      listing: same,
      purchase: same,
      seller: onSide('seller'),
      buyer: onSide('buyer'),
      serviceProviders: objects('serviceProviders'),
    },
    TransactionSide: Object.fromEntries(['parties', 'agent', 'broker', 'brokerage'].map(ofSide)),
    TransactionConnection: {
      nodes: ({ data }: Page) => data,
      pageInfo: ({ meta, data }: Page) => ({
        hasNextPage: meta.next_batch_no !== null,
        endCursor: idOf('cursor', data.length, data.at(-1)?.['transName']),
      }),
    },
    Property: readers('property'),
    Listing: readers('listing'),
    Purchase: readers('purchase'),
    TransactionFile: { ...readersOf(fileSets), id: ({ fileID }: FlatRecord) => idOf('file', fileID) },
    Account: { ...readersOf(accountSets), id: ({ accountID }: FlatRecord) => idOf('account', accountID) },
  };
}

/** A side's own fields are not among the workloads. */
interface Side {
  readonly flat: FlatRecord;
  readonly read: Resolvers;
}
const ofSide = (field: string) => [field, ({ flat, read }: Side) => read[field]?.(flat)] as const;
const same = (flat: FlatRecord) => flat;
