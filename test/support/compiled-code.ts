/**
 * Where Node keeps what it compiles of tests and of the programs that they start. Each run adds what it compiles in temporary folders, which
 * no other run needs, so a folder that has grown large is removed. As the global setup of a project, this file does that.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const compiledCode: string = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Twice what one run of all tests needs. */
const MAX_FILES = 30_000;

export default function removeIfLarge(): void {
  try {
    if (readdirSync(compiledCode, { recursive: true }).length <= MAX_FILES) return;
    rmSync(compiledCode, { recursive: true, force: true });
  } catch {
    // There is none before the first run.
  }
}
