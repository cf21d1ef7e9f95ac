// Uploads through the ledger: sent once per key, replayed for the same file, and searched for if no response came.
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../../src/gateway/ledger/entry.ts';
import * as samples from '../../support/sample-files.ts';
import {
  acceptUpload,
  createWorld,
  fault,
  fileRecord,
  lostResponse,
  pdf,
  startGatewayIn,
  uploadTo,
} from './uploading.ts';

function start() {
  const world = createWorld();
  return { world, underTest: startGatewayIn(world) };
}

const lose = (add: () => void) => {
  add();
  throw lostResponse();
};

test('an upload is recorded as SENT before its first byte goes out', async () => {
  const world = createWorld();
  const reserve = vi.spyOn(world.store, 'reserve');
  const underTest = startGatewayIn(world);
  const states: unknown[] = [];
  const { upload } = underTest.upstream;
  Object.assign(underTest.upstream, {
    async upload(...options: Parameters<typeof upload>) {
      const [entry] = reserve.mock.calls[0] ?? [];
      states.push((await world.store.read(entry?.id ?? ''))?.entry.state);
      return upload(...options);
    },
  });
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '100' } });
  expect(states).toEqual(['SENT']);
});

test('the same key, input and file replay the outcome, with the file as it is now, by one list call', async () => {
  const { world, underTest } = start();
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', replayed: false, file: { fileId: '100' } });
  world.files[0] = fileRecord(100, { fileDescription: 'Another description' });
  const lists = underTest.upstream.requestsTo('listFiles').length;
  expect(await uploadTo(underTest)).toMatchObject({
    outcome: 'COMMITTED',
    replayed: true,
    userErrors: [],
    file: { fileId: '100', description: 'Another description' },
  });
  expect(world.sent).toHaveLength(1);
  expect(underTest.upstream.requestsTo('listFiles')).toHaveLength(lists + 1);
});

