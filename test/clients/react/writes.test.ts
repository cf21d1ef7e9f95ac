// The hooks that write, in React, over Apollo Client and a real gateway: one key until an outcome is known, whatever happens meanwhile.
import { ApolloClient, gql } from '@apollo/client';
import { expect, onTestFinished, test } from 'vitest';
import { createCache } from '../../../client/src/apollo/cache.ts';
import { createLink } from '../../../client/src/apollo/link.ts';
import { createIdempotencyKeys } from '../../../client/src/core/idempotency-keys.ts';
import { TransactionFilesDocument, TransactionsDocument } from '../../../client/src/documents/generated.ts';
import { type NewTransaction, useCreateTransaction } from '../../../client/src/react/use-create-transaction.ts';
import { type NewFile, useUpload } from '../../../client/src/react/use-upload.ts';
import { shareSeededGateway } from '../seeded-gateway.ts';
import { renderHook } from './page.ts';

interface Sent {
  readonly input: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal | null | undefined;
}

/** Answers a request in the gateway's place, or does something to its answer; null for what it does by itself. */
type Interfere = (sent: Sent, pass: () => Promise<Response>) => Promise<Response> | null;

const here = shareSeededGateway();
const elsewhere = shareSeededGateway();

/** A client, and what it writes. Each write passes through the last of `interfere`, which a test can change. */
async function start(gateway = here()) {
  const token = gateway.authorization.authorization.slice('Bearer '.length);
  const writes: Sent[] = [];
  const state = { interfere: ((_sent, _pass) => null) as Interfere };
  const link = createLink({
    uri: gateway.url,
    token: () => token,
    retry: { firstDelayMs: 1, maxAttempts: 2 },
    fetch(input, init) {
      const form = init?.body instanceof FormData ? String(init.body.get('operations')) : String(init?.body);
      const { variables } = JSON.parse(form) as { readonly variables: { readonly input?: Sent['input'] } };
      const pass = () => fetch(input, init);
      if (variables.input === undefined) return pass();
      const sent = { input: variables.input, signal: init?.signal };
      writes.push(sent);
      return state.interfere(sent, pass) ?? pass();
    },
  });
  const client = new ApolloClient({ cache: createCache(), link });
  const countOf = async () => {
    const query = TransactionsDocument as never;
    const { data } = await client.query({ query, variables: { first: 1 }, fetchPolicy: 'no-cache' });
    return (data as unknown as { readonly transactions: { readonly totalCount: number } }).transactions.totalCount;
  };
  const interfereBy = (by: Interfere) => {
    state.interfere = by;
  };
  const keys = () => writes.map(({ input }) => input['idempotencyKey']);
  return { ...gateway, client, writes, keys, countOf, interfereBy };
}

