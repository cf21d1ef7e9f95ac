/**
 * Where the values of settings come from: the environment, `.env`, and files that they name. A secret can be given by a key that ends in
 * `_FILE`. A setting that is a file has the file's text as its value, so that no file is read twice. No message contains any of a file's
 * text.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { traitsOf } from './kinds.ts';
import { fileKeyOf, keys, settings, sourceOf } from './settings.ts';
import { describeUnknown, isKnown, unknownInFile } from './unknown-keys.ts';

interface Sources {
  /** The values, by setting. */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with the files. */
  readonly faults: readonly string[];
  /** Settings that are given, but whose values cannot be read. */
  readonly unread: readonly string[];
  /** The key by which a setting was given, as its faults name it. */
  readonly keyOf: (setting: string) => string;
}

/** `environment` has no empty values. */
export function readSources(environment: NodeJS.ProcessEnv): Sources {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  const unread: string[] = [];
  const fileKeys = new Map<string, string>();
  for (const setting of keys) {
    const own = environment[setting];
    const fileKey = fileKeyOf(setting);
    const path = fileKey === null ? undefined : environment[fileKey];
    if (fileKey === null || path === undefined) {
      if (own !== undefined) values[setting] = own;
      continue;
    }
    fileKeys.set(setting, fileKey);
    const isBoth = fileKey !== setting && own !== undefined;
    const file = isBoth
      ? { problem: `${setting} is set too; only one of the two can be` }
      : traitsOf(settings.shape[setting]).file
        ? readText(path)
        : readSecret(path);
    if ('text' in file) values[setting] = file.text;
    else {
      faults.push(`${fileKey}: ${file.problem}${isBoth ? '' : sourceOf(setting)}`);
      unread.push(setting);
    }
  }
  return { values, faults, unread, keyOf: (setting) => fileKeys.get(setting) ?? setting };
}

type FileText = { readonly text: string } | { readonly problem: string };

function readText(path: string): FileText {
  return read(path, (bytes) => {
    // Drops the byte order mark that some editors write.
    const text = new TextDecoder().decode(bytes);
    return text === '' ? { problem: 'the file is empty' } : { text };
  });
}

/** The single line of a file, without the line break at its end, which editors and `echo` write. */
function readSecret(path: string): FileText {
  return read(path, (bytes) => {
    if (!isUtf8(bytes)) return { problem: 'the file is not UTF-8 text' };
    const text = new TextDecoder().decode(bytes).replace(/[\r\n]+$/, '');
    if (text === '') return { problem: 'the file is empty' };
    return /[\r\n]/.test(text) ? { problem: 'the file has more than one line' } : { text };
  });
}

function read(path: string, textOf: (bytes: Buffer) => FileText): FileText {
  try {
    return textOf(readFileSync(path));
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * The values in `.env` and warnings about its content; none if there is no file. An unreadable file is a fault. So is a quotation mark that
 * is not closed: it would become part of its value, or swallow the next lines.
 */
type EnvFile =
  | { readonly values: Readonly<Record<string, string>>; readonly warnings: readonly string[] }
  | { readonly faults: readonly string[] };

/**
 * Reads the settings in `.env`, which never enter the environment, so that the file can be read again. Other programs may share it, so an
 * unknown key is no fault. It is still reported, because a misspelled key would look like one that is set.
 */
export function readEnvFile(path: string): EnvFile {
  try {
    // Drops the byte order mark that some editors write, which would become part of the first key.
    const text = new TextDecoder().decode(readFileSync(path));
    const faults = quoteFaults(text);
    return faults.length > 0 ? { faults } : { values: valuesIn(text), warnings: envFileWarnings(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { values: {}, warnings: [] } : { faults: [`.env: the file cannot be read (${code})`] };
  }
}

/** Passes on what Node and libraries read from the environment themselves; the environment overrides the file. */
export function passOn(values: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv): void {
  for (const [key, value] of Object.entries(values)) if (!isKnown(key)) environment[key] ??= value;
}

/** Lines are reported only by number, because they may contain a secret. */
export function envFileWarnings(text: string): string[] {
  const lines = text.replace(ENTRY, (entry) => entry.replace(/[^\n]/g, '')).split('\n');
  const stray = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index + 1]));
  return [
    ...unknownInFile(Object.keys(valuesIn(text))).map((unknown) => `.env: ${describeUnknown(unknown)}`),
    ...stray.map((number) => `.env: line ${number} is not of the form KEY=value`),
  ];
}

/** A value may have several lines, but a setting at the beginning of one of them was probably meant as a setting. */
function quoteFaults(text: string): string[] {
  return [...text.matchAll(ENTRY)].flatMap(({ 0: entry, index }) => {
    const value = entry.slice(entry.indexOf('=') + 1).trimStart();
    const [quote = ''] = /^["'`]/.exec(value) ?? [];
    if (quote === '') return [];
    const first = text.slice(0, index).split('\n').length;
    const opens = `.env: line ${first} opens a quote (${quote})`;
    const [quoted = '', ...closed] = value.slice(1).split(quote);
    if (closed.length === 0) return [`${opens} that no line closes`];
    const lines = quoted.split('\n');
    const inside = lines.findIndex((line, at) => at > 0 && isKnown(KEY_OF_LINE.exec(line)?.[1] ?? ''));
    const last = first + lines.length - 1;
    return inside < 0 ? [] : [`${opens} that line ${last} closes, so that line ${first + inside} sets nothing`];
  });
}

function valuesIn(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parseEnv(text)).filter(([key]) => KEY.test(key))) as Record<string, string>;
}

const KEY = /^[A-Za-z_][\w.-]*$/;
const KEY_OF_LINE = /^[ \t]*(?:export +)?([A-Za-z_][\w.-]*)[ \t]*=/;
/**
 * A quoted value may span several lines. White space is what `parseEnv` accepts as such; any other character would become part of the key.
 */
const ENTRY = /^[ \t]*(?:export +)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/gm;
