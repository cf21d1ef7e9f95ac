// Uploads through the ledger: sent once for a key, told again to the same file, and looked for where no answer came.
import { expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../src/gateway/ledger/entry.ts';
import { accept, createWorld, fault, fileRecord, lost, pdf, startGatewayIn, uploadTo } from './uploading.ts';

function start() {
  const world = createWorld();
  return { world, under: startGatewayIn(world) };
}

const lose = (add: () => void) => {
  add();
  throw lost();
};

test('it is written down as SENT before its first byte goes out', async () => {
  const world = createWorld();
  const reserve = vi.spyOn(world.store, 'reserve');
  const under = startGatewayIn(world);
  const states: unknown[] = [];
  const { upload } = under.upstream;
  Object.assign(under.upstream, {
    async upload(...given: Parameters<typeof upload>) {
      const [entry] = reserve.mock.calls[0] ?? [];
      states.push((await world.store.read(entry?.id ?? ''))?.entry.state);
      return upload(...given);
    },
  });
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '100' } });
  expect(states).toEqual(['SENT']);
});

test('the same key, input and file tell its outcome again, with the file as it is now, by one list', async () => {
  const { world, under } = start();
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', replayed: false, file: { fileId: '100' } });
  world.files[0] = fileRecord(100, { fileDescription: 'Another description' });
  const lists = under.upstream.requestsTo('listFiles').length;
  expect(await uploadTo(under)).toMatchObject({
    outcome: 'COMMITTED',
    replayed: true,
    userErrors: [],
    file: { fileId: '100', description: 'Another description' },
  });
  expect(world.sent).toHaveLength(1);
  expect(under.upstream.requestsTo('listFiles')).toHaveLength(lists + 1);
});