let houses = 0;
/** Another one each time, since keys outlive pages. */
function house(): NewTransaction {
  houses += 1;
  const name = `${houses} ${crypto.randomUUID()} Street`;
  const kind = { propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' } as const;
  return { stateId: 'UT', name, streetAddress: name, ...kind };
}

const lost = (): Promise<Response> => Promise.reject(new TypeError('terminated'));
/** The write arrives, but its response does not. */
const deaf: Interfere = async (_, pass) => {
  await pass();
  return lost();
};
const nothing = undefined;

test('a creation whose response is lost again and again is sent under one key, and carried out once', async () => {
  const { client, keys, countOf, interfereBy } = await start();
  const before = await countOf();
  const { current, complaints } = await renderHook(client, useCreateTransaction, nothing);
  expect(current().state).toBe('idle');
  interfereBy(deaf);
  const input = house();
  expect(await current().create(input)).toBeNull();
  await expect.poll(() => current().state).toBe('failed');
  expect(current().failure?.cause).toBeInstanceOf(TypeError);

  interfereBy(() => null);
  const created = await current().retry();
  expect(created).toMatchObject({ outcome: 'COMMITTED', replayed: true, transaction: { name: input.name } });
  await expect.poll(() => current().state).toBe('done');
  expect(current()).toMatchObject({ failure: null, payload: { outcome: 'COMMITTED' } });
  expect(new Set(keys()).size).toBe(1);
  expect(keys()).toHaveLength(3);
  expect(await countOf()).toBe(before + 1);
  expect(complaints).toEqual([]);
});

test('the same form again is another write once the first is known, and other input is at once', async () => {
  const { client, keys, interfereBy } = await start();
  const { current } = await renderHook(client, useCreateTransaction, nothing);
  const input = house();
  await current().create(input);
  await current().create(input);
  expect(new Set(keys()).size).toBe(2);
  interfereBy(lost);
  await current().create(house());
  await current().create(house());
  expect(new Set(keys()).size).toBe(4);
});

test('with keys of its own, a creation at one gateway is carried out once, whatever another is sent meanwhile', async () => {
  const [own, other] = [await start(), await start(elsewhere())];
  const [keysHere, keysThere] = [createIdempotencyKeys('here'), createIdempotencyKeys('there')];
  const atHere = await renderHook(own.client, () => useCreateTransaction({ keys: keysHere }), nothing);
  const atThere = await renderHook(other.client, () => useCreateTransaction({ keys: keysThere }), nothing);
  const input = house();
  const before = await own.countOf();
  own.interfereBy(deaf);
  expect(await atHere.current().create(input)).toBeNull();
  expect(await atThere.current().create(input)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  own.interfereBy(() => null);
  expect(await atHere.current().retry()).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(await own.countOf()).toBe(before + 1);
  for (const { unmount } of [atHere, atThere]) unmount();
});

interface Counted {
  readonly totalCount: number;
}

test('a creation has the lists loaded again that it may belong in: the caller’s, those of the viewer and of accounts', async () => {
  const { client } = await start();
  const counts = new Map<string, number>();
  const watch = (name: string, selection: string, listIn: (data: never) => Counted | undefined) => {
    const list = 'list: transactions(first: 1, filter: { statuses: [NEW] }) { totalCount nodes { id } }';
    const watching = client
      .watchQuery({ query: gql(`query Watched { ${selection.replace('list', list)} }`), fetchPolicy: 'cache-first' })
      .subscribe(({ data }) => {
        const { totalCount } = listIn((data ?? {}) as never) ?? {};
        if (totalCount !== undefined) counts.set(name, totalCount);
      });
    onTestFinished(() => watching.unsubscribe());
  };
  watch('caller', 'list', ({ list }: { readonly list?: Counted }) => list);
  watch(
    'viewer',
    'viewer { role list }',
    ({ viewer }: { readonly viewer?: { readonly list: Counted } }) => viewer?.list,
  );
  watch(
    'account',
    'viewer { accounts(first: 1) { nodes { id list } } }',
    ({
      viewer,
    }: {
      readonly viewer?: { readonly accounts: { readonly nodes: readonly { readonly list: Counted }[] } };
    }) => viewer?.accounts.nodes[0]?.list,
  );
  await expect.poll(() => counts.size).toBe(3);
  const before = counts.get('caller')!;
  const { current } = await renderHook(client, useCreateTransaction, nothing);
  await current().create(house());
  await expect.poll(() => [...counts.values()]).toEqual([before + 1, before + 1, before + 1]);
});

test('two clicks are one write, and both are told of it', async () => {
  const { client, writes } = await start();
  const { current } = await renderHook(client, useCreateTransaction, nothing);
  const input = house();
  const [first, second] = await Promise.all([current().create(input), current().create({ ...input })]);
  expect(first?.transaction?.id).toBe(second?.transaction?.id);
  expect(writes).toHaveLength(1);
});

test('a form that was closed and opened again before the outcome was known has the same key', async () => {
  const { client, keys, interfereBy } = await start();
  const first = await renderHook(client, useCreateTransaction, nothing);
  const input = house();
  interfereBy(lost);
  const creating = first.current().create(input);
  first.unmount();
  expect(await creating).toBeNull();
  interfereBy(() => null);
  const second = await renderHook(client, useCreateTransaction, nothing);
  expect(await second.current().create(input)).toMatchObject({ outcome: 'COMMITTED' });
  expect(new Set(keys()).size).toBe(1);
  expect([...first.complaints, ...second.complaints]).toEqual([]);
});

test('an unknown outcome keeps its key, and a mismatch gives it up', async () => {
  const { client, keys, interfereBy } = await start();
  const { current } = await renderHook(client, useCreateTransaction, nothing);
  const payload = { __typename: 'CreateTransactionPayload', replayed: false, userErrors: [], transaction: null };
  const unknown = { ...payload, outcome: 'UNKNOWN', possibleMatches: [] };
  interfereBy(async () => Response.json({ data: { createTransaction: unknown } }));
  const input = house();
  await current().create(input);
  await expect.poll(() => current().payload?.outcome).toBe('UNKNOWN');
  const extensions = { code: 'IDEMPOTENCY_MISMATCH', retryable: false };
  interfereBy(async () =>
    Response.json({ data: { createTransaction: null }, errors: [{ message: 'No', extensions }] }),
  );
  await current().retry();
  await expect.poll(() => current().failure?.errors[0]?.message).toBe('No');
  await current().retry();
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('what the user can fix is told beside the fields, and `reset` makes room for another form', async () => {
  const { client } = await start();
  const { current } = await renderHook(client, useCreateTransaction, nothing);
  await current().create({ ...house(), name: '' });
  await expect.poll(() => current().payload?.outcome).toBe('REJECTED');
  expect(current().payload?.userErrors.map(({ field }) => field)).toEqual(['name']);
  current().reset();
  await expect.poll(() => current().state).toBe('idle');
  expect(current().payload).toBeNull();
});

async function startUpload() {
  const started = await start();
  const { data } = await started.client.query({ query: TransactionsDocument as never, variables: { first: 1 } });
  const { id } = (data as unknown as { readonly transactions: { readonly nodes: readonly [{ readonly id: string }] } })
    .transactions.nodes[0];
  const file = new File([`%PDF-1.7\n${crypto.randomUUID()}\n%%EOF\n`], 'offer.pdf', { type: 'application/pdf' });
  const input: NewFile = { transactionId: id, file, description: 'The offer', sender: 'Example Realty', pageCount: 1 };
  return { ...started, input };
}

/** A gateway that has received a file, and says nothing until the client has gone. */
const silent: Interfere = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test('a file is uploaded once under one key, though the response is lost, and the files are loaded again', async () => {
  const { client, input, keys, interfereBy } = await startUpload();
  const files = client.watchQuery({ query: TransactionFilesDocument as never, variables: { id: input.transactionId } });
  const counts: (number | undefined)[] = [];
  const watching = files.subscribe(({ data }) => {
    counts.push(
      (data as { transaction?: { files?: { totalCount: number } } } | undefined)?.transaction?.files?.totalCount,
    );
  });
  await expect.poll(() => counts.at(-1)).toBeDefined();
  const before = counts.at(-1) ?? 0;
  const { current, complaints } = await renderHook(client, useUpload, nothing);
  interfereBy(deaf);
  expect(await current().upload(input)).toBeNull();
  await expect.poll(() => current().state).toBe('failed');
  interfereBy(() => null);
  expect(await current().retry()).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: { name: 'offer.pdf' } });
  await expect.poll(() => current()).toMatchObject({ state: 'done', progress: 1 });
  await expect.poll(() => counts.at(-1)).toBe(before + 1);
  watching.unsubscribe();
  expect(new Set(keys()).size).toBe(1);
  expect(complaints).toEqual([]);
});

test('an upload can be canceled while it is on its way, and sent again', async () => {
  const { client, input, writes, interfereBy } = await startUpload();
  const { current } = await renderHook(client, useUpload, nothing);
  interfereBy(silent);
  const canceled = current().upload(input);
  await expect.poll(() => writes.length).toBe(1);
  await expect.poll(() => current()).toMatchObject({ state: 'sending', failure: null });
  current().cancel();
  expect(await canceled).toBeNull();
  await expect.poll(() => current().state).toBe('canceled');
  expect(current().failure).toBeNull();
  expect(writes).toHaveLength(1);
  interfereBy(() => null);
  expect(await current().retry()).toMatchObject({ outcome: 'COMMITTED' });
  await expect.poll(() => current().state).toBe('done');
});

test('the same file can be sent again before its canceled upload has ended', async () => {
  const { client, input, writes, keys, interfereBy } = await startUpload();
  const { current } = await renderHook(client, useUpload, nothing);
  interfereBy(silent);
  const canceled = current().upload(input);
  await expect.poll(() => writes.length).toBe(1);
  interfereBy(() => null);
  current().cancel();
  expect(await current().upload(input)).toMatchObject({ outcome: 'COMMITTED' });
  expect(await canceled).toBeNull();
  await expect.poll(() => current().state).toBe('done');
  expect(new Set(keys()).size).toBe(1);
});

test('leaving ends all uploads that are on their way, also one that another has replaced, and nothing more is shown', async () => {
  const { client, input, writes, interfereBy } = await startUpload();
  const { current, unmount, complaints } = await renderHook(client, useUpload, nothing);
  interfereBy(silent);
  const replaced = current().upload(input);
  current().reset();
  const left = current().upload({ ...input, description: 'Another' });
  await expect.poll(() => writes.length).toBe(2);
  const last = current();
  unmount();
  expect(await Promise.all([replaced, left])).toEqual([null, null]);
  expect(writes.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  expect(current()).toBe(last);
  expect(complaints).toEqual([]);
});

test('an upload that is canceled while it waits for another attempt is over at once, and can be sent again', async () => {
  const { client, input, writes, interfereBy } = await startUpload();
  const { current } = await renderHook(client, useUpload, nothing);
  const extensions = { code: 'OVERLOADED', retryable: true };
  const body = { errors: [{ message: 'Busy', extensions }] };
  interfereBy(async () => Response.json(body, { status: 503, headers: { 'retry-after': '29' } }));
  const canceled = current().upload(input);
  await expect.poll(() => writes.length).toBe(1);
  current().cancel();
  await expect.poll(() => current().state).toBe('canceled');
  expect(await canceled).toBeNull();
  expect(writes).toHaveLength(1);
  interfereBy(() => null);
  expect(await current().upload(input)).toMatchObject({ outcome: 'COMMITTED' });
  await expect.poll(() => current().state).toBe('done');
});
