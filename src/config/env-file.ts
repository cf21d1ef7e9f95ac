/**
 * The `.env` file: loaded into the environment without replacing variables that are already set. Other programs may share it,
 * so an unknown key is no fault; it is still reported, since a misspelled key would pass for one that is set.
 */
import { readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';

/** Warnings about the content of the file; none if there is no file. A file that cannot be read is a fault. */
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

/** Lines are reported by number only, because they may contain a secret. */
export function envFileWarnings(text: string, isKnown: (key: string) => boolean): string[] {
  const keys = Object.keys(parseEnv(text)).filter((key) => KEY.test(key));
  const unknown = keys.filter((key) => !isKnown(key) && !FOREIGN_KEYS.test(key));
  const lines = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const stray = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return [
    ...unknown.map((key) => `.env: ${key} is not a known setting and has no effect`),
    ...stray.map((number) => `.env: line ${number} is not of the form KEY=value`),
  ];
}

const KEY = /^[A-Za-z_][\w.-]*$/;
/** A quoted value may span several lines. */
const ENTRY = /^[^\S\n]*(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/gm;
/** Keys that Node, OpenTelemetry and the PostgreSQL client read themselves. */
const FOREIGN_KEYS = /^(NODE_|OTEL_|PG[A-Z]|TZ$)/;