test('a process that dies while it looks for the file has already recorded the success and the content hash', async () => {
  const { world, underTest } = start();
  const listed = Promise.withResolvers<void>();
  const { call } = underTest.upstream;
  Object.assign(underTest.upstream, {
    call(...options: Parameters<typeof call>) {
      if (options[0] !== 'listFiles' || world.files.length === 0) return call(...options);
      listed.resolve();
      return new Promise(() => undefined);
    },
  });
  void uploadTo(underTest);
  await listed.promise;
  const other = startGatewayIn(world);
  await expect(uploadTo(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  world.clock.advance(LEASE_MS);
  expect(await uploadTo(other)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
  await expect(uploadTo(other, { content: `${pdf}!` })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('a file that no longer exists is null when its upload is replayed', async () => {
  const { world, underTest } = start();
  await uploadTo(underTest);
  world.files.length = 0;
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
});

test.each([
  ['content', { content: `${pdf}!` }],
  ['name', { name: 'roof.pdf' }],
  ['description', { description: 'A roof' }],
  ['sender', { sender: 'Another Title' }],
  ['page count', { pageCount: 3 }],
  ['transaction', { transId: 'T-2' }],
])('another %s with the same key is IDEMPOTENCY_MISMATCH, and is not sent', async (_, other) => {
  const { world, underTest } = start();
  await uploadTo(underTest);
  await expect(uploadTo(underTest, other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('a replay whose file breaks off is BAD_USER_INPUT, since it cannot be compared', async () => {
  const { world, underTest } = start();
  await uploadTo(underTest);
  await expect(uploadTo(underTest, { disconnectsAfter: 8 })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'file: the file did not arrive in full',
  });
  expect(world.sent).toHaveLength(1);
});

test('an upload in progress is IDEMPOTENCY_IN_PROGRESS for the same key, and is replayed afterwards', async () => {
  const { world, underTest } = start();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  world.onUpload = async (add) => {
    begin();
    await isOver;
    return acceptUpload(add);
  };
  const first = uploadTo(underTest);
  await isUnderWay;
  await expect(uploadTo(underTest)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
  end();
  expect(await first).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(world.sent).toHaveLength(1);
});

test('an upload whose client disconnects before its end was sent is REJECTED, and its key may send it again', async () => {
  const { world, underTest } = start();
  const claim = vi.spyOn(world.store, 'claim');
  for (const key of ['key-1', null]) {
    expect(await uploadTo(underTest, { disconnectsAfter: 8, key })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [
        { field: 'file', message: 'The file did not arrive in full', code: 'INVALID_VALUE', upstream: null },
      ],
      file: null,
      possibleMatches: null,
      replayed: false,
    });
  }
  expect(claim).not.toHaveBeenCalled();
  expect(await uploadTo(startGatewayIn(world))).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(world.sent).toHaveLength(3);
});

test('an upload that the service does not take in time is REJECTED, and UNKNOWN once all of it was sent', async () => {
  const { world, underTest } = start();
  const timeout = fault('UPSTREAM_TIMEOUT', { sent: 'unknown' });
  const upload = vi.fn(async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    for await (const _chunk of bytes) throw timeout;
  });
  const takeAll = underTest.upstream.upload;
  Object.assign(underTest.upstream, { upload });
  expect(await uploadTo(underTest)).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: null, code: 'REJECTED', message: expect.stringContaining('not stored'), upstream: null }],
  });
  Object.assign(underTest.upstream, { upload: takeAll });
  world.onUpload = () => {
    throw timeout;
  };
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'UNKNOWN', replayed: false });
});

test('an upload that the service breaks off midway is UNKNOWN', async () => {
  const { underTest } = start();
  const upload = async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    for await (const _chunk of bytes) throw fault('UPSTREAM_UNAVAILABLE', { sent: 'unknown' });
  };
  Object.assign(underTest.upstream, { upload });
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
});

test('a Success response to a file that broke off is not trusted', async () => {
  const { underTest } = start();
  const upload = async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    const read = async () => {
      for await (const _chunk of bytes);
    };
    await read().catch(() => undefined);
    return { status: 200, result: 'Success' };
  };
  Object.assign(underTest.upstream, { upload });
  expect(await uploadTo(underTest, { disconnectsAfter: 8 })).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
});

test('a Success response before the whole file was read is not trusted, whatever file the key is used with again', async () => {
  const { world, underTest } = start();
  const upload = vi.fn(async (_: unknown, { bytes }: { bytes: AsyncIterable<Uint8Array> }) => {
    for await (const _chunk of bytes) break;
    world.files.push(fileRecord(5));
    return { status: 200, result: 'Success' };
  });
  Object.assign(underTest.upstream, { upload });
  const unknown = { outcome: 'UNKNOWN', userErrors: [{ code: 'OUTCOME_UNKNOWN' }], possibleMatches: [{ fileId: '5' }] };
  expect(await uploadTo(underTest)).toMatchObject({ ...unknown, replayed: false });
  expect(await uploadTo(underTest, { content: `${pdf}!` })).toMatchObject({ ...unknown, replayed: true });
  expect(upload).toHaveBeenCalledTimes(1);
});

test('an upload without a response is COMMITTED if exactly one matching file was added, and stays so', async () => {
  const { world, underTest } = start();
  world.files.push(fileRecord(1, { fileName: 'other.pdf' }));
  world.onUpload = lose;
  const found = { outcome: 'COMMITTED', userErrors: [], file: { fileId: '101' }, possibleMatches: null };
  expect(await uploadTo(underTest)).toMatchObject({ ...found, replayed: false });
  expect(await uploadTo(underTest)).toMatchObject({ ...found, replayed: true });
  await expect(uploadTo(underTest, { content: `${pdf}!` })).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect(world.sent).toHaveLength(1);
});

test('a file that existed before does not match, however new, neither at once nor when the key is used again', async () => {
  const { world, underTest } = start();
  world.files.push(fileRecord(1));
  world.onUpload = () => {
    throw lostResponse();
  };
  for (const replayed of [false, true]) {
    expect(await uploadTo(underTest)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [], replayed });
  }
});

