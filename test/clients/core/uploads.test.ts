// A body whose progress is told, by what a browser has for it; the browser itself is simulated here.
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchWithProgress, formOf, holdsFile } from '../../../client/src/core/uploads.ts';

/** A browser's XMLHttpRequest, as far as uploads use it. */
class SimulatedRequest {
  static last: SimulatedRequest;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly sentHeaders: Record<string, string> = {};
  status = 200;
  statusText = 'OK';
  response: ArrayBuffer | null = null;
  withCredentials = false;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  opened = '';
  body: unknown;
  constructor() {
    SimulatedRequest.last = this;
  }
  open(method: string, url: string) {
    this.opened = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.sentHeaders[name] = value;
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 3\r\n';
  }
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.onabort();
  }
  respond(text: string) {
    this.response = new TextEncoder().encode(text).buffer;
    this.onload();
  }
}

function startUpload(init: RequestInit = {}, tell = (_fraction: number) => {}) {
  vi.stubGlobal('XMLHttpRequest', SimulatedRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const progress: number[] = [];
  const body = formOf({ variables: { file: new File(['%PDF'], 'a.pdf') } });
  const response = fetchWithProgress((fraction) => {
    progress.push(fraction);
    tell(fraction);
  })('/graphql', { method: 'POST', body, ...init });
  response.catch(() => undefined);
  return { response, progress, body, request: SimulatedRequest.last };
}

test('progress is told as the body leaves, and the response is as fetch gives it', async () => {
  const headers = { authorization: 'Bearer t' };
  const { response, progress, body, request } = startUpload({ headers, credentials: 'include' });
  expect(request).toMatchObject({ opened: 'POST /graphql', sentHeaders: headers, body, withCredentials: true });
  request.upload.onprogress!({ loaded: 1, total: 4 });
  request.upload.onprogress!({ loaded: 4, total: 4 });
  request.respond('{"data":{}}');
  const { status, headers: received } = await response;
  expect([status, received.get('content-type'), received.get('retry-after')]).toEqual([200, 'application/json', '3']);
  expect(await (await response).json()).toEqual({ data: {} });
  expect(progress).toEqual([0.25, 1]);
});

test('a response without a body is one', async () => {
  const { response, request } = startUpload();
  request.status = 204;
  request.respond('');
  expect((await response).body).toBeNull();
});

test('a broken connection is what it is to fetch', async () => {
  const { response, request } = startUpload();
  request.onerror();
  await expect(response).rejects.toBeInstanceOf(TypeError);
});

test('a signal cancels it, before or while it is sent', async () => {
  const controller = new AbortController();
  const { response } = startUpload({ signal: controller.signal });
  controller.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });

  const { response: never, request } = startUpload({ signal: controller.signal });
  await expect(never).rejects.toMatchObject({ name: 'AbortError' });
  expect(request.body).toBeUndefined();
});

test('where there is nothing that tells progress, its end is told', async () => {
  const progress: number[] = [];
  const send = fetchWithProgress(
    (fraction) => progress.push(fraction),
    async () => new Response('{}'),
  );
  expect((await send('/graphql')).status).toBe(200);
  expect(progress).toEqual([1]);
});

test('a callback that throws breaks no upload, and its error is reported by itself', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const broken = () => {
    throw new Error('broken');
  };
  const answer = new Response('{}');
  expect(await fetchWithProgress(broken, async () => answer)('/graphql')).toBe(answer);
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');

  const { response, request } = startUpload({}, broken);
  request.upload.onprogress!({ loaded: 1, total: 4 });
  request.respond('{}');
  expect((await response).status).toBe(200);
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
});

test('a form has the operation with null for each file, then the places of the files, then the files', async () => {
  const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' });
  const variables = { input: { file, others: [null, file], name: 'A' } };
  expect([holdsFile(variables), holdsFile({ input: { name: 'A' } }), holdsFile(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  const form = formOf({ query: 'mutation …', variables } as object);
  expect([...form.keys()]).toEqual(['operations', 'map', '0', '1']);
  expect(JSON.parse(String(form.get('operations')))).toEqual({
    query: 'mutation …',
    variables: { input: { file: null, others: [null, null], name: 'A' } },
  });
  expect(JSON.parse(String(form.get('map')))).toEqual({
    0: ['variables.input.file'],
    1: ['variables.input.others.1'],
  });
  expect(await (form.get('1') as File).text()).toBe('%PDF');
});
