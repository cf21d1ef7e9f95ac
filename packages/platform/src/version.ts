/** The name by which others know this program: in metrics, and in every request that it sends. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly name: string;
  readonly version: string;
};

export const { version } = manifest;

/** The User-Agent of every request (RFC 9110, 10.1.5). */
export const userAgent = `${manifest.name}/${version}`;