test('if two matching files were added, neither is taken and both are possible matches', async () => {
  const { world, underTest } = start();
  world.onUpload = (add) => {
    add();
    return lose(add);
  };
  expect(await uploadTo(underTest)).toMatchObject({
    outcome: 'UNKNOWN',
    file: null,
    possibleMatches: [{ fileId: '100' }, { fileId: '101' }],
  });
});

test('a file is recognized although the service has cleaned its name', async () => {
  const { world, underTest } = start();
  world.onUpload = () => {
    const fileName = 'Kaufvertrag__final___Zoe.pdf';
    world.files.push(fileRecord(1, { fileName: 'Kaufvertrag.pdf' }), fileRecord(2, { fileName }));
    return { status: 200, result: 'Success' };
  };
  const name = 'Kaufvertrag (final) "Zoë".pdf';
  expect(await uploadTo(underTest, { name })).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '2' } });
  world.onUpload = () => {
    world.files.push(fileRecord(3, { fileName: 'a%22b.pdf' }));
    throw lostResponse();
  };
  const quoted = { key: 'key-2', name: 'a"b.pdf' };
  expect(await uploadTo(underTest, quoted)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '3' } });
});

test('after a lost response, files with other names are possible matches, newest first, if none has the name that was sent', async () => {
  const { world, underTest } = start();
  world.files.push(fileRecord(1, { fileName: 'old.pdf', insertDate: '2026-11-19T12:00:00Z' }));
  world.onUpload = () => {
    const insertDate = '2026-11-20T12:00:01Z';
    world.files.push(fileRecord(2, { fileName: '5f20.pdf' }), fileRecord(4, { fileName: '84c1.pdf', insertDate }));
    throw lostResponse();
  };
  const renamed = { outcome: 'UNKNOWN', file: null, possibleMatches: [{ fileId: '4' }, { fileId: '2' }] };
  expect(await uploadTo(underTest)).toMatchObject(renamed);
  world.files.push(fileRecord(3));
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '3' } });
});

test('a file that the service lists late is not taken for that of the next upload', async () => {
  const { world, underTest } = start();
  world.onUpload = () => ({ status: 200, result: 'Success' });
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', file: null });
  world.onUpload = () => acceptUpload(() => world.files.push(fileRecord(1)));
  const next = { key: 'key-2', content: `${pdf}, corrected` };
  expect(await uploadTo(underTest, next)).toMatchObject({ outcome: 'COMMITTED', file: null });
  expect(await uploadTo(underTest, next)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
});

test('a file that is added later is found when the key is used again', async () => {
  const { world, underTest } = start();
  world.onUpload = () => {
    throw lostResponse();
  };
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
  world.files.push(fileRecord(7, { insertDate: '2026-11-20T12:09:00Z' }));
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: { fileId: '7' } });
});

test('a file that another upload has claimed does not match, even if that upload had no key', async () => {
  const { world, underTest } = start();
  const sent = Promise.withResolvers<void>();
  world.onUpload = (add) => {
    world.onUpload = () => {
      throw lostResponse();
    };
    sent.resolve();
    return acceptUpload(add);
  };
  const uploading = uploadTo(underTest, { key: null });
  await sent.promise;
  const [first, second] = await Promise.all([uploading, uploadTo(underTest, { key: 'key-2' })]);
  expect(first).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '100' } });
  expect(second).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
});

test('a file that may belong to another upload, which did not learn its own file, is not taken', async () => {
  const { world, underTest } = start();
  await uploadTo(underTest, { key: null, wantsFile: false });
  world.onUpload = () => {
    throw lostResponse();
  };
  expect(await uploadTo(underTest, { key: null, wantsFile: false })).toMatchObject({
    outcome: 'UNKNOWN',
    possibleMatches: [{ fileId: '100' }],
  });
});

