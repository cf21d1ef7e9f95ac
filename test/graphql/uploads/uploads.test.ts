// uploadFile with idempotency keys, in real multipart requests: replayed, rejected, awaited, and interrupted.

import { systemClock } from '@realty-forms/platform/clock.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { listenLogged } from '../../support/gateways/graph-under-test.ts';
import { openLedgerInMemory } from '../../support/gateways/memory-ledger.ts';
import { DEADLINE_MS } from '../../support/held-deadlines.ts';
import { abortUpload, pdf, post, type Upload, uploadForm } from '../../support/uploads.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';

const LIST = '/fsforms/listFiles';
const UPLOAD = '/fsforms/uploadfiles';
const idempotencyKey = 'key-1';
const outcomeOnly = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { outcome } }';
const success = { json: { status: 200, result: 'Success', Message: 'ok' } };

async function start(ledgerWaitMs?: number) {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const ledgerStore = openLedgerInMemory(systemClock);
  const release = vi.spyOn(ledgerStore, 'release');
  const overrides = { ledgerStore, ...(ledgerWaitMs === undefined ? {} : { ledgerWaitMs }) };
  const { url, lines, metrics } = await listenLogged({ baseUrl: stub.url, deadlineMs: DEADLINE_MS }, overrides);
  const token = await agentToken();
  const asked = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"query": "{ transactions(first: 1) { nodes { id } } }"}',
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const transactionId = ((await asked.json()) as any).data.transactions.nodes[0].id as string;
  const files: object[] = [];
  const add = () => {
    const insertDate = new Date().toISOString();
    files.push({ fileID: files.length + 1, fileName: 'plan.pdf', fileDescription: 'A plan', insertDate });
  };
  stub.answer(LIST, () => ({ json: { meta: { total: files.length }, data: files } }));
  stub.answer(UPLOAD, () => {
    add();
    return success;
  });
  const headers = { 'apollo-require-preflight': 'yes', 'x-cost': '1' };
  const upload = (more: Partial<Upload> = {}) =>
    post(url, token, uploadForm({ transactionId, idempotencyKey, ...more }), headers);
  const sent = () => stub.requestsTo(UPLOAD).length;
  return { stub, url, token, transactionId, lines, metrics, release, add, upload, sent };
}

test('the same key, input and file replay the outcome, and nothing is sent', async () => {
  const { upload, sent, lines, metrics } = await start();
  const content = pdf(300_000);
  const first = (await upload({ content })).data.uploadFile;
  expect(first).toMatchObject({ outcome: 'COMMITTED', replayed: false, possibleMatches: null, file: { fileId: '1' } });
  const again = (await upload({ content })).data.uploadFile;
  expect(again).toEqual({ ...first, replayed: true, file: { ...first.file, downloadUrl: expect.any(String) } });
  expect(sent()).toBe(1);
  expect(JSON.stringify(lines)).not.toMatch(/key-1|plan\.pdf|A plan|Example Title/);
  const labels = { operation: 'uploadFile', outcome: 'COMMITTED' };
  expect((await metrics.writes.get()).values).toContainEqual({ labels, value: 1 });
});

test('while an upload is in progress, its key waits and then gets IDEMPOTENCY_IN_PROGRESS, and its large file is discarded', async () => {
  const { upload, stub, sent } = await start(50);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  stub.answer(UPLOAD, async () => {
    await isOver;
    return success;
  });
  const content = pdf(4_000_000);
  const first = upload({ content });
  await expect.poll(sent).toBe(1);
  const { data, errors } = await upload({ content });
  const extensions = { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true, argument: 'idempotencyKey' };
  expect([data.uploadFile, errors[0].extensions]).toEqual([null, extensions]);
  end();
  expect((await first).data.uploadFile.outcome).toBe('COMMITTED');
  expect((await upload({ content })).data.uploadFile).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(sent()).toBe(1);
});

