/**
 * Uploads, lists and downloads the files of a transaction for rules (4.7, 4.8, 4.10). The specification does not show how a
 * file is encoded in a request: rules about something else use a form, which is what clients send most.
 */
import assert from 'node:assert/strict';
import { pdf } from '../../../../test/support/sample-files.ts';
import { assertSuccess, type Fields, isFields, readRecords } from './assertions.ts';
import type { ApiResponse, Download } from './client.ts';
import type { Target } from './target.ts';

export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
  readonly description?: string;
}

const UPLOAD = '/fsforms/uploadfiles';

/** The fields besides the file. */
const uploadFields = (target: Target, transId: string, description = 'Conformance check') => ({
  userId: target.credentials.vendorEmail,
  transId,
  description,
  sender: 'Conformance Title Company',
  no_of_pages: 1,
});

/** Uploads as a form that contains the file. Fields that are undefined are omitted. */
export async function uploadForm(
  target: Target,
  transId: string,
  { name, content, description }: SentFile,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<ApiResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...uploadFields(target, transId, description), ...changes })) {
    if (value !== undefined) form.append(field, String(value));
  }
  form.append('file_name', new Blob([new Uint8Array(content)]), name);
  return target.client.post(UPLOAD, form, { token: await target.token() });
}

/** Uploads as JSON with the file in base64. */
export async function uploadJson(target: Target, transId: string, { name, content, description }: SentFile) {
  return target.call(UPLOAD, {
    ...uploadFields(target, transId, description),
    file_name: { name, content: content.toString('base64') },
  });
}

/** Uploads a file; asserts that it is accepted. */
export async function storeFile(
  target: Target,
  transId: string,
  name: string,
  content: Buffer = pdf(name),
): Promise<void> {
  assertSuccess(await uploadForm(target, transId, { name, content }));
}

export interface FileList {
  readonly total: number;
  readonly data: readonly Fields[];
}

export async function requestFileList(target: Target, transId: string, filter?: string): Promise<ApiResponse> {
  return target.call('/fsforms/listFiles', { transId, ...(filter !== undefined && { filter }) });
}

/** Lists the files; asserts exactly meta and data, with exactly total in meta. */
export async function listFiles(target: Target, transId: string, filter?: string): Promise<FileList> {
  const { body, ...response } = await requestFileList(target, transId, filter);
  assertSuccess({ ...response, body });
  assert.ok(isFields(body), 'the answer is no object');
  assert.deepEqual(Object.keys(body).sort(), ['data', 'meta']);
  assert.ok(isFields(body['meta']), 'meta is no object');
  assert.deepEqual(Object.keys(body['meta']), ['total']);
  const { total } = body['meta'];
  assert.ok(Number.isInteger(total), `total is ${JSON.stringify(total)}`);
  return { total: total as number, data: readRecords(body['data']) };
}

/** The only file of the transaction; asserts that there is exactly one. */
export async function onlyFile(target: Target, transId: string): Promise<Fields> {
  const { data } = await listFiles(target, transId);
  const [file] = data;
  assert.ok(file !== undefined && data.length === 1, `the transaction has ${data.length} files in place of one`);
  return file;
}

export async function requestDownload(target: Target, transId: string, filter?: string): Promise<ApiResponse> {
  return target.call('/fsforms/downloadfiles', { transId, ...(filter !== undefined && { filter }) });
}

/** The download URL that downloadfiles returns. */
export async function fileUrl(target: Target, transId: string, filter?: string): Promise<string> {
  const response = await requestDownload(target, transId, filter);
  assertSuccess(response);
  assert.ok(isFields(response.body), 'the answer is no object');
  const url = response.body['file_url'];
  assert.ok(typeof url === 'string' && URL.canParse(url), `file_url is ${JSON.stringify(url)}`);
  return url;
}

export async function download(target: Target, transId: string, filter?: string): Promise<Download> {
  const downloaded = await target.client.download(await fileUrl(target, transId, filter));
  assert.equal(downloaded.status, 200, `the download was answered with ${downloaded.status}`);
  return downloaded;
}
