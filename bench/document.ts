/**
 * Replaces the text between a benchmark's markers in docs/performance.md with its output, and its line in the overview of targets.
 * Throws if the markers are missing: figures are written by the run that measured them, never by hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Verdict, withVerdicts } from './verdicts.ts';

const file = join(import.meta.dirname, '../docs/performance.md');
const OVERVIEW = 'targets';

export async function writeSection(name: string, text: string, verdicts: readonly Verdict[]): Promise<void> {
  const document = changeSection(await readFile(file, 'utf8'), name, () => text);
  await writeFile(
    file,
    changeSection(document, OVERVIEW, (overview) => withVerdicts(overview, name, verdicts)),
  );
}

export function changeSection(document: string, name: string, change: (text: string) => string): string {
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const start = document.indexOf(open);
  const end = document.indexOf(close, start);
  if (start === -1 || end === -1) throw new Error(`the document has no section between ${open} and ${close}`);
  const from = start + open.length;
  return `${document.slice(0, from)}\n${change(document.slice(from, end)).trim()}\n${document.slice(end)}`;
}
