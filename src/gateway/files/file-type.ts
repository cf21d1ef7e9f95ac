/**
 * The file types that uploadfiles accepts (4.7, 8), recognized by file name extension and by first bytes: enough not to send
 * most of what upstream would reject. xls and doc have the same first bytes, so only upstream can distinguish them. The other
 * usual extension of a jpg, `.jpeg`, is accepted here only.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';

export type FileType = (typeof limits.uploadTypes)[number];

const PDF = Buffer.from('%PDF-');
/** How many bytes may precede a PDF's header: readers accept those of mail gateways, scanners and copies from the web. */
const MAX_BEFORE_PDF = 1_024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const signatures: Readonly<Record<FileType, (head: Buffer) => boolean>> = {
  pdf: (head) => head.subarray(0, MAX_BEFORE_PDF + PDF.length).includes(PDF),
  jpg: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  xls: (head) => head.subarray(0, OLE.length).equals(OLE),
  doc: (head) => head.subarray(0, OLE.length).equals(OLE),
};

/** The media types of files and archives. All others are served as application/octet-stream. */
const mediaTypes: Readonly<Record<FileType | 'zip', string>> = {
  pdf: 'application/pdf',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  doc: 'application/msword',
  zip: 'application/zip',
};

/** The type that the extension stands for, in any case; null if it is none of those above. */
export function typeByName(name: string): FileType | null {
  const extension = extensionOf(name);
  return limits.uploadTypes.find((type) => type === extension) ?? null;
}

/** Whether the first bytes are those of a file of the type; null as long as the next ones may decide it. */
export function fitsContent(type: FileType, head: Buffer): boolean | null {
  if (signatures[type](head)) return true;
  return head.length < (type === 'pdf' ? MAX_BEFORE_PDF + PDF.length : OLE.length) ? null : false;
}

export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name);
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension as FileType] : 'application/octet-stream';
}

/** The name that a file is sent to upstream under, whose types are known by jpg, not by jpeg. */
export function nameForUpstream(name: string): string {
  return name.replace(JPEG, '.jpg');
}

const JPEG = /(?<=.)\.jpeg$/i;

function extensionOf(name: string): string {
  return /.\.(\w+)$/.exec(nameForUpstream(name))?.[1]?.toLowerCase() ?? '';
}
