/** Certificates made with openssl, as files: an authority, and what it signed for a server on 127.0.0.1 and for a client. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPENSSL = 'openssl';
const NAMES = 'subjectAltName=IP:127.0.0.1,DNS:localhost';

export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly remove: () => void;
}

export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'certificates-'));
  const file = (name: string): string => join(dir, name);
  const openssl = (...args: readonly string[]) => execFileSync(OPENSSL, args, { stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=test authority');
  openssl('req', ...key, '-keyout', file('key.pem'), '-out', file('request.pem'), '-subj', '/CN=localhost');
  writeFileSync(file('names'), NAMES);
  const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-extfile', file('names')];
  openssl('x509', '-req', '-in', file('request.pem'), '-out', file('cert.pem'), ...signing);
  return {
    ca: file('ca.pem'),
    cert: file('cert.pem'),
    key: file('key.pem'),
    remove: () => rmSync(dir, { recursive: true }),
  };
}
