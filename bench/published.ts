/** Where a benchmark's findings go: standard output, a JSON file where one is named, and their section of the document. */
import { writeFile } from 'node:fs/promises';
import { flag, text } from '../test/support/switches.ts';
import { writeSection } from './document.ts';
import { machine } from './measure.ts';

/** The switches that every benchmark has for it. */
export const outputSwitches = { json: text('FILE'), write: flag };

export interface Output {
  readonly json?: string | undefined;
  readonly write?: boolean;
}

export async function publish(
  section: string,
  findings: string,
  figures: object,
  { json, write }: Output,
): Promise<void> {
  console.log(findings);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine: machine(), ...figures }, null, 2)}\n`);
  if (write === true) await writeSection(section, findings);
}
