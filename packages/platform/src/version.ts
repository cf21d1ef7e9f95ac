/** What this program is called by others: in metrics, and by every server that it sends a request to. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly name: string;
  readonly version: string;
};

export const { version } = manifest;

/** The User-Agent of every request (RFC 9110, 10.1.5). */
export const userAgent = `${manifest.name}/${version}`;
