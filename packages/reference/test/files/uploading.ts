/** Uploads as clients send them: a form with the file in it, JSON with the file as base64, or a form written by hand. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, vendor } from '../running.ts';

export const UPLOAD = '/fsforms/uploadfiles';
export const LIST = '/fsforms/listFiles';
export const DOWNLOAD = '/fsforms/downloadfiles';
/** A seeded transaction. */
export const transId = '100001';

export const fields = {
  userId: vendor.vendorEmail,
  transId,
  description: 'signed copy',
  sender: 'Placeholder Title Co.',
  no_of_pages: '2',
};

type Client = Omit<Running, 'close'>;
type Fields = Readonly<Record<string, string | undefined>>;

/** Uploads as a browser or an HTTP library does. */
export async function upload(running: Client, name: string, content: Buffer, overrides: Fields = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...fields, ...overrides })) {
    if (value !== undefined) form.append(key, value);
  }
  form.append('file_name', new Blob([new Uint8Array(content)]), name);
  return await running.send(UPLOAD, { method: 'POST', headers: await bearer(running), body: form });
}

export async function uploadJson(running: Client, body: unknown) {
  return await running.post(UPLOAD, body, await bearer(running));
}

export const jsonFields = { ...fields, no_of_pages: 2 };

const bearers = new WeakMap<Client, Promise<Record<string, string>>>();

/** The authorization header; its token is requested once per service. */
export function bearer(running: Client): Promise<Record<string, string>> {
  const cached = bearers.get(running) ?? running.token().then((token) => ({ authorization: `Bearer ${token}` }));
  bearers.set(running, cached);
  return cached;
}

export const boundary = 'a-boundary-of-tests';

/** A part of a hand-written form. */
export function part(disposition: string, content: Buffer | string, more = ''): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

export const fieldParts = (names: readonly (keyof typeof fields)[] = Object.keys(fields) as never) =>
  Buffer.concat(names.map((name) => part(`name="${name}"`, fields[name])));

export const filePart = (content: Buffer, name = 'a.pdf') => part(`name="file_name"; filename="${name}"`, content);

export const formEnd = Buffer.from(`--${boundary}--\r\n`);

export async function sendForm(running: Client, ...parts: readonly Buffer[]) {
  return await running.send(UPLOAD, {
    method: 'POST',
    headers: { ...(await bearer(running)), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(parts),
  });
}

/** The folder with the file bytes of the data folder's only database. */
export function filesDir(dataDir: string): string {
  const [database = '', ...more] = readdirSync(join(dataDir, 'files'));
  if (more.length > 0) throw new Error(`more than one database has files in ${dataDir}`);
  return join(dataDir, 'files', database);
}

/** The response body of listFiles for the transaction. */
export async function fetchFileList(running: Client, filter?: string, id = transId) {
  return (await running.call(LIST, { transId: id, ...(filter === undefined ? {} : { filter }) })).body;
}

/** Downloads from the URL that downloadfiles returns. */
export async function download(running: Client, filter?: string, init?: RequestInit): Promise<Response> {
  return await fetch(await fileUrl(running, filter), init);
}

export async function fileUrl(running: Client, filter?: string): Promise<string> {
  const response = await running.call(DOWNLOAD, { transId, ...(filter === undefined ? {} : { filter }) });
  if (response.status !== 200) throw new Error(response.text);
  return response.body.file_url;
}
