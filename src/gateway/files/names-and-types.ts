/**
 * Names and types of files: reads the name in upstream's Content-Disposition header, cleans an attachment's name, finds invisible
 * characters in it, and recognizes the types that can be uploaded.
 */
import { isUtf8 } from 'node:buffer';
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { attachmentHeader, fileNameIn } from '@realty-forms/platform/web/content-disposition.ts';
import { atMost } from '../sendable-text.ts';

/**
 * Invisible characters that change how a file name looks: control characters, and characters that reverse the direction of what follows
 * (after U+202E, `fdp.exe` is shown as `exe.pdf`), have no width, or break the line.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const EVERY_INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** The file name without any folder; null if the header contains none. */
export function readFileName(header: string | null): string | null {
  // Services write raw UTF-8 into it or, much more often, ISO 8859-1.
  const decode = (bytes: Buffer) => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return lastSegment(fileNameIn(header ?? '', decode) ?? '') || null;
}

/** The header of an attachment with this name, without folders and invisible characters. */
export function attachment(name: string): string {
  const clean =
    lastSegment(name)
      .replaceAll(EVERY_INVISIBLE, '')
      // Control characters would end the header.
      .replaceAll(/\p{Cc}/gu, '_')
      .toWellFormed() || 'file';
  return attachmentHeader(clean);
}

/** A name without its folders. */
export function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).trim();
}

/** The first invisible character, written as `U+202E`; null if there is none. */
function hiddenCharacter(name: string): string | null {
  const code = HIDDEN.exec(name)?.[0]?.codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * The file types that uploadfiles accepts (4.7, 8), recognized by extension and first bytes. That is enough to keep back most of what
 * upstream would reject. xls and doc have the same first bytes, so only upstream can tell them apart. The other usual extension of a jpg,
 * `.jpeg`, is accepted here only.
 */
type FileType = (typeof limits.uploadTypes)[number];

const PDF = Buffer.from('%PDF-');
/** How many bytes may precede a PDF's header: readers accept the bytes that mail gateways, scanners and web downloads put there. */
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

/** The type that the extension stands for, in any case of letters; null if it is none of these types. */
export function typeByName(name: string): FileType | null {
  const extension = extensionOf(name);
  return limits.uploadTypes.find((type) => type === extension) ?? null;
}

/** Whether the first bytes fit a file of the type; null while the next bytes may still decide. */
export function fitsContent(type: FileType, head: Buffer): boolean | null {
  if (signatures[type](head)) return true;
  return head.length < (type === 'pdf' ? MAX_BEFORE_PDF + PDF.length : OLE.length) ? null : false;
}

export function mediaTypeOf(name: string): string {
  const extension = extensionOf(name);
  return Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension as FileType] : 'application/octet-stream';
}

/** The name under which a file is sent upstream, which knows the type jpg but not jpeg. */
export function nameForUpstream(name: string): string {
  return name.replace(JPEG, '.jpg');
}

const JPEG = /(?<=.)\.jpeg$/i;

function extensionOf(name: string): string {
  return /.\.(\w+)$/.exec(nameForUpstream(name))?.[1]?.toLowerCase() ?? '';
}

const MAX_NAME_BYTES = 255;

// Intl.ListFormat would load 9 MB that nothing else needs.
const extensions = limits.uploadTypes
  .map((type, at, { length }) => (at === length - 1 ? `or .${type}` : `.${type}`))
  .join(', ');

/** Why a file with this name is not sent; null if it may be sent. */
export function nameProblem(name: string): string | null {
  if (typeByName(name) === null) return `The file name must end in ${extensions}`;
  const hidden = hiddenCharacter(name);
  if (hidden !== null) return `The file name contains the control or invisible character ${hidden}`;
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? `The file name must be ${atMost(MAX_NAME_BYTES)}` : null;
}

export function contentProblem(type: FileType, head: Buffer): string | null {
  if (head.length === 0) return 'The file is empty';
  return fitsContent(type, head) ? null : `This is not ${type === 'xls' ? 'an' : 'a'} ${type.toUpperCase()} file`;
}
