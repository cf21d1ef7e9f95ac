/**
 * Which of the accepted types a file is (4.7, 8): by its name and by its content, and only where both say the same. The name's
 * ending is one of the four as they stand, in any case; content is told by its first bytes, of xls and doc by their streams.
 */
import { limits } from '../../contract/endpoints.ts';
import { COMPOUND_SIGNATURE, type ReadAt, rootStreams } from './compound-file.ts';

export type FileType = (typeof limits.uploadTypes)[number];

/** The media type that a file is answered with. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
};

const PDF = /^%PDF-\d\.\d/;
const HEAD_BYTES = 8;

/** The type, or null where it is none of the four or name and content differ. */
export async function fileTypeOf(name: string, read: ReadAt): Promise<FileType | null> {
  const ending = /.\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const named = limits.uploadTypes.find((type) => type === ending);
  if (named === undefined) return null;
  return named === (await typeOfContent(read)) ? named : null;
}

async function typeOfContent(read: ReadAt): Promise<FileType | null> {
  const head = await read(0, HEAD_BYTES);
  if (PDF.test(head.toString('latin1'))) return 'pdf';
  // The start of the image, then the marker of its first segment.
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff && (head[3] ?? 0) >= 0xc0) return 'jpg';
  return head.equals(COMPOUND_SIGNATURE) ? await typeOfCompoundFile(read) : null;
}

async function typeOfCompoundFile(read: ReadAt): Promise<FileType | null> {
  const streams = await rootStreams(read);
  const isDocument = streams?.has('WordDocument') ?? false;
  const isWorkbook = streams !== null && (streams.has('Workbook') || streams.has('Book'));
  if (isDocument === isWorkbook) return null;
  return isDocument ? 'doc' : 'xls';
}
