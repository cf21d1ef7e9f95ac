/** Files that settings name: their text, and checks of it. Nothing of a file's text is in any message. */
import { isUtf8 } from 'node:buffer';
import { X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

export type FileText = { readonly text: string } | { readonly problem: string };

/** Far more than any secret has: a longer file is another one. */
const MAX_SECRET_BYTES = 65_536;

export function readText(path: string): FileText {
  return read(path, (bytes) => {
    // Without the mark that some editors put in front.
    const text = new TextDecoder().decode(bytes);
    return text === '' ? { problem: 'the file is empty' } : { text };
  });
}

/** The one line of a file, without the line break at its end, which editors and `echo` leave there. */
export function readSecret(path: string): FileText {
  return read(path, (bytes) => {
    if (bytes.length > MAX_SECRET_BYTES) return { problem: `the file has more than ${MAX_SECRET_BYTES} bytes` };
    if (!isUtf8(bytes)) return { problem: 'the file is not UTF-8 text' };
    const text = new TextDecoder().decode(bytes).replace(/[\r\n]+$/, '');
    if (text === '') return { problem: 'the file is empty' };
    return /[\r\n]/.test(text) ? { problem: 'the file has more than one line' } : { text };
  });
}

function read(path: string, textOf: (bytes: Buffer) => FileText): FileText {
  let descriptor: number | undefined;
  try {
    // A pipe that nobody writes to would keep the process waiting forever, and a device never ends.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return fstatSync(descriptor).isFile() ? textOf(readFileSync(descriptor)) : { problem: 'it is not a file' };
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * TLS reads certificates up to the first one that it cannot read, and silently ignores the rest: a file with a broken
 * certificate, or with none, would only be noticed at the first call.
 */
export function certificatesProblem(text: string): string | null {
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) return 'the file contains no PEM certificate (-----BEGIN CERTIFICATE-----)';
  const broken = found.findIndex((pem) => !isCertificate(pem));
  return broken < 0 ? null : `certificate ${broken + 1} of ${found.length} in the file cannot be read`;
}

const CERTIFICATE = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[\s\S]*?-----END \1-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== null;
  } catch {
    return false;
  }
}
