/** Finds a dialect by the name of a preset (presets/*.json) or the path of a JSON file. Every fault lists the allowed values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, readDialect } from './dialect.ts';

const presetsDir = join(import.meta.dirname, 'presets');

export function presetNames(): string[] {
  return readdirSync(presetsDir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** A name without a slash or a dot is a preset's. */
export function loadDialect(
  nameOrFile: string,
): { readonly dialect: Dialect } | { readonly faults: readonly string[] } {
  const isName = /^[\w-]+$/.test(nameOrFile);
  if (isName && !presetNames().includes(nameOrFile))
    return {
      faults: [`${nameOrFile} is neither a file such as ./dialect.json nor one of ${presetNames().join(', ')}`],
    };
  const file = isName ? join(presetsDir, `${nameOrFile}.json`) : nameOrFile;
  try {
    return readDialect(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { faults: [`${file} cannot be read: ${error instanceof Error ? error.message : error}`] };
  }
}