test('without a key or a selected file, an upload is one call; without a response, it is searched for by insert date', async () => {
  const { world, underTest } = start();
  expect(await uploadTo(underTest, { key: null, wantsFile: false })).toMatchObject({
    outcome: 'COMMITTED',
    file: null,
  });
  expect(underTest.upstream.requestsTo('listFiles')).toEqual([]);
  const other = { key: null, wantsFile: false, description: 'Another' } as const;
  world.onUpload = lose;
  expect(await uploadTo(underTest, other)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '101' } });
  expect(underTest.upstream.requestsTo('listFiles')).toHaveLength(1);
});

test.each([
  ['before it was sent', '2026-11-20T11:57:59Z', []],
  ['long after it was sent', '2026-11-20T12:27:01Z', []],
  ['on the same day', '2026-11-20', [{ fileId: '5' }]],
])('without a list from before the upload, a file added %s is not taken', async (_, insertDate, possibleMatches) => {
  const { world, underTest } = start();
  world.onUpload = () => {
    world.files.push(fileRecord(5, { insertDate }));
    throw lostResponse();
  };
  const options = { key: null, wantsFile: false };
  expect(await uploadTo(underTest, options)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches });
});

test.each([
  ['before it was sent', '2026-11-20T11:57:59Z'],
  ['long after it was sent', '2026-11-20T12:27:01Z'],
])(
  'a file that was not there before and says it was added %s is a possible match, but not taken',
  async (_, insertDate) => {
    const { world, underTest } = start();
    world.onUpload = () => {
      world.files.push(fileRecord(5, { insertDate }));
      throw lostResponse();
    };
    expect(await uploadTo(underTest)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [{ fileId: '5' }] });
  },
);

/** Makes the process die after the service accepted its file and before it responded, and lets its lease expire. */
async function dieUnanswered({ world, underTest }: ReturnType<typeof start>, options = {}): Promise<void> {
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  world.onUpload = (add) => {
    add();
    begin();
    return new Promise(() => undefined);
  };
  void uploadTo(underTest, options);
  await isUnderWay;
  world.clock.advance(LEASE_MS);
}

test('uploads of dead processes are searched for at startup but not claimed, as a match may be a partial file', async () => {
  const { world, underTest } = start();
  await dieUnanswered({ world, underTest });
  await dieUnanswered(
    { world, underTest: startGatewayIn(world) },
    { key: null, wantsFile: false, description: 'Another' },
  );
  expect(await world.store.orphans()).toHaveLength(2);
  const other = startGatewayIn(world);
  const { ledgerHeartbeat } = other.gateway;
  await ledgerHeartbeat.start();
  await expect.poll(() => world.store.orphans()).toEqual([]);
  await ledgerHeartbeat.close();
  const claims = ['file:T-1:100', 'file:T-1:101'];
  expect(await world.store.unclaimed('', claims)).toEqual(claims);
  expect(await uploadTo(other)).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [{ fileId: '100' }] });
});

test('an upload of a dead process is reported by another one for the same key, and never sent again', async () => {
  const { world, underTest } = start();
  await dieUnanswered({ world, underTest });
  const other = startGatewayIn(world);
  for (const _ of ['first', 'again']) {
    const replay = { outcome: 'UNKNOWN', replayed: true, file: null, possibleMatches: [{ fileId: '100' }] };
    expect(await uploadTo(other)).toMatchObject(replay);
  }
  expect(world.sent).toHaveLength(1);
});

test.each([
  ['it is denied', fault('UPSTREAM_ACCESS_DENIED', { status: 401 })],
  ['nothing was sent', fault('UPSTREAM_UNAVAILABLE', { sent: false })],
])('if %s, the same key may send the upload again', async (_, error) => {
  const { world, underTest } = start();
  world.onUpload = () => {
    throw error;
  };
  await expect(uploadTo(underTest)).rejects.toBe(error);
  world.onUpload = acceptUpload;
  expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
});

