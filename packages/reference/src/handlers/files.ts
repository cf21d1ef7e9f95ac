/**
 * uploadfiles, listFiles and downloadfiles (4.7, 4.8, 4.10): stores a transaction's files, lists them, and returns download
 * URLs. An upload succeeds only after its bytes and then its row are on disk; uploading the same file again creates a new one.
 */

import { FILE_FIELD } from '@realty-forms/contract/calls/file-requests.ts';
import { fileFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { readFileFilter } from '../files/file-filter.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { invalidCharacter, invalidFilter, invalidValue, missingParameter, unsupportedFile } from '../http/failure.ts';
import { type RequestValues, rejectInvalidCharacters } from '../http/validate.ts';
import { type DescribedEndpoints, filterText, text } from '../openapi/endpoint.ts';
import { closedObject, count, listOf, nonEmptyText, type Schema, schemaRef, success } from '../openapi/schema.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { readTransId } from './fsforms.ts';

const filter: Schema = { description: filterText(fileFilterKeys), examples: ['', 'insertDate_min=<2026-01-01>'] };

export const files = {
  uploadfiles: {
    tag: 'files',
    summary: 'Upload a file',
    description:
      'The file in JSON as base64, or as a part of a multipart form. Both its name and its content must show its type. The ' +
      'response does not identify the new file: list the files of the transaction to find it.',
    fields: () => ({
      file_name: schemaRef('UploadedFile'),
      description: text('What the file is; shown as fileDescription.', 'Purchase agreement'),
      sender: text('The company that sends the file.', 'Example Title Company'),
      no_of_pages: { description: 'Number of pages.', minimum: 1, examples: [3] },
    }),
    response: closedObject({
      status: success,
      result: { type: 'string', const: 'Success' },
      Message: nonEmptyText('Says that the upload succeeded.'),
    }),
    handle: async (values, service) => {
      const file = values.file(FILE_FIELD);
      if (file === undefined) throw missingParameter('uploadfiles', FILE_FIELD);
      const { name, draft } = file;
      rejectInvalidName(name);
      const pages = values.integer('no_of_pages') ?? 0;
      if (pages < 1 || !Number.isSafeInteger(pages)) throw invalidValue('uploadfiles', 'no_of_pages');
      const transactionId = await requireTransaction('uploadfiles', values, service);
      const type = await fileTypeOf(name, draft.read);
      if (type === null) throw unsupportedFile(name);

      // If the insert fails, its bytes have no row: a later start removes them.
      const storedAs = await draft.store();
      const now = service.clock.now();
      await service.files.add({
        transaction_id: transactionId,
        name,
        description: values.text('description') ?? '',
        sender: values.text('sender') ?? '',
        pages,
        type,
        size: draft.size(),
        sha256: draft.sha256(),
        stored_as: storedAs,
        insert_date: now,
        last_update_date: now,
      });
      return { value: { status: 200, result: 'Success', Message: `${name} was uploaded` } };
    },
  },
  listFiles: {
    tag: 'files',
    summary: 'List the files of a transaction',
    description:
      '`meta.total` counts all files of the transaction, including those that do not match the filter (2.1).',
    fields: () => ({ filter }),
    response: closedObject({
      meta: closedObject({ total: count('Number of files of the transaction, regardless of the filter.') }),
      data: listOf(schemaRef('File')),
    }),
    handle: async (values, service) => {
      const transactionId = await requireTransaction('listFiles', values, service);
      const { conditions } = readFileFilter('listFiles', values.text('filter') ?? '', service.timeZone);
      const { files, total } = await service.files.listAndCount({ transactionId, conditions });
      return { records: files.map((file) => JSON.stringify(fileRecord(file))), total };
    },
  },
  downloadfiles: {
    tag: 'files',
    summary: 'Get a URL to download files',
    description:
      'The URL is signed, expires, and needs no token. A single file is served as it is, several in a zip. 404 if no file of the ' +
      'transaction matches: upload one first.',
    fields: () => ({ filter }),
    response: closedObject({
      status: success,
      result: { type: 'string', const: 'Success' },
      file_url: { ...nonEmptyText('URL to download the file from, without a token.'), format: 'uri' },
    }),
    handle: async (values, service) => {
      const transactionId = await requireTransaction('downloadfiles', values, service);
      const text = values.text('filter') ?? '';
      const filter = readFileFilter('downloadfiles', text, service.timeZone);
      const files = await service.files.list({ transactionId, conditions: filter.conditions });
      const [first] = files;
      if (first === undefined) throw invalidFilter('downloadfiles', text || 'the transaction has no files');
      const linked = { transactionId, filter: filter.text, lastId: Math.max(...files.map(({ id }) => id)) };
      const name = files.length === 1 ? first.name : zipName(transactionId);
      return { value: { status: 200, result: 'Success', file_url: service.fileLinks.url(linked, name) } };
    },
  },
} satisfies Partial<DescribedEndpoints>;

export const zipName = (transactionId: number) => `transaction-${transactionId}.zip`;

/** Rejects names that contain a path separator or an invalid character, and names that are too long. */
function rejectInvalidName(name: string): void {
  rejectInvalidCharacters('uploadfiles', name);
  if (/[/\\]/.test(name)) throw invalidCharacter('uploadfiles', name);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalidValue('uploadfiles', FILE_FIELD);
}

/** The longest file name that the file systems of downloaders commonly support. */
const MAX_NAME_BYTES = 255;

/** The transaction that the request names. An unknown one is a 400: section 7 has no 404 for it at these endpoints. */
async function requireTransaction(
  endpoint: 'uploadfiles' | 'listFiles' | 'downloadfiles',
  values: RequestValues,
  { transactions }: Service,
): Promise<number> {
  const id = readTransId(values.text('transId') ?? '');
  if (id === null || (await transactions.find(id)) === null) throw missingParameter(endpoint, 'transId');
  return id;
}

/** A file as listFiles returns it (2.6). */
function fileRecord(file: StoredFile) {
  return {
    fileFolderID: String(file.folder_id),
    fileID: String(file.id),
    fileName: file.name,
    fileDescription: file.description,
    insertDate: new Date(file.insert_date).toISOString(),
    lastUpdateDate: new Date(file.last_update_date).toISOString(),
  };
}
