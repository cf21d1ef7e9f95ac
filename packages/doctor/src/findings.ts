/**
 * The doctor's findings for the rows of docs/assumptions.md, and the report. A check states what the service does; only this module
 * compares that with the assumptions and the configuration.
 */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FilterTimestamps } from '@realty-forms/contract/calls/filter-timestamps.ts';
import type { RequestStyle, TokenBody } from '@realty-forms/contract/calls/request-style.ts';
import type { EpochUnit } from '@realty-forms/contract/times/instants.ts';
import type { Asker } from './asker.ts';
import type { Question } from './questions.ts';

/** The settings that the doctor can propose. */
export interface ProposedSettings {
  readonly UPSTREAM_TOKEN_BODY: TokenBody;
  readonly UPSTREAM_TOKEN_HEADER: string;
  readonly UPSTREAM_TIME_ZONE: string;
  readonly UPSTREAM_EPOCH: EpochUnit | 'off';
  readonly UPSTREAM_BLANKS: RequestStyle['blanks'];
  readonly UPSTREAM_BOOLEANS: RequestStyle['booleans'];
  readonly UPSTREAM_INCREMENTAL_FILTER: RequestStyle['incremental'];
  readonly UPSTREAM_FILTER_BRACKETS: 'on' | 'off';
  readonly UPSTREAM_FILTER_SEPARATOR: FilterNotation['separator'];
  readonly UPSTREAM_FILTER_RANGE: 'spaced' | 'tight';
  readonly UPSTREAM_FILTER_TIMESTAMPS: FilterTimestamps['form'];
  readonly UPSTREAM_FILTER_DATES: FilterTimestamps['dates'];
  readonly UPSTREAM_FILE_HOSTS: string;
  readonly UPSTREAM_DEADLINE_MS: number;
  readonly UPSTREAM_MAX_RESPONSE_BYTES: number;
}

export type ProposedKey = keyof ProposedSettings;

/** The gateway's settings, and their defaults. */
export interface Configuration {
  readonly configured: ProposedSettings;
  readonly defaults: ProposedSettings;
}

type Verdict =
  | { readonly kind: 'assumed'; readonly note?: string }
  /** The setting that suits the service, regardless of the configured one. */
  | { readonly kind: 'suits'; readonly key: ProposedKey; readonly value: string; readonly note?: string }
  /** The service differs, but the gateway understands it anyway. */
  | { readonly kind: 'understood'; readonly note: string }
  /** The service differs, and neither a setting nor the gateway's tolerance covers it. */
  | { readonly kind: 'uncovered'; readonly consequence: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type Finding = { readonly question: Question } & Verdict;

/** A finding, compared with the configuration. */
interface Line {
  readonly question: Question;
  readonly text: string;
  readonly proposal: { readonly key: ProposedKey; readonly value: string } | null;
  readonly isUncovered: boolean;
}

export const assumed = (question: Question, note = ''): Finding => ({ question, kind: 'assumed', note });
export const suits = (question: Question, key: ProposedKey, value: string, note = ''): Finding => ({
  question,
  kind: 'suits',
  key,
  value,
  note,
});
export const understood = (question: Question, note: string): Finding => ({ question, kind: 'understood', note });
export const uncovered = (question: Question, consequence: string): Finding => ({
  question,
  kind: 'uncovered',
  consequence,
});
export const unknown = (question: Question, why: string): Finding => ({ question, kind: 'unknown', why });

/** As assumed if there are no differences, otherwise understood. */
export const alike = (question: Question, differences: readonly string[]): Finding =>
  differences.length === 0 ? assumed(question) : understood(question, differences.join('; '));

function compare(finding: Finding, { configured, defaults }: Configuration): Line {
  const line = { question: finding.question, proposal: null, isUncovered: false };
  switch (finding.kind) {
    case 'assumed':
      return { ...line, text: `as assumed${noted(finding.note)}` };
    case 'understood':
      return { ...line, text: `differs, but is understood (${finding.note})` };
    case 'uncovered':
      return { ...line, isUncovered: true, text: `differs, and no setting covers it: ${finding.consequence}` };
    case 'unknown':
      return { ...line, text: `unknown: ${finding.why}` };
    case 'suits': {
      const { key, value } = finding;
      const note = noted(finding.note);
      if (String(configured[key] ?? '') !== value)
        return { ...line, proposal: { key, value }, text: `differs: set ${key}=${value}${note}` };
      const isDefault = String(defaults[key]) === value;
      return { ...line, text: isDefault ? `as assumed${note}` : `as set (${key}=${value})${note}` };
    }
  }
}

const noted = (note = '') => (note === '' ? '' : ` (${note})`);

/** The longest list of sections, and a gap. */
const SPEC_WIDTH = 16;

export interface Report {
  readonly lines: readonly string[];
  /** Settings that differ from the configured ones. */
  readonly proposals: ReadonlyMap<string, string>;
  readonly isCovered: boolean;
}

/** A line for each question, then the settings to paste, then a summary of the calls. */
export function report(findings: readonly Finding[], configuration: Configuration, asker: Asker): Report {
  const compared = findings.map((finding) => compare(finding, configuration));
  const proposals = new Map(
    compared.flatMap(({ proposal }) => (proposal === null ? [] : [[proposal.key, proposal.value]])),
  );
  const open = compared.filter(({ isUncovered }) => isUncovered);
  const width = Math.max(...compared.map(({ question }) => labelOf(question).length));
  return {
    proposals,
    isCovered: open.length === 0,
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
      ...open.map(({ question }) => `No setting covers: ${labelOf(question)}`),
      `${asker.calls} calls; the slowest took ${asker.slowestMs} ms, the largest response had ${asker.largestBytes} bytes.`,
    ],
  };
}

const labelOf = ({ text, about }: Line['question']) => about || text;