test('a process that is gone while it looks for the file has written down that it was taken, and which content', async () => {
  const { world, under } = start();
  const listed = Promise.withResolvers<void>();
  const { call } = under.upstream;
  Object.assign(under.upstream, {
    call(...given: Parameters<typeof call>) {
      if (given[0] !== 'listFiles' || world.files.length === 0) return call(...given);
      listed.resolve();
      return new Promise(() => undefined);
    },
  });
  void uploadTo(under);
  await listed.promise;
  const other = startGatewayIn(world);
  await expect(uploadTo(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  world.clock.advance(LEASE_MS);
  expect(await uploadTo(other)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
  await expect(uploadTo(other, { content: `${pdf}!` })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('a file that is gone is null when its upload is told again', async () => {
  const { world, under } = start();
  await uploadTo(under);
  world.files.length = 0;
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
});

test.each([
  ['content', { content: `${pdf}!` }],
  ['name', { name: 'roof.pdf' }],
  ['description', { description: 'A roof' }],
  ['sender', { sender: 'Another Title' }],
  ['page count', { pageCount: 3 }],
  ['transaction', { transId: 'T-2' }],
])('another %s under the same key is IDEMPOTENCY_MISMATCH, and is not sent', async (_, other) => {
  const { world, under } = start();
  await uploadTo(under);
  await expect(uploadTo(under, other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('a file that breaks off when it is sent again is compared with nothing', async () => {
  const { world, under } = start();
  await uploadTo(under);
  await expect(uploadTo(under, { leavesAfter: 8 })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'file: the file did not arrive in full',
  });
  expect(world.sent).toHaveLength(1);
});

test('one that is under way is IDEMPOTENCY_IN_PROGRESS to the same key, and told to it afterwards', async () => {
  const { world, under } = start();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  world.onUpload = async (add) => {
    begin();
    await isOver;
    return accept(add);
  };
  const first = uploadTo(under);
  await isUnderWay;
  await expect(uploadTo(under)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  end();
  expect(await first).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(world.sent).toHaveLength(1);
});

test('a sender who leaves makes it UNKNOWN; what the service took of it is shown, and never taken for the file', async () => {
  const { world, under } = start();
  world.onUpload = accept;
  expect(await uploadTo(under, { leavesAfter: 8 })).toMatchObject({
    outcome: 'UNKNOWN',
    userErrors: [{ field: 'file', message: 'The file did not arrive in full' }, { code: 'OUTCOME_UNKNOWN' }],
    file: null,
    possibleMatches: [{ fileId: '100' }],
  });
  for (const process of [under, startGatewayIn(world)]) {
    const again = await uploadTo(process);
    expect(again).toMatchObject({ outcome: 'UNKNOWN', replayed: true, possibleMatches: [{ fileId: '100' }] });
  }
  expect(world.sent).toHaveLength(1);
});

test('a service that answers Success to a file that broke off is not believed', async () => {
  const { under } = start();
  const upload = async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    const read = async () => {
      for await (const _chunk of bytes);
    };
    await read().catch(() => undefined);
    return { status: 200, result: 'Success' };
  };
  Object.assign(under.upstream, { upload });
  expect(await uploadTo(under, { leavesAfter: 8 })).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
});

test('a service that answers Success before it has read the file is not believed, whatever comes under the key', async () => {
  const { world, under } = start();
  const upload = vi.fn(async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    for await (const _chunk of bytes) break;
    world.files.push(fileRecord(5));
    return { status: 200, result: 'Success' };
  });
  Object.assign(under.upstream, { upload });
  const unknown = { outcome: 'UNKNOWN', userErrors: [{ code: 'OUTCOME_UNKNOWN' }], possibleMatches: [{ fileId: '5' }] };
  expect(await uploadTo(under)).toMatchObject({ ...unknown, replayed: false });
  expect(await uploadTo(under, { content: `${pdf}!` })).toMatchObject({ ...unknown, replayed: true });
  expect(upload).toHaveBeenCalledTimes(1);
});

test('one without an answer is COMMITTED where exactly one file like it came in, and stays so', async () => {
  const { world, under } = start();
  world.files.push(fileRecord(1, { fileName: 'other.pdf' }));
  world.onUpload = lose;
  const found = { outcome: 'COMMITTED', userErrors: [], file: { fileId: '101' }, possibleMatches: null };
  expect(await uploadTo(under)).toMatchObject({ ...found, replayed: false });
  expect(await uploadTo(under)).toMatchObject({ ...found, replayed: true });
  await expect(uploadTo(under, { content: `${pdf}!` })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('what was there before is not it, however new, neither at once nor when the key comes again', async () => {
  const { world, under } = start();
  world.files.push(fileRecord(1));
  world.onUpload = () => {
    throw lost();
  };
  for (const replayed of [false, true]) {
    expect(await uploadTo(under)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [], replayed });
  }
});

test('of two that came in neither is taken, and both are shown', async () => {
  const { world, under } = start();
  world.onUpload = (add) => {
    add();
    return lose(add);
  };
  expect(await uploadTo(under)).toMatchObject({
    outcome: 'UNKNOWN',
    file: null,
    possibleMatches: [{ fileId: '100' }, { fileId: '101' }],
  });
});

test('one that comes in later is found when the key comes again', async () => {
  const { world, under } = start();
  world.onUpload = () => {
    throw lost();
  };
  expect(await uploadTo(under)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
  world.files.push(fileRecord(7, { insertDate: '2026-11-20T12:09:00Z' }));
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: { fileId: '7' } });
});

test('a file that another upload has claimed is not it, though that one had no key', async () => {
  const { world, under } = start();
  world.onUpload = (add) => {
    world.onUpload = () => {
      throw lost();
    };
    return accept(add);
  };
  const [first, second] = await Promise.all([uploadTo(under, { key: null }), uploadTo(under, { key: 'key-2' })]);
  expect(first).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '100' } });
  expect(second).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
});

test('a file that may be that of an upload which could not tell its own is not it', async () => {
  const { world, under } = start();
  await uploadTo(under, { key: null, wantsFile: false });
  world.onUpload = () => {
    throw lost();
  };
  expect(await uploadTo(under, { key: null, wantsFile: false })).toMatchObject({
    outcome: 'UNKNOWN',
    possibleMatches: [{ fileId: '100' }],
  });
});

test('without a key and unless its file is asked for, it is one call; unanswered it is looked for by its moment', async () => {
  const { world, under } = start();
  expect(await uploadTo(under, { key: null, wantsFile: false })).toMatchObject({ outcome: 'COMMITTED', file: null });
  expect(under.upstream.requestsTo('listFiles')).toEqual([]);
  const other = { key: null, wantsFile: false, description: 'Another' } as const;
  world.onUpload = lose;
  expect(await uploadTo(under, other)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '101' } });
  expect(under.upstream.requestsTo('listFiles')).toHaveLength(1);
});

test.each([
  ['before it was sent', '2026-11-20T11:57:59Z', []],
  ['long after it was sent', '2026-11-20T12:27:01Z', []],
  ['on its day', '2026-11-20', [{ fileId: '5' }]],
])('without a list from before, one added %s is not it', async (_, insertDate, possibleMatches) => {
  const { world, under } = start();
  world.onUpload = () => {
    world.files.push(fileRecord(5, { insertDate }));
    throw lost();
  };
  const given = { key: null, wantsFile: false };
  expect(await uploadTo(under, given)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches });
});

/** A process that is gone after the service took its file and before it answered; its lease is over. */
async function dieUnanswered({ world, under }: ReturnType<typeof start>, given = {}): Promise<void> {
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  world.onUpload = (add) => {
    add();
    begin();
    return new Promise(() => undefined);
  };
  void uploadTo(under, given);
  await isUnderWay;
  world.clock.advance(LEASE_MS);
}

test('what processes left behind is looked for at the start of another and not claimed: it may be a part of the file', async () => {
  const { world, under } = start();
  await dieUnanswered({ world, under });
  await dieUnanswered({ world, under: startGatewayIn(world) }, { key: null, wantsFile: false, description: 'Another' });
  expect(await world.store.orphans()).toHaveLength(2);
  const other = startGatewayIn(world);
  const keeper = await other.gateway.keepLedger();
  await expect.poll(() => world.store.orphans()).toEqual([]);
  await keeper.close();
  const claims = ['file:T-1:100', 'file:T-1:101'];
  expect(await world.store.unclaimed('', claims)).toEqual(claims);
  expect(await uploadTo(other)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [{ fileId: '100' }] });
});

test('one that a process left behind is shown by another under the same key, and never sent again', async () => {
  const { world, under } = start();
  await dieUnanswered({ world, under });
  const other = startGatewayIn(world);
  for (const _ of ['first', 'again']) {
    const told = { outcome: 'UNKNOWN', replayed: true, file: null, possibleMatches: [{ fileId: '100' }] };
    expect(await uploadTo(other)).toMatchObject(told);
  }
  expect(world.sent).toHaveLength(1);
});

test.each([
  ['it is denied', fault('UPSTREAM_ACCESS_DENIED', { status: 401 })],
  ['nothing of it was sent', fault('UPSTREAM_UNAVAILABLE', { sent: false })],
])('where %s, the same key may send it again', async (_, error) => {
  const { world, under } = start();
  world.onUpload = () => {
    throw error;
  };
  await expect(uploadTo(under)).rejects.toBe(error);
  world.onUpload = accept;
  expect(await uploadTo(under)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
});

test('a refusal is told again in the same words, unsent', async () => {
  const { world, under } = start();
  world.onUpload = () => {
    const upstreamMessage = 'Invalid Character found in plan.pdf';
    throw fault('UPSTREAM_REJECTED', { status: 402, upstreamType: 'Bad Request', upstreamMessage });
  };
  const first = await uploadTo(under);
  expect(first).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'file', code: 'INVALID_CHARACTER' }] });
  expect(await uploadTo(under)).toEqual({ ...first, replayed: true });
  expect(world.sent).toHaveLength(1);
});

