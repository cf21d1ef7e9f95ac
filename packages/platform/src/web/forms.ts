/** Forms with files (multipart/form-data): writes the name of a file as browsers do, and reads it as any client writes it. */
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance, type Dicer } from '@fastify/busboy';
import { fileNameIn } from './content-disposition.ts';

/** What browsers encode: only the characters that would end the quoted text or the line. */
const codes = [
  ['\r', '%0D'],
  ['\n', '%0A'],
  ['"', '%22'],
] as const;

export function printFormFileName(name: string): string {
  return codes.reduce((text, [character, code]) => text.replaceAll(character, code), name);
}

/**
 * The name of a file in its part's Content-Disposition header; undefined if there is none. A name that already contains one of the three
 * codes literally is decoded to the character that the code stands for. U+FFFD replaces bytes that are not UTF-8.
 */
export function readFormFileName(header: string): string | undefined {
  return fileNameIn(header, (bytes) =>
    codes.reduce((name, [character, code]) => name.replaceAll(code, character), bytes.toString()),
  );
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
  // If all names are quoted, Busboy reads only up to the first name of the file; otherwise, it prefers the last one.
  const { parser: parts } = Reflect.get(parser, '_parser') as { readonly parser: Dicer };
  parts.prependListener('part', (part) => {
    part.prependListener('header', (header: { readonly 'content-disposition'?: readonly string[] }) => {
      fileName = readFormFileName(header['content-disposition']?.[0] ?? '');
    });
  });
  return { parser, fileName: () => fileName ?? '' };
}
