/**
 * Determines which of the accepted types a file is (4.7, 8). Name and content must agree: the name ends in one of the four
 * extensions, in any case, and the content begins as files of that type do. Documents and workbooks begin alike.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';

export type FileType = (typeof limits.uploadTypes)[number];

/** The media type that a file is served with. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
};

/** The signature of an OLE compound file. */
const COMPOUND = /^d0cf11e0a1b11ae1/;

/** Of the hexadecimal digits of the first bytes. */
const beginnings: Readonly<Record<FileType, RegExp>> = {
  // Readers look for `%PDF-n.n` in the first 1,024 bytes, since many files have some before it.
  pdf: /^(?!ffd8ff)(?:..){0,1024}255044462d3\d2e3\d/,
  xls: COMPOUND,
  // The start-of-image marker, then the marker of the first segment.
  jpg: /^ffd8ff[c-f]/,
  doc: COMPOUND,
};

const HEAD_BYTES = 1_024 + '%PDF-n.n'.length;

/** The type; null if it is not one of the four, or if name and content disagree. `read` returns fewer bytes only at the end of the file. */
export async function fileTypeOf(
  name: string,
  read: (position: number, length: number) => Promise<Buffer>,
): Promise<FileType | null> {
  const extension = /.\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const type = limits.uploadTypes.find((known) => known === extension);
  if (type === undefined) return null;
  const head = await read(0, HEAD_BYTES);
  return beginnings[type].test(head.toString('hex')) ? type : null;
}
