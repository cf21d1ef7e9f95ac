/**
 * The file types that uploadfiles accepts (4.7, 8), recognized by file name extension and by first bytes: enough not to send
 * most of what upstream would reject. xls and doc have the same first bytes, so only upstream can distinguish them.
 */
import { limits } from '../../contract/calls/endpoints.ts';

export type FileType = (typeof limits.uploadTypes)[number];

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const signatures: Readonly<Record<FileType, (head: Buffer) => boolean>> = {
  pdf: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
  jpg: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  xls: (head) => head.subarray(0, OLE.length).equals(OLE),
  doc: (head) => head.subarray(0, OLE.length).equals(OLE),
};

/** How many of the first bytes are needed to recognize a type. */
export const HEAD_BYTES = 8;

/** The media types of files and archives. All others are served as application/octet-stream. */
const mediaTypes: Readonly<Record<FileType | 'zip', string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
  zip: 'application/zip',
};

/** The type that the extension stands for, in any case; null if it is none of the four. */
export function typeByName(name: string): FileType | null {
  const extension = extensionOf(name);
  return limits.uploadTypes.find((type) => type === extension) ?? null;
}

export function fitsContent(type: FileType, head: Buffer): boolean {
  return signatures[type](head);
}

export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name);
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension as FileType] : 'application/octet-stream';
}

function extensionOf(name: string): string {
  return /.\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
