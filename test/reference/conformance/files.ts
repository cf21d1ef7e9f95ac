/**
 * How rules upload, list and download the files of a transaction (4.7, 4.8, 4.10). How a file is encoded in a request is not
 * shown: a form is what clients send most, so it is what rules use that are about something else.
 */
import assert from 'node:assert/strict';
import { pdf } from '../../support/sample-files.ts';
import { type Fields, isFields, readRecords, succeeded } from './answer.ts';
import type { Answer, Download } from './client.ts';
import { create } from './creation.ts';
import { idOf } from './listing.ts';
import type { Target } from './target.ts';

export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
  readonly description?: string;
}

/** A transaction of the rule's own, without a file. */
export const newTransaction = async (target: Target): Promise<string> => idOf(await create(target));

const UPLOAD = '/fsforms/uploadfiles';

/** The fields beside the file. */
const uploadFields = (target: Target, transId: string, description = 'Conformance check') => ({
  userId: target.credentials.vendorEmail,
  transId,
  description,
  sender: 'Conformance Title Company',
  no_of_pages: 1,
});

/** As a form with the file in it. A field that is undefined is left out. */
export async function uploadForm(
  target: Target,
  transId: string,
  { name, content, description }: SentFile,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...uploadFields(target, transId, description), ...changes })) {
    if (value !== undefined) form.append(field, String(value));
  }
  form.append('file_name', new Blob([new Uint8Array(content)]), name);
  return target.client.post(UPLOAD, form, { token: await target.token() });
}

/** As JSON with the file in base64. */
export async function uploadJson(target: Target, transId: string, { name, content, description }: SentFile) {
  return target.call(UPLOAD, {
    ...uploadFields(target, transId, description),
    file_name: { name, content: content.toString('base64') },
  });
}

/** Uploads a file that must be taken. */
export async function store(target: Target, transId: string, name: string, content: Buffer = pdf(name)): Promise<void> {
  succeeded(await uploadForm(target, transId, { name, content }));
}

export interface FileList {
  readonly total: number;
  readonly data: readonly Fields[];
}

export async function askFiles(target: Target, transId: string, filter?: string): Promise<Answer> {
  return target.call('/fsforms/listFiles', { transId, ...(filter !== undefined && { filter }) });
}

/** The list of files: exactly meta and data, exactly total in meta. */
export async function listFiles(target: Target, transId: string, filter?: string): Promise<FileList> {
  const { body, ...answer } = await askFiles(target, transId, filter);
  succeeded({ ...answer, body });
  assert.ok(isFields(body), 'the answer is no object');
  assert.deepEqual(Object.keys(body).sort(), ['data', 'meta']);
  assert.ok(isFields(body['meta']), 'meta is no object');
  assert.deepEqual(Object.keys(body['meta']), ['total']);
  const { total } = body['meta'];
  assert.ok(Number.isInteger(total), `total is ${JSON.stringify(total)}`);
  return { total: total as number, data: readRecords(body['data']) };
}

/** The list's one file. */
export async function onlyFile(target: Target, transId: string): Promise<Fields> {
  const { data } = await listFiles(target, transId);
  const [file] = data;
  assert.ok(file !== undefined && data.length === 1, `the transaction has ${data.length} files in place of one`);
  return file;
}

export async function askDownload(target: Target, transId: string, filter?: string): Promise<Answer> {
  return target.call('/fsforms/downloadfiles', { transId, ...(filter !== undefined && { filter }) });
}

/** The address that downloadfiles answers with. */
export async function fileUrl(target: Target, transId: string, filter?: string): Promise<string> {
  const answer = await askDownload(target, transId, filter);
  succeeded(answer);
  assert.ok(isFields(answer.body), 'the answer is no object');
  const url = answer.body['file_url'];
  assert.ok(typeof url === 'string' && URL.canParse(url), `file_url is ${JSON.stringify(url)}`);
  return url;
}

export async function download(target: Target, transId: string, filter?: string): Promise<Download> {
  const found = await target.client.download(await fileUrl(target, transId, filter));
  assert.equal(found.status, 200, `the download was answered with ${found.status}`);
  return found;
}
