/** Files that settings name: what is wrong with one, or null. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function fileProblem(path: string): string | null {
  return problemIn(path, () => null);
}

/**
 * TLS reads certificates up to the first that it cannot read, and says nothing of the others: a file with a broken one, or
 * with none, would be found out by the first call.
 */
export function certificateFileProblem(path: string): string | null {
  return problemIn(path, (text) => {
    const found = text.match(CERTIFICATE) ?? [];
    if (found.length === 0) return 'the file holds no certificate in PEM (-----BEGIN CERTIFICATE-----)';
    const broken = found.findIndex((pem) => !isCertificate(pem));
    return broken < 0 ? null : `the certificate cannot be read: number ${broken + 1} of ${found.length} in the file`;
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

function problemIn(path: string, judge: (text: string) => string | null): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `the file cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  return judge(text);
}
