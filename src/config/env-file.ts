/**
 * The `.env` file: loaded into the environment, below what stands there already. Other programs may share it, so that a key
 * which nobody reads here is no fault; but it is told, since a misspelt one would pass for one that is set.
 */
import { readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';

/** Warnings about what is in the file; none where there is no file. A file that cannot be read is a fault. */
export type EnvFile = { readonly warnings: readonly string[] } | { readonly fault: string };

export function readEnvFile(path: string, isKnown: (key: string) => boolean): EnvFile {
  try {
    loadEnvFile(path);
    return { warnings: envFileWarnings(readFileSync(path, 'utf8'), isKnown) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { warnings: [] } : { fault: `.env: the file cannot be read (${code})` };
  }
}

/** Lines are told by their numbers alone, because they may hold a secret. */
export function envFileWarnings(text: string, isKnown: (key: string) => boolean): string[] {
  const keys = Object.keys(parseEnv(text)).filter((key) => KEY.test(key));
  const unknown = keys.filter((key) => !isKnown(key) && !OTHERS.test(key));
  const lines = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const stray = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return [
    ...unknown.map((key) => `.env: ${key} is no setting, and does nothing here`),
    ...stray.map((number) => `.env: line ${number} is not of the form KEY=value`),
  ];
}

const KEY = /^[A-Za-z_][\w.-]*$/;
/** A value in quotes may go over several lines. */
const ENTRY = /^[^\S\n]*(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/gm;
/** Read by Node, OpenTelemetry and the PostgreSQL client themselves. */
const OTHERS = /^(NODE_|OTEL_|PG[A-Z]|TZ$)/;