test('a rejection is replayed verbatim, without sending the file', async () => {
  const { world, underTest } = start();
  world.onUpload = () => {
    const upstreamMessage = 'Invalid Character found in plan.pdf';
    throw fault('UPSTREAM_REJECTED', { status: 402, upstreamType: 'Bad Request', upstreamMessage });
  };
  const first = await uploadTo(underTest);
  expect(first).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'file', code: 'INVALID_CHARACTER' }] });
  expect(await uploadTo(underTest)).toEqual({ ...first, replayed: true });
  expect(world.sent).toHaveLength(1);
});

test.each(['description', 'sender'] as const)(
  'a %s with an unpaired surrogate, which a form would alter, is REJECTED',
  async (field) => {
    const { world, underTest } = start();
    expect(await uploadTo(underTest, { [field]: 'A \ud800 plan' })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [{ field, code: 'INVALID_CHARACTER', upstream: null }],
    });
    expect(await uploadTo(underTest, { [field]: 'A \ud83c\udfe0 plan' })).toMatchObject({ outcome: 'COMMITTED' });
    expect(world.sent).toHaveLength(1);
  },
);

test('a transaction that listFiles does not know is REJECTED, and nothing is sent', async () => {
  const { world, underTest } = start();
  const call = vi.fn(async () => {
    const upstreamMessage = 'Missing Required Parameter: transId';
    const means = 'unknownTransaction';
    throw fault('UPSTREAM_REJECTED', { endpoint: 'listFiles', status: 400, upstreamMessage, means });
  });
  const grantedBy = underTest.upstream.call;
  Object.assign(underTest.upstream, {
    call: (...options: Parameters<typeof grantedBy>) => (options[0] === 'listFiles' ? call() : grantedBy(...options)),
  });
  expect(await uploadTo(underTest)).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'transactionId', code: 'NOT_FOUND' }],
  });
  expect(world.sent).toEqual([]);
});

test('the ledger stores no name, description or sender, and no unkeyed digest', async () => {
  const world = createWorld();
  const reserve = vi.spyOn(world.store, 'reserve');
  const settle = vi.spyOn(world.store, 'settle');
  const claim = vi.spyOn(world.store, 'claim');
  world.files.push(fileRecord(1));
  await uploadTo(startGatewayIn(world));
  const written = JSON.stringify([reserve.mock.calls, settle.mock.calls, claim.mock.calls]);
  expect(written).toMatch(/"transId":"T-1".*"before":"\[\\"1\\"\]".*"file:T-1:101"/);
  for (const value of ['plan', 'Example Title', 'key-1', ...world.sent]) expect(written).not.toContain(value);
});

test.each([
  ['U+202E', 'annex\u202efdp.pdf'],
  ['U+2066', 'a\u2066b.pdf'],
  ['U+200F', '\u200fa.pdf'],
  ['U+200B', 'a\u200b.pdf'],
  ['U+FEFF', '\ufeffa.pdf'],
  ['U+00AD', 'a\u00adb.pdf'],
  ['U+2028', 'a\u2028b.pdf'],
  ['U+2029', 'a\u2029b.pdf'],
  ['U+E0041', 'a\u{e0041}b.pdf'],
])('a file name with %s is rejected by name, and nothing is sent', async (character, name) => {
  const { world, underTest } = start();
  expect(await uploadTo(underTest, { name })).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [
      {
        field: 'file',
        message: `The file name contains the control or invisible character ${character}`,
      },
    ],
  });
  expect(world.sent).toEqual([]);
});

test.each([
  ['another ending', { name: 'plan.txt' }, 'file', 'The file name must end in .pdf, .xls, .jpg, or .doc'],
  ['no content', { content: '' }, 'file', 'The file is empty'],
  ['no pages', { pageCount: 0 }, 'pageCount', 'Must be 1 or more, not 0'],
  ['a blank sender', { sender: ' ' }, 'sender', 'Must not be blank'],
  [
    'a long description',
    { description: 'é'.repeat(501) },
    'description',
    'Must be at most 1000 characters long, fewer with accents or emoji',
  ],
])(
  'a file with %s is REJECTED with its field and what is allowed, and nothing is sent',
  async (_, change, field, message) => {
    const { world, underTest } = start();
    const userErrors = [{ field, code: 'INVALID_VALUE', message, upstream: null }];
    expect(await uploadTo(underTest, change)).toMatchObject({ outcome: 'REJECTED', userErrors });
    expect(world.sent).toEqual([]);
  },
);