test('a request that waits for an upload in progress gets its outcome', async () => {
  const { upload, sent } = await start();
  const all = await Promise.all(Array.from({ length: 6 }, () => upload({ content: pdf(100_000) })));
  expect(all.map(({ data }) => data.uploadFile.file.fileId)).toEqual(Array(6).fill('1'));
  expect(all.filter(({ data }) => !data.uploadFile.replayed)).toHaveLength(1);
  expect(sent()).toBe(1);
});

test('after a client has disconnected midway, the same key sends the whole file', async () => {
  const { url, token, transactionId, release, upload, sent } = await start();
  await abortUpload(url, token, transactionId, 300_000, { idempotencyKey });
  await expect.poll(() => release.mock.calls.length).toBe(1);
  const left = { name: 'a.pdf', description: 'd', sender: 's', pageCount: 1, content: pdf(300_000) };
  const { data } = await upload(left);
  expect(data.uploadFile).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(sent()).toBe(1);
});

const another = new Blob(['%PDF-1.7 another']);
test.each<[string, string | Blob, number, string]>([
  ['0', another, 30, 'The form has two parts named "0"'],
  ['0', another, 300_000, 'The form has two parts named "0"'],
  ['map', '{"0":["variables.input.file"]}', 300_000, 'The form has two parts named "map"'],
  ['1', another, 30, 'map does not name the file "1"'],
])(
  'one more part named %s behind the file has it rejected, and the same key sends the whole file',
  async (part, value, bytes, reason) => {
    const { url, token, transactionId, upload, stub } = await start();
    const content = pdf(bytes);
    const form = uploadForm({ transactionId, idempotencyKey, content });
    form.append(part, value);
    const { data } = await post(url, token, form);
    const message = `The file did not arrive in full: ${reason}`;
    expect(data.uploadFile).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'file', message }] });
    expect((await upload({ content })).data.uploadFile).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    expect(stub.requestsTo(UPLOAD)).toHaveLength(1);
  },
);

test('a file name is decoded as forms encode it, and one with a control character is rejected', async () => {
  const { stub, upload } = await start();
  await upload({ name: 'a"b.pdf' });
  expect(stub.requestsTo(UPLOAD)[0]?.body).toContain('filename="a%22b.pdf"');
  const { data } = await upload({ name: 'a\nb.pdf', idempotencyKey: 'key-2' });
  expect(data.uploadFile).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [
      {
        field: 'file',
        code: 'INVALID_VALUE',
        message: 'The file name contains the control or invisible character U+000A',
      },
    ],
  });
  expect(stub.requestsTo(UPLOAD)).toHaveLength(1);
});

const quotedBoundary = 'multipart/form-data; charset=utf-8; boundary="b"';
const moreParts = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n';

test.each<[string, string, string, RegExp | null]>([
  ['as browsers write it', 'multipart/form-data; boundary=b', '--b--\r\n', /--\r\n$/],
  ['whose last line is open', 'multipart/form-data; boundary=b', '--b--', /--$/],
  ['whose boundary is quoted', quotedBoundary, '--b--\r\n', /--\r\n$/],
  ['that has a part after the file', 'multipart/form-data; boundary=b', moreParts, /--\r\n {50,70}$/],
  ['of unknown length', 'multipart/form-data; boundary=b', '--b--\r\n', null],
])('an upload is sent with its length, from a form %s', async (_, type, end, expectedEnd) => {
  const { stub, url, token, transactionId } = await start();
  const query = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { outcome } }';
  const input = { transactionId, file: null, description: 'é – ß', sender: 's', pageCount: 1 };
  const content = `%PDF-1.7\r\n\r\n--a\r\n${'x'.repeat(70_000)}`;
  const parts = [
    ['operations"', JSON.stringify({ query, variables: { input } })],
    ['map"\r\ncontent-type: application/json', '{"0":["variables.input.file"]}'],
    ['0"; filename="Zoë.pdf"\r\ncontent-type: application/pdf', content],
  ].map(([head, text]) => `--b\r\ncontent-disposition: form-data; name="${head}\r\n\r\n${text}\r\n`);
  const body = Buffer.from(parts.join('') + end);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'apollo-require-preflight': 'yes' },
    body: expectedEnd === null ? new Blob([body]).stream() : body,
    duplex: 'half',
  } as RequestInit);
  expect(await response.json()).toEqual({ data: { uploadFile: { outcome: 'COMMITTED' } } });
  const [{ headers, body: sent } = expect.unreachable()] = stub.requestsTo(UPLOAD);
  expect(sent).toContain(`\r\n\r\n${content}\r\n--form-`);
  const length = expectedEnd === null ? undefined : String(Buffer.byteLength(sent));
  expect([headers['content-length'], headers['transfer-encoding']]).toEqual([length, length ? undefined : 'chunked']);
  expect(sent).toMatch(expectedEnd ?? /--\r\n$/);
});

