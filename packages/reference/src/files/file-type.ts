/**
 * Determines which of the accepted types a file is (4.7, 8). Name and content must agree: the name ends in one of the four
 * extensions, in any case; the content is identified by its first bytes, and for xls and doc by its streams.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { COMPOUND_SIGNATURE, type ReadAt, rootStreams } from './compound-file.ts';

export type FileType = (typeof limits.uploadTypes)[number];

/** The media type that a file is served with. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
};

/** Readers look for the header in the first 1,024 bytes, since many files have some before it. */
const PDF = /^.{0,1024}%PDF-\d\.\d/s;
const HEAD_BYTES = 1_024 + '%PDF-n.n'.length;

/** The type, or null if it is none of the four or if name and content disagree. */
export async function fileTypeOf(name: string, read: ReadAt): Promise<FileType | null> {
  const extension = /.\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const typeByName = limits.uploadTypes.find((type) => type === extension);
  if (typeByName === undefined) return null;
  return typeByName === (await typeOfContent(read)) ? typeByName : null;
}

async function typeOfContent(read: ReadAt): Promise<FileType | null> {
  const head = await read(0, HEAD_BYTES);
  // The start-of-image marker, then the marker of the first segment.
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff && (head[3] ?? 0) >= 0xc0) return 'jpg';
  if (head.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE)) return await typeOfCompoundFile(read);
  return PDF.test(head.toString('latin1')) ? 'pdf' : null;
}

async function typeOfCompoundFile(read: ReadAt): Promise<FileType | null> {
  const streams = await rootStreams(read);
  const isDocument = streams?.has('WordDocument') ?? false;
  const isWorkbook = streams !== null && (streams.has('Workbook') || streams.has('Book'));
  if (isDocument === isWorkbook) return null;
  return isDocument ? 'doc' : 'xls';
}
