/**
 * uploadfiles, listFiles and downloadfiles (4.7, 4.8, 4.10): stores a transaction's files, lists them, and returns download
 * URLs. An upload succeeds only after its bytes and then its row are on disk; uploading the same file again creates a new one.
 */
import { FILE_FIELD } from '@realty-forms/contract/calls/file-requests.ts';
import { readFileFilter } from '../files/file-filter.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { invalidCharacter, invalidFilter, invalidValue, missingParameter, unsupportedFile } from '../http/failure.ts';
import { type RequestValues, rejectInvalidCharacters } from '../http/validate.ts';
import type { Handler, Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { readTransId } from './fsforms.ts';

export const uploadfiles: Handler = async (values, service) => {
  const file = values.file(FILE_FIELD);
  if (file === undefined) throw missingParameter('uploadfiles', FILE_FIELD);
  const { name, draft } = file;
  rejectInvalidName(name);
  const pages = values.integer('no_of_pages') ?? 0;
  if (pages < 1 || !Number.isSafeInteger(pages)) throw invalidValue('uploadfiles', 'no_of_pages');
  const transactionId = await requireTransaction('uploadfiles', values, service);
  const type = await fileTypeOf(name, draft.read);
  if (type === null) throw unsupportedFile(name);

  const storedAs = await draft.store();
  const now = service.clock.now();
  try {
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
  } catch (error) {
    // The row may be committed even though the insert failed: delete the bytes only if it is certain that no row refers to them.
    const inUse = await service.files.namesInUse([storedAs]).catch(() => null);
    if (inUse?.has(storedAs) === false) await service.fileBytes.remove(storedAs);
    throw error;
  }
  return { value: { status: 200, result: 'Success', Message: `${name} was uploaded` } };
};

export const listFiles: Handler = async (values, service) => {
  const transactionId = await requireTransaction('listFiles', values, service);
  const { conditions } = readFileFilter('listFiles', values.text('filter') ?? '', service.timeZone);
  const files = await service.files.list({ transactionId, conditions });
  const total = await service.files.count(transactionId);
  return { records: files.map((file) => JSON.stringify(fileRecord(file))), total };
};

export const downloadfiles: Handler = async (values, service) => {
  const transactionId = await requireTransaction('downloadfiles', values, service);
  const text = values.text('filter') ?? '';
  const filter = readFileFilter('downloadfiles', text, service.timeZone);
  const files = await service.files.list({ transactionId, conditions: filter.conditions });
  const [first] = files;
  if (first === undefined) throw invalidFilter('downloadfiles', text || 'the transaction has no files');
  const linked = { transactionId, filter: filter.text, lastId: Math.max(...files.map(({ id }) => id)) };
  const name = files.length === 1 ? first.name : zipName(transactionId);
  return { value: { status: 200, result: 'Success', file_url: service.fileLinks.url(linked, name) } };
};

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