test.each(['Straße.pdf', 'عقد البيع.pdf', '計画 １.pdf', 'e\u0301te\u0301.pdf', '🏠.pdf'])(
  'a file named %s is sent',
  async (name) => {
    const { underTest } = start();
    expect(await uploadTo(underTest, { name })).toMatchObject({ outcome: 'COMMITTED' });
  },
);

test.each([
  ['plan.pdf', 'PDF', samples.pdf()],
  ['Photo.JPG', 'JPG', samples.jpg()],
  ['costs.xls', 'XLS', samples.xls()],
  ['letter.Doc', 'DOC', samples.doc()],
])(
  '%s is sent if it begins like a %s file, and not if it begins otherwise or ends within the beginning',
  async (name, type, content) => {
    const { world, underTest } = start();
    const other = type === 'PDF' ? samples.jpg() : samples.pdf();
    for (const [index, wrong] of [other, content.subarray(0, 2), Buffer.alloc(16)].entries()) {
      expect(await uploadTo(underTest, { key: `wrong-${index}`, name, content: wrong })).toMatchObject({
        outcome: 'REJECTED',
        userErrors: [{ field: 'file', message: expect.stringMatching(new RegExp(`^This is not an? ${type} file$`)) }],
      });
    }
    expect(world.sent).toEqual([]);
    expect(await uploadTo(underTest, { name, content })).toMatchObject({ outcome: 'COMMITTED' });
  },
);

test.each(['\n', '\ufeff', 'From: a scanner\r\n\r\n', 'x'.repeat(1_024)])(
  'a PDF is sent with up to 1,024 bytes before its header, as readers accept it',
  async (before) => {
    const { world, underTest } = start();
    const content = Buffer.concat([Buffer.from(before), samples.pdf()]);
    expect(await uploadTo(underTest, { content })).toMatchObject({ outcome: 'COMMITTED' });
    expect(world.sent).toEqual([createHash('sha256').update(content).digest('hex')]);
    const tooFar = Buffer.concat([Buffer.alloc(1_025 - Buffer.byteLength(before)), content]);
    expect(await uploadTo(underTest, { key: 'key-2', content: tooFar })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [{ field: 'file', message: 'This is not a PDF file' }],
    });
  },
);

test.each([
  ['house.jpeg', 'house.jpg'],
  ['House.JPEG', 'House.jpg'],
  ['house.jpeg.JPG', 'house.jpeg.JPG'],
])('%s is sent as %s, since the service knows jpg only, and found by that name', async (name, sentName) => {
  const { underTest } = start();
  const content = samples.jpg();
  expect(await uploadTo(underTest, { name, content })).toMatchObject({
    outcome: 'COMMITTED',
    file: { name: sentName },
  });
  expect(await uploadTo(underTest, { name, content })).toMatchObject({ replayed: true, file: { name: sentName } });
});

test('a file named .jpeg alone has no type', async () => {
  const { underTest } = start();
  expect(await uploadTo(underTest, { name: '.jpeg', content: samples.jpg() })).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'file', message: 'The file name must end in .pdf, .xls, .jpg, or .doc' }],
  });
});

test('a file name is sent up to 255 bytes, and rejected above', async () => {
  const { world, underTest } = start();
  const name = `${'é'.repeat(125)}x.pdf`;
  expect(await uploadTo(underTest, { key: 'long', name: `x${name}` })).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [
      { field: 'file', message: 'The file name must be at most 255 characters long, fewer with accents or emoji' },
    ],
  });
  expect(world.sent).toEqual([]);
  expect(await uploadTo(underTest, { name })).toMatchObject({ outcome: 'COMMITTED' });
});
