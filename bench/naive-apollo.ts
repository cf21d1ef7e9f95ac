/**
 * A GraphQL server as one would write it in an afternoon, in a separate process: standalone Apollo, the same schema, and resolvers
 * that call upstream wherever a field needs it. No loaders, no lookahead, no access control, no limits.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { request } from 'undici';
import { codeTables } from '../src/contract/columns/codes.ts';
import { type ColumnSet, transactionSets } from '../src/contract/columns/fields.ts';
import { accountSets, fileSets } from '../src/contract/columns/records.ts';

type FlatRecord = Readonly<Record<string, string>>;
type Resolver = (source: FlatRecord) => unknown;
type Resolvers = Record<string, Resolver>;

const base = process.env['UPSTREAM_URL'] ?? '';
const schemaFolder = join(import.meta.dirname, '../schema');
const typeDefs = readdirSync(schemaFolder).map((name) => readFileSync(join(schemaFolder, name), 'utf8'));

async function post(path: string, values: Readonly<Record<string, unknown>>): Promise<never> {
  const { body } = await request(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench-token' },
    body: JSON.stringify({ userId: 'bench@vendor.example', ...values }),
  });
  return (await body.json()) as never;
}

const isBlank = (value: string | undefined) => value === '' || value === undefined;

function reader(kind: string, wire: string): Resolver {
  const codes = Object.hasOwn(codeTables, kind) ? codeTables[kind as keyof typeof codeTables] : undefined;
  const names = new Map<string, string>(codes?.map(({ code, name }) => [code, name]));
  if (codes !== undefined) return (flat) => names.get(flat[wire] ?? '') ?? null;
  if (kind === 'integer') return (flat) => (isBlank(flat[wire]) ? null : Number(flat[wire]));
  return (flat) => (isBlank(flat[wire]) ? null : String(flat[wire]));
}

/** One resolver per column; the source of each object is the flat record that contains it. */
function readers(at: string): Resolvers {
  const sets = transactionSets.filter((set) => set.at.join('.') === at && set.item === undefined);
  return Object.fromEntries(
    sets.flatMap(({ prefix, columns }) => columns.map(([wire, name, kind]) => [name, reader(kind, prefix + wire)])),
  );
}

/** Builds the items of a list, or a single object as a list of one, from the sets that have at least one value. */
function objects(at: string): Resolver {
  const sets = transactionSets
    .filter((set) => set.at.join('.') === at)
    .map(({ item, prefix, columns }) => ({
      item,
      columns: columns.map(([wire, name, kind]) => ({ wire: prefix + wire, name, read: reader(kind, prefix + wire) })),
    }));
  return (flat) =>
    sets
      .filter(({ columns }) => columns.some(({ wire }) => flat[wire]))
      .map(({ item, columns }) => ({
        ...item,
        ...Object.fromEntries(columns.map(({ name, read }) => [name, read(flat)])),
      }));
}

const one = (at: string): Resolver => {
  const all = objects(at);
  return (flat) => (all(flat) as unknown[])[0] ?? null;
};

const side = (name: string) => ({
  parties: objects(`${name}.parties`),
  agent: one(`${name}.agent`),
  broker: one(`${name}.broker`),
  brokerage: one(`${name}.brokerage`),
});
const sides = { seller: side('seller'), buyer: side('buyer') };
const onSide = (name: 'seller' | 'buyer') => (flat: FlatRecord) =>
  Object.fromEntries(Object.entries(sides[name]).map(([field, read]) => [field, () => read(flat)]));

const flatReaders = (sets: readonly ColumnSet[]): Resolvers =>
  Object.fromEntries(
    sets.flatMap(({ columns }) => columns.map(([wire, name, kind]) => [name, reader(kind, wire)] as const)),
  );
const idOf = (...parts: unknown[]) => Buffer.from(parts.join(' ')).toString('base64url');

interface Page {
  readonly meta: { readonly total: number };
  readonly data: readonly FlatRecord[];
}

const schema = makeExecutableSchema({
  typeDefs,
  resolvers: {
    Query: {
      async transaction(_: unknown, { by }: { by: { transId: string } }) {
        const [record] = (await post('/fsforms/getTransById', { transId: by.transId })) as [FlatRecord];
        return { ...record, transId: by.transId };
      },
      async transactions(_: unknown, { agentNrdsId, first }: { agentNrdsId: string; first: number }) {
        const values = {
          batch_size: first,
          batch_no: 1,
          filter: `NRDSID=<${agentNrdsId}>`,
          full_details: true,
        };
        const [{ data }] = (await post('/fsforms/listTrans', values)) as [Page];
        return { nodes: data };
      },
      async account(_: unknown, { by }: { by: { email: string } }) {
        const [record] = (await post('/accounts/getAccount', { emailId: by.email })) as [FlatRecord];
        return record;
      },
    },
    Transaction: {
      ...readers(''),
      id: ({ transId }: FlatRecord) => idOf('transaction', transId),
      property: (flat: FlatRecord) => flat,
      listing: (flat: FlatRecord) => flat,
      purchase: (flat: FlatRecord) => flat,
      seller: onSide('seller'),
      buyer: onSide('buyer'),
      serviceProviders: objects('serviceProviders'),
      async files({ transId }: FlatRecord) {
        const { meta, data } = (await post('/fsforms/listFiles', { transId })) as Page;
        return { totalCount: meta.total, nodes: data };
      },
    },
    Property: readers('property'),
    Listing: readers('listing'),
    Purchase: readers('purchase'),
    TransactionFile: { ...flatReaders(fileSets), id: ({ fileID }: FlatRecord) => idOf('file', fileID) },
    Account: { ...flatReaders(accountSets), id: ({ accountID }: FlatRecord) => idOf('account', accountID) },
  },
});

const { url } = await startStandaloneServer(new ApolloServer({ schema }), { listen: { port: 0, host: '127.0.0.1' } });
console.log(`ready ${url}graphql`);
