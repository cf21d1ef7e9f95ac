/**
 * The names of files: reads the one in upstream's Content-Disposition header and cleans the one of an attachment, and
 * finds the characters in them that are not seen.
 */
import { isUtf8 } from 'node:buffer';
import { attachmentHeader } from '@realty-forms/platform/web/attachment.ts';
import { fileNameIn } from '@realty-forms/platform/web/disposition.ts';

/**
 * Characters of a file name that are not seen but change what is: control characters, and those that reverse the direction of what
 * follows (after U+202E, `fdp.exe` is shown as `exe.pdf`), have no width, or break the line.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const EVERY_INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** The file name without any folder, or null if the header contains none. */
export function readFileName(header: string | null): string | null {
  // Services write UTF-8 into it as it is, and what else they write is nearly always ISO 8859-1.
  const decode = (bytes: Buffer) => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return lastSegment(fileNameIn(header ?? '', decode) ?? '') || null;
}

/** The header of an attachment with this name, without a folder and without characters that are not seen. */
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

/** The first one as in `U+202E`; null if there is none. */
export function hiddenCharacter(name: string): string | null {
  const code = HIDDEN.exec(name)?.[0]?.codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
