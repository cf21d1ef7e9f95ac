/** Checks of files that settings name; each returns what is wrong with the file, or null. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function fileProblem(path: string): string | null {
  return problemIn(path, () => null);
}

/**
 * TLS reads certificates up to the first one that it cannot read, and silently ignores the rest: a file with a broken
 * certificate, or with none, would only be noticed at the first call.
 */
export function certificateFileProblem(path: string): string | null {
  return problemIn(path, (text) => {
    const found = text.match(CERTIFICATE) ?? [];
    if (found.length === 0) return 'the file contains no PEM certificate (-----BEGIN CERTIFICATE-----)';
    const broken = found.findIndex((pem) => !isCertificate(pem));
    return broken < 0 ? null : `certificate ${broken + 1} of ${found.length} in the file cannot be read`;
  });
}

const CERTIFICATE = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[\s\S]*?-----END \1-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== null;
  } catch {
    return false;
  }
}

function problemIn(path: string, check: (text: string) => string | null): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `the file cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  return check(text);
}
