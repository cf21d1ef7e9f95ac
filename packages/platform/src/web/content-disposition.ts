/**
 * The name of a file in a Content-Disposition header, of a response or of a part of a form (RFC 6266, RFC 7578): a token, a quoted text, or
 * extended. It is often written twice, for readers that know the extended parameter and for those that do not. Without quotes, a value ends
 * with the parameter: many senders leave them out although the value contains spaces.
 */
import { normalize } from '../normalize.ts';

const PARAMETER = /(?:^|;)\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
/** RFC 8187. */
const EXTENDED = /^([\w-]+)'[^']*'(.+)$/s;
/** RFC 2047: not allowed in HTTP, but .NET sends it, and so do services that handle mail. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;
const BETWEEN_WORDS = /(?<=\?=)\s+(?==\?)/g;

/**
 * Undefined if the header, with a character for each byte, has no name. The name may include folders. `decode` reads a name that is not
 * encoded, in whatever charset it is.
 */
export function fileNameIn(header: string, decode: (bytes: Buffer) => string): string | undefined {
  const values = new Map<string, string>();
  for (const [, key = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    values.set(key.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token.trim());
  }
  const [plain, extended] = [values.get('filename'), values.get('filename*')];
  const [, charset = '', text = ''] = EXTENDED.exec(extended ?? '') ?? [];
  // .NET also encodes the quotes, if its caller has quoted the name.
  const exact = decodedAs(charset, percentDecoded(text))?.replace(/^"(.*)"$/s, '$1');
  if (exact !== undefined && exact !== '') return exact;
  return plain === undefined ? extended : withWordsDecoded(decode(Buffer.from(plain, 'latin1')));
}

function withWordsDecoded(text: string): string {
  return text
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

/** Null if the bytes are not valid in that charset, or the charset is unknown. */
function decodedAs(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The Content-Disposition of an attachment (RFC 6266, RFC 8187): an ASCII name for old clients, and the exact one in `filename*`. */
export function attachmentHeader(name: string): string {
  // Decomposed, so that é is shown as e without its accent. A folder's separator may come from a compatibility character.
  const plain = normalize('NFKD', name)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
