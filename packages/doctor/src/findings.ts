/**
 * What the doctor can say about a row of docs/assumptions.md. A check says what the service does; whether that is as assumed, as
 * set, or differs follows from the configuration, here and nowhere else.
 */

import type { Config } from '../../../src/config/config.ts';
import { settings } from '../../../src/config/settings.ts';
import type { Question } from './questions.ts';

/** The settings that the doctor can propose. */
export type ProposedKey =
  | 'UPSTREAM_TOKEN_BODY'
  | 'UPSTREAM_TOKEN_HEADER'
  | 'UPSTREAM_TIME_ZONE'
  | 'UPSTREAM_EPOCH'
  | 'UPSTREAM_FILTER_BRACKETS'
  | 'UPSTREAM_FILTER_SEPARATOR'
  | 'UPSTREAM_FILTER_RANGE'
  | 'UPSTREAM_FILTER_TIMESTAMPS'
  | 'UPSTREAM_FILTER_DATES'
  | 'UPSTREAM_FILE_HOSTS'
  | 'UPSTREAM_DEADLINE_MS'
  | 'UPSTREAM_MAX_RESPONSE_BYTES';

export type ConfiguredValues = Pick<Config, ProposedKey>;

type Verdict =
  | { readonly kind: 'assumed'; readonly note?: string }
  /** The setting that suits the service, whatever is configured. */
  | { readonly kind: 'suits'; readonly key: ProposedKey; readonly value: string; readonly note?: string }
  /** It differs, and the gateway understands it all the same. */
  | { readonly kind: 'understood'; readonly note: string }
  /** It differs, and neither a setting nor the gateway's tolerance covers it. */
  | { readonly kind: 'uncovered'; readonly consequence: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type Finding = { readonly question: Question } & Verdict;

/** A finding, compared with the configuration. */
export interface Line {
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

/** As assumed if nothing differs, else understood. */
export const alike = (question: Question, differences: readonly string[]): Finding =>
  differences.length === 0 ? assumed(question) : understood(question, differences.join('; '));

export function compare(finding: Finding, configured: ConfiguredValues): Line {
  const line = { question: finding.question, proposal: null, isUncovered: false };
  switch (finding.kind) {
    case 'assumed':
      return { ...line, text: `as assumed${noted(finding.note)}` };
    case 'understood':
      return { ...line, text: `differs: nothing to set, understood all the same (${finding.note})` };
    case 'uncovered':
      return { ...line, isUncovered: true, text: `differs: nothing to set, ${finding.consequence}` };
    case 'unknown':
      return { ...line, text: `unknown: ${finding.why}` };
    case 'suits': {
      const { key, value } = finding;
      const note = noted(finding.note);
      if (String(configured[key] ?? '') !== value)
        return { ...line, proposal: { key, value }, text: `differs: set ${key}=${value}${note}` };
      const isDefault = String(settings.shape[key].parse(undefined)) === value;
      return { ...line, text: isDefault ? `as assumed${note}` : `as set (${key}=${value})${note}` };
    }
  }
}

const noted = (note = '') => (note === '' ? '' : ` (${note})`);
