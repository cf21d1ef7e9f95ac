/**
 * Where the values of settings come from: the environment, and files that it names. A secret can be given by a key that ends in
 * `_FILE`, and a setting that is a file has the file's text as its value, so that nothing reads a file a second time.
 */
import { readSecret, readText } from './files.ts';
import { traitsOf } from './kinds.ts';
import { fileKeyOf, keys, settings } from './settings.ts';

export interface Sources {
  /** The values by setting. */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with the files. */
  readonly faults: readonly string[];
  /** Settings that are given, but whose value cannot be read. */
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
      faults.push(`${fileKey}: ${file.problem}`);
      unread.push(setting);
    }
  }
  return { values, faults, unread, keyOf: (setting) => fileKeys.get(setting) ?? setting };
}