test('a form with far more than its file is rejected, because an upload of its length would be sent', async () => {
  const { url, token, transactionId, sent } = await start();
  const form = new Response(uploadForm({ transactionId }));
  const [type, body] = [form.headers.get('content-type') ?? '', Buffer.from(await form.arrayBuffer())];
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, 'apollo-require-preflight': 'yes' },
    body: Buffer.concat([body, Buffer.alloc(70_000)]),
  });
  const message = 'The file did not arrive in full: More than 65536 bytes follow it in the form';
  expect(await response.json()).toMatchObject({
    data: { uploadFile: { outcome: 'REJECTED', userErrors: [{ field: 'file', message }] } },
  });
  expect(sent()).toBe(0);
});

test('the file is returned only with the scope to read files, and not looked up without it', async () => {
  const { stub, url, transactionId, sent } = await start();
  const token = await agentToken(['100'], ['files.write']);
  const headers = { 'apollo-require-preflight': 'yes' };
  const { data, errors } = await post(url, token, uploadForm({ transactionId }), headers);
  expect(data.uploadFile).toMatchObject({ outcome: 'COMMITTED', file: null, possibleMatches: null });
  expect(errors).toMatchObject(
    ['possibleMatches', 'file'].map((field) => ({
      path: ['uploadFile', field],
      extensions: { code: 'FORBIDDEN' },
    })),
  );
  expect([sent(), stub.requestsTo(LIST)]).toEqual([1, []]);
});

test.each<[string, Partial<Upload>, number]>([
  ['without a key', { idempotencyKey: undefined, query: outcomeOnly }, 1],
  ['without a key but with its file selected', { idempotencyKey: undefined }, 3],
  ['with a key', { query: outcomeOnly }, 3],
])('an upload %s makes no more calls than it needs', async (_, given, actual) => {
  const { upload } = await start();
  expect(JSON.parse((await upload(given)).text).extensions.cost.upstreamCalls).toEqual({ estimated: 3, actual });
});

test('a file is sent for one field only, however many the mutation has', async () => {
  const { upload, sent } = await start();
  const field = 'uploadFile(input: $input) { outcome userErrors { field message } }';
  const query = `mutation ($input: UploadFileInput!) { first: ${field} second: ${field} }`;
  const { data } = await upload({ idempotencyKey: undefined, query });
  const message = 'The file is used twice: each upload needs its own file';
  expect(data.first).toEqual({ outcome: 'COMMITTED', userErrors: [] });
  expect(data.second).toEqual({ outcome: 'REJECTED', userErrors: [{ field: 'file', message }] });
  expect(sent()).toBe(1);
});

test('an invalid key is BAD_USER_INPUT, and nothing is sent', async () => {
  const { upload, sent } = await start();
  const { errors } = await upload({ idempotencyKey: 'clé' });
  expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', retryable: false, argument: 'idempotencyKey' });
  expect(sent()).toBe(0);
});
