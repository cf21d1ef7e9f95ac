/**
 * The `.env` file: loaded into the environment without replacing variables that are already set. Other programs may share it,
 * so an unknown key is no fault; it is still reported, since a misspelled key would pass for one that is set.
 */
import { readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { describeUnknown, unknownInFile } from './unknown-keys.ts';

/** The keys of the file and warnings about its content; none if there is no file. A file that cannot be read is a fault. */
export type EnvFile =
  | { readonly keys: readonly string[]; readonly warnings: readonly string[] }
  | { readonly fault: string };

export function readEnvFile(path: string): EnvFile {
  try {
    loadEnvFile(path);
    const text = readFileSync(path, 'utf8');
    return { keys: keysIn(text), warnings: envFileWarnings(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { keys: [], warnings: [] } : { fault: `.env: the file cannot be read (${code})` };
  }
}

/** Lines are reported by number only, because they may contain a secret. */
export function envFileWarnings(text: string): string[] {
  const lines = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const stray = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return [
    ...unknownInFile(keysIn(text)).map((unknown) => `.env: ${describeUnknown(unknown)}`),
    ...stray.map((number) => `.env: line ${number} is not of the form KEY=value`),
  ];
}

function keysIn(text: string): string[] {
  return Object.keys(parseEnv(text)).filter((key) => KEY.test(key));
}

const KEY = /^[A-Za-z_][\w.-]*$/;
/** A quoted value may span several lines. */
const ENTRY = /^[^\S\n]*(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/gm;
