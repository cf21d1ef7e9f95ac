/**
 * Replaces the text between a benchmark's markers in docs/performance.md with its output. Throws if the markers are missing:
 * figures are written by the run that measured them, never by hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../docs/performance.md');

export async function writeSection(name: string, text: string): Promise<void> {
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, text));
}

export function replaceSection(document: string, name: string, text: string): string {
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const start = document.indexOf(open);
  const end = document.indexOf(close, start);
  if (start === -1 || end === -1) throw new Error(`the document has no section between ${open} and ${close}`);
  return `${document.slice(0, start + open.length)}\n\n${text.trim()}\n\n${document.slice(end)}`;
}
