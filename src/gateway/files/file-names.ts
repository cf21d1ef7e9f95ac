/**
 * The names of files: reads the one in upstream's Content-Disposition header and cleans the one of an attachment, and
 * finds the characters in them that are not seen.
 */
import { attachmentHeader } from '../../platform/web/attachment.ts';

const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const PLAIN = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i;

/**
 * Characters of a file name that are not seen but change what is: control characters, and those that reverse the direction of what
 * follows (after U+202E, `fdp.exe` is shown as `exe.pdf`), have no width, or break the line.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const EVERY_INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** The file name without any folder, or null if the header contains none. */
export function readFileName(header: string | null): string | null {
  if (header === null) return null;
  const extended = EXTENDED.exec(header)?.[1];
  const name = (extended && percentDecoded(extended)) || QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  return lastSegment(name ?? PLAIN.exec(header)?.[1] ?? '') || null;
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

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
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
