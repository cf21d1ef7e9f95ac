/** Finds a speech by the name of a preset (presets/*.json) or by the path of a JSON file; every fault names what is allowed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpeech, type Speech } from './speech.ts';

const presetsDir = join(import.meta.dirname, 'presets');

export function presetNames(): string[] {
  return readdirSync(presetsDir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** A name without a slash or a dot is a preset's. */
export function loadSpeech(nameOrFile: string): { readonly speech: Speech } | { readonly faults: readonly string[] } {
  const isName = /^[\w-]+$/.test(nameOrFile);
  if (isName && !presetNames().includes(nameOrFile))
    return { faults: [`${nameOrFile} is neither a file such as ./speech.json nor one of ${presetNames().join(', ')}`] };
  const file = isName ? join(presetsDir, `${nameOrFile}.json`) : nameOrFile;
  try {
    return readSpeech(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { faults: [`${file} cannot be read: ${error instanceof Error ? error.message : error}`] };
  }
}
