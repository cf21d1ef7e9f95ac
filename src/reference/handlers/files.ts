/**
 * uploadfiles, listFiles and downloadfiles (4.7, 4.8, 4.10): a transaction's files taken in, listed, and given out by address.
 * An upload is answered once its bytes and then its row are on the disk; the same file again is a new file.
 */
import { invalidCharacter, invalidFilter, invalidValue, missingParameter, unsupportedFile } from '../failure.ts';
import { readFileFilter } from '../files/file-filter.ts';
import { fileTypeOf } from '../files/file-type.ts';
import type { Handler, Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { type RequestValues, refuseInvalidCharacters } from '../validate.ts';
import { readTransId } from './fsforms.ts';

export const uploadfiles: Handler = async (values, service) => {
  const file = values.file('file_name');
  if (file === undefined) throw missingParameter('uploadfiles', 'file_name');
  const { name, draft } = file;
  refuseInvalidName(name);
  const pages = values.integer('no_of_pages') ?? 0;
  if (pages < 1 || !Number.isSafeInteger(pages)) throw invalidValue('uploadfiles', 'no_of_pages');
  const transactionId = await transactionOf('uploadfiles', values, service);
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
    // A database may have taken the row and then failed to say so: bytes go only where it is sure that none speaks of them.
    const known = await service.files.known([storedAs]).catch(() => null);
    if (known?.has(storedAs) === false) await service.fileBytes.remove(storedAs);
    throw error;
  }
  return { value: { status: 200, result: 'Success', Message: `${name} was uploaded` } };
};

export const listFiles: Handler = async (values, service) => {
  const transactionId = await transactionOf('listFiles', values, service);
  const { conditions } = readFileFilter('listFiles', values.text('filter') ?? '', service.timeZone);
  const files = await service.files.list({ transactionId, conditions });
  const total = await service.files.count(transactionId);
  return { records: files.map((file) => JSON.stringify(fileRecord(file))), total };
};

export const downloadfiles: Handler = async (values, service) => {
  const transactionId = await transactionOf('downloadfiles', values, service);
  const filter = readFileFilter('downloadfiles', values.text('filter') ?? '', service.timeZone);
  const files = await service.files.list({ transactionId, conditions: filter.conditions });
  const [first] = files;
  if (first === undefined) throw invalidFilter('downloadfiles', 'no file of the transaction matches');
  const selection = { transactionId, filter: filter.text, lastId: Math.max(...files.map(({ id }) => id)) };
  const name = files.length === 1 ? first.name : zipName(transactionId);
  return { value: { status: 200, result: 'Success', file_url: service.fileLinks.address(selection, name) } };
};

export const zipName = (transactionId: number) => `transaction-${transactionId}.zip`;

/** A name is no path. */
function refuseInvalidName(name: string): void {
  refuseInvalidCharacters('uploadfiles', name);
  if (/[/\\]/.test(name)) throw invalidCharacter('uploadfiles', name);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalidValue('uploadfiles', 'file_name');
}

/** As long as a name can be on the disks of those who download it. */
const MAX_NAME_BYTES = 255;

/** The transaction that the request names; section 7 has no 404 for it at these endpoints. */
async function transactionOf(
  endpoint: 'uploadfiles' | 'listFiles' | 'downloadfiles',
  values: RequestValues,
  { transactions }: Service,
): Promise<number> {
  const id = readTransId(values.text('transId') ?? '');
  if (id === null || (await transactions.find(id)) === null) throw missingParameter(endpoint, 'transId');
  return id;
}

/** A file as listFiles has it (2.6). */
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
