/**
 * The types of file that uploadfiles takes (4.7, 8), told by a name's ending and by a content's first bytes: enough to spare
 * upstream what it would refuse. xls and doc begin alike, so upstream alone tells one from the other.
 */
import { limits } from '../contract/endpoints.ts';

export type FileType = (typeof limits.uploadTypes)[number];

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const signatures: Readonly<Record<FileType, (head: Buffer) => boolean>> = {
  pdf: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
  jpg: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  xls: (head) => head.subarray(0, OLE.length).equals(OLE),
  doc: (head) => head.subarray(0, OLE.length).equals(OLE),
};

/** How many of a content's first bytes tell its type. */
export const HEAD_BYTES = 8;

/** The media types of files, and of archives. Whatever is none of these is shown as bytes. */
const mediaTypes: Readonly<Record<FileType | 'zip', string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
  zip: 'application/zip',
};

/** The type that a name's ending says, in any case; null for none of the four. */
export function typeByName(name: string): FileType | null {
  const ending = endingOf(name);
  return limits.uploadTypes.find((type) => type === ending) ?? null;
}

export function fitsContent(type: FileType, head: Buffer): boolean {
  return signatures[type](head);
}

export function mediaTypeOf(name: string): string {
  const ending = endingOf(name);
  return Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending as FileType] : 'application/octet-stream';
}

function endingOf(name: string): string {
  return /.\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
