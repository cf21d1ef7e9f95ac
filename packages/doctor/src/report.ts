/** The report as text: a line for each question, then the settings to paste, then what the calls were like. */
import type { Asker } from './asker.ts';
import { type Configuration, compare, type Finding, type Line } from './findings.ts';

/** The longest list of sections, and a gap. */
const SPEC_WIDTH = 16;

export interface Report {
  readonly lines: readonly string[];
  /** Settings that differ from the configured ones. */
  readonly proposals: ReadonlyMap<string, string>;
  readonly isCovered: boolean;
}

export function report(findings: readonly Finding[], configuration: Configuration, asker: Asker): Report {
  const compared = findings.map((finding) => compare(finding, configuration));
  const proposals = new Map(
    compared.flatMap(({ proposal }) => (proposal === null ? [] : [[proposal.key, proposal.value]])),
  );
  const uncovered = compared.filter(({ isUncovered }) => isUncovered);
  const width = Math.max(...compared.map(({ question }) => labelOf(question).length));
  return {
    proposals,
    isCovered: uncovered.length === 0,
    lines: [
      ...compared.map(
        ({ question, text }) => `${question.spec.padEnd(SPEC_WIDTH)}${labelOf(question).padEnd(width)}  ${text}`,
      ),
      '',
      ...(proposals.size === 0
        ? ['Nothing to set.']
        : [
            'To paste into .env:',
            ...[...proposals].map(([key, value]) => `${key}=${/\s/.test(value) ? JSON.stringify(value) : value}`),
          ]),
      ...uncovered.map(({ question }) => `No setting covers: ${labelOf(question)}`),
      `${asker.calls} calls; the slowest took ${asker.slowestMs} ms, the largest response had ${asker.largestBytes} bytes.`,
    ],
  };
}

const labelOf = ({ text, about }: Line['question']) => about || text;
