/**
 * Publishes a benchmark's results: on standard output, in a JSON file if one is named, and in their section of the document. The exit
 * code is 1 if a target is missed.
 */
import { writeFile } from 'node:fs/promises';
import { flag, text } from '../test/support/switches.ts';
import { writeSection } from './document.ts';
import { machine } from './measure.ts';
import { areMet, type Verdict } from './verdicts.ts';

/** The switches for output that benchmarks share. */
export const outputSwitches = { json: text('FILE'), write: flag, 'no-fail': flag };

export interface Output {
  readonly json?: string | undefined;
  readonly write?: boolean;
  readonly 'no-fail'?: boolean;
}

export interface Published {
  readonly text: string;
  readonly results: object;
  readonly verdicts: readonly Verdict[];
}

export async function publish(section: string, { text, results, verdicts }: Published, output: Output): Promise<void> {
  console.log(text);
  const all = { machine: machine(), ...results, verdicts };
  if (output.json !== undefined) await writeFile(output.json, `${JSON.stringify(all, null, 2)}\n`);
  if (output.write === true) await writeSection(section, text, verdicts);
  if (output['no-fail'] !== true && !areMet(verdicts)) process.exitCode = 1;
}
