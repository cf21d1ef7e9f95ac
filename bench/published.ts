/** Where a benchmark's findings go: standard output, a JSON file where one is named, and their section of the document. */
import { writeFile } from 'node:fs/promises';
import { writeSection } from './document.ts';
import { machine } from './measure.ts';

/** The switches that every benchmark has for it. */
export const outputSwitches = { json: { type: 'string' }, write: { type: 'boolean', default: false } } as const;

export interface Output {
  readonly json?: string | undefined;
  readonly write?: boolean;
}

export async function publish(section: string, text: string, figures: object, { json, write }: Output): Promise<void> {
  console.log(text);
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine: machine(), ...figures }, null, 2)}\n`);
  if (write === true) await writeSection(section, text);
}
