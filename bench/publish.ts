/** Publishes a benchmark's results: on standard output, in a JSON file if one is named, and in their section of the document. */
import { writeFile } from 'node:fs/promises';
import { flag, text } from '../test/support/switches.ts';
import { writeSection } from './document.ts';
import { machine } from './measure.ts';

/** The switches for output that benchmarks share. */
export const outputSwitches = { json: text('FILE'), write: flag };

export interface Output {
  readonly json?: string | undefined;
  readonly write?: boolean;
}

export async function publish(
  section: string,
  report: string,
  results: object,
  { json, write }: Output,
): Promise<void> {
  console.log(report);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine: machine(), ...results }, null, 2)}\n`);
  if (write === true) await writeSection(section, report);
}
