/**
 * Forms with files (multipart/form-data): how the name of a file is written, as browsers do it, and how all others write it. Some
 * write it twice, for servers that know the extended parameter and for those that do not.
 */
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance, type Dicer } from '@fastify/busboy';

/** What browsers encode: only the characters that would end the quoted text or the line. */
const codes = [
  ['\r', '%0D'],
  ['\n', '%0A'],
  ['"', '%22'],
] as const;

export function printFormFileName(name: string): string {
  return codes.reduce((text, [character, code]) => text.replaceAll(character, code), name);
}

/** A name that already contains one of the three codes literally is decoded to the character that the code stands for. */
function decodeCodes(text: string): string {
  return codes.reduce((name, [character, code]) => name.replaceAll(code, character), text);
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
const EXTENDED = /^([\w-]+)'[^']*'(.*)$/s;
const ENCODED_WORDS = /^(?:=\?[\w-]+\?[bq]\?[^?]*\?=\s*)+$/i;
const ENCODED_WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=\s*/gi;

/**
 * The name of the file that a part's Content-Disposition header states, a character for each byte, or undefined if it states none.
 * U+FFFD replaces bytes that are not UTF-8.
 */
export function readFormFileName(header: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, key = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    values.set(key.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token.trim());
  }
  const plain = values.get('filename');
  const extended = values.get('filename*');
  return readExtended(extended) ?? (plain && readPlain(plain)) ?? plain ?? extended;
}

/** RFC 8187, whose text .NET begins and ends with quotes if its caller has quoted the name. */
function readExtended(value: string | undefined): string | undefined {
  const [, charset = '', text = ''] = EXTENDED.exec(value ?? '') ?? [];
  const bytes = text.replaceAll(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const name = decode(Buffer.from(bytes, 'latin1'), charset);
  return name?.replace(/^"(.*)"$/s, '$1');
}

/** As it is, as browsers write it, or as the words of a mail's header (RFC 2047), as .NET writes what is not ASCII. */
function readPlain(text: string): string | undefined {
  if (!ENCODED_WORDS.test(text)) return decodeCodes(Buffer.from(text, 'latin1').toString());
  let name = '';
  for (const [, charset = '', encoding, word = ''] of text.matchAll(ENCODED_WORD)) {
    const isBase64 = encoding?.toLowerCase() === 'b';
    const codesAsEscapes = word.replaceAll('_', ' ').replaceAll(/=([\da-f]{2})/gi, (_, code) => `%${code}`);
    const part = isBase64
      ? decode(Buffer.from(word, 'base64'), charset)
      : readExtended(`${charset}''${codesAsEscapes}`);
    if (part === undefined) return undefined;
    name += part;
  }
  return name;
}

/** Undefined in a charset that is unknown. */
function decode(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

export interface FormParser {
  readonly parser: BusboyInstance;
  /** The name of the file whose part begins, for listeners of the event `file`; with folders, if the sender has named them. */
  readonly fileName: () => string;
}

/** A part is a file if it has a file name, whatever its content type. Throws if the content type has no boundary. */
export function createFormParser(headers: object, limits: NonNullable<BusboyConfig['limits']>): FormParser {
  let fileName: string | undefined;
  const isPartAFile = () => fileName !== undefined;
  const parser = new Busboy({ headers: headers as BusboyHeaders, limits, isPartAFile });
  // Busboy reads no further than to the first name of the file if all names are quoted, and prefers whichever comes last otherwise.
  const { parser: parts } = Reflect.get(parser, '_parser') as { readonly parser: Dicer };
  parts.prependListener('part', (part) => {
    part.prependListener('header', (header: { readonly 'content-disposition'?: readonly string[] }) => {
      fileName = readFormFileName(header['content-disposition']?.[0] ?? '');
    });
  });
  return { parser, fileName: () => fileName ?? '' };
}