test('a transaction that listing finds unknown is REJECTED, and nothing is sent', async () => {
  const { world, under } = start();
  const call = vi.fn(async () => {
    const upstreamMessage = 'Missing Required Parameter: transId';
    throw fault('UPSTREAM_REJECTED', { endpoint: 'listFiles', status: 400, upstreamMessage });
  });
  const grantedBy = under.upstream.call;
  Object.assign(under.upstream, {
    call: (...given: Parameters<typeof grantedBy>) => (given[0] === 'listFiles' ? call() : grantedBy(...given)),
  });
  expect(await uploadTo(under)).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'transactionId', code: 'NOT_FOUND' }],
  });
  expect(world.sent).toEqual([]);
});

test('the ledger holds no name, description or sender, and not the digest as it is', async () => {
  const world = createWorld();
  const reserve = vi.spyOn(world.store, 'reserve');
  const settle = vi.spyOn(world.store, 'settle');
  world.files.push(fileRecord(1));
  await uploadTo(startGatewayIn(world));
  const written = JSON.stringify([reserve.mock.calls, settle.mock.calls]);
  expect(written).toMatch(/"transId":"T-1".*"before":"\[\\"1\\"\]".*"file:T-1:101"/);
  for (const value of ['plan', 'Example Title', 'key-1', ...world.sent]) expect(written).not.toContain(value);
});
