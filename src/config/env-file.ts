/**
 * The `.env` file. Its settings never enter the environment, so that the file can be read again. Other programs may share it, so an
 * unknown key is no fault; it is still reported, since a misspelled key would pass for one that is set.
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describeUnknown, isKnown, unknownInFile } from './unknown-keys.ts';

/** The values of the file and warnings about its content; none if there is no file. A file that cannot be read is a fault. */
export type EnvFile =
  | { readonly values: Readonly<Record<string, string>>; readonly warnings: readonly string[] }
  | { readonly fault: string };

export function readEnvFile(path: string): EnvFile {
  try {
    // Without the mark that some editors put in front, which would be a part of the first key.
    const text = new TextDecoder().decode(readFileSync(path));
    return { values: valuesIn(text), warnings: envFileWarnings(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { values: {}, warnings: [] } : { fault: `.env: the file cannot be read (${code})` };
  }
}

/** What Node and libraries read from the environment themselves, which overrides the file. */
export function passOn(values: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv): void {
  for (const [key, value] of Object.entries(values)) if (!isKnown(key)) environment[key] ??= value;
}

/** Lines are reported by number only, because they may contain a secret. */
export function envFileWarnings(text: string): string[] {
  const lines = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const stray = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return [
    ...unknownInFile(Object.keys(valuesIn(text))).map((unknown) => `.env: ${describeUnknown(unknown)}`),
    ...stray.map((number) => `.env: line ${number} is not of the form KEY=value`),
  ];
}

function valuesIn(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parseEnv(text)).filter(([key]) => KEY.test(key))) as Record<string, string>;
}

const KEY = /^[A-Za-z_][\w.-]*$/;
/** A quoted value may span several lines. White space is what `parseEnv` takes for it: any other would be a part of the key. */
const ENTRY = /^[ \t]*(?:export +)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/gm;
