/**
 * The names of files: reads the one in upstream's Content-Disposition header and cleans the one of an attachment, and
 * finds the characters in them that are not seen.
 */
import { isUtf8 } from 'node:buffer';
import { attachmentHeader } from '../../platform/web/attachment.ts';

const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i;
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
/** With spaces in it, too: many services leave out the quotes. */
const PLAIN = /(?:^|;)\s*filename\s*=\s*([^";]+)/i;
/** RFC 2047: not allowed in HTTP, but services that know mail send it. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;
const BETWEEN_WORDS = /(?<=\?=)\s+(?==\?)/g;

/**
 * Characters of a file name that are not seen but change what is: control characters, and those that reverse the direction of what
 * follows (after U+202E, `fdp.exe` is shown as `exe.pdf`), have no width, or break the line.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const EVERY_INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** The file name without any folder, or null if the header contains none. */
export function readFileName(header: string | null): string | null {
  if (header === null) return null;
  const [, charset = '', extended] = EXTENDED.exec(header) ?? [];
  const exact = extended === undefined ? null : decodedAs(charset, percentDecoded(extended));
  const quoted = QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  return lastSegment(exact ?? withWordsDecoded(quoted ?? PLAIN.exec(header)?.[1] ?? '')) || null;
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

/** A header is read byte by byte. Services also write UTF-8 into it as it is, and encoded words. */
function withWordsDecoded(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return (isUtf8(bytes) ? bytes.toString() : text)
    .replaceAll(BETWEEN_WORDS, '')
    .replaceAll(ENCODED_WORD, (word, charset: string, encoding: string, content: string) => {
      const decoded =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(content, 'base64')
          : percentDecoded(content.replaceAll('%', '%25').replaceAll('=', '%').replaceAll('_', ' '));
      return decodedAs(charset, decoded) ?? word;
    });
}

function percentDecoded(text: string): Buffer {
  const bytes = text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Null if the bytes are no text of that charset, or nobody knows it. */
function decodedAs(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
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
