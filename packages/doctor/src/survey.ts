/** What is known about the service so far: each check adds to it, and later checks build on it. */

import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FilterTimestamps } from '@realty-forms/contract/calls/filter-timestamps.ts';
import type { CallName } from '@realty-forms/contract/calls/messages.ts';
import {
  listTransactions,
  type TransactionFilter,
  type TransactionOrder,
} from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { compileKinds, isBlank, type Kind, type KindName } from '@realty-forms/contract/columns/kinds.ts';
import type { EpochUnit } from '@realty-forms/contract/times/instants.ts';
import type { Asked, Asker } from './asker.ts';
import type { ProposedSettings } from './findings.ts';

/** The size of the largest batch (8). */
export const BATCH = limits.batchSize.max;

export interface Survey {
  readonly asker: Asker;
  readonly configured: ProposedSettings;
  /** Base URL of the service. */
  readonly baseUrl: string;
  /** An agent for whom something was created or changed in the last few minutes, if the user names one. */
  readonly changedAgent: string | null;
  readonly now: () => number;
  users: readonly FlatRecord[];
  /** The number of users according to the directory; null if it does not state it. */
  activeUsers: number | null;
  /** An agent with transactions, and its first batch by insertDate, in full. */
  agent: string | null;
  records: readonly FlatRecord[];
  /** How many records a full batch has: some services send fewer than requested. */
  batch: number;
  /** The notation of filters, as configured or as found; null if it is not known yet. */
  brackets: boolean;
  separator: FilterNotation['separator'] | null;
  range: ' - ' | '-';
  form: FilterTimestamps['form'] | null;
  dates: FilterTimestamps['dates'] | null;
  epoch: EpochUnit | null;
  timeZone: string;
}

export function startSurvey(given: Pick<Survey, 'asker' | 'configured' | 'baseUrl' | 'changedAgent' | 'now'>): Survey {
  const { configured } = given;
  return {
    ...given,
    users: [],
    activeUsers: null,
    agent: null,
    records: [],
    batch: BATCH,
    brackets: configured.UPSTREAM_FILTER_BRACKETS === 'on',
    separator: null,
    range: configured.UPSTREAM_FILTER_RANGE === 'spaced' ? ' - ' : '-',
    form: null,
    dates: null,
    epoch: configured.UPSTREAM_EPOCH === 'off' ? null : configured.UPSTREAM_EPOCH,
    timeZone: configured.UPSTREAM_TIME_ZONE,
  };
}

export interface Listing {
  readonly agent?: string;
  readonly filter?: TransactionFilter;
  readonly order?: TransactionOrder;
  readonly size?: number;
  readonly number?: number;
  /** Overrides parts of the notation, to try another one. */
  readonly notation?: Partial<FilterNotation>;
}

const byInsertDate: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };

/** A batch of full records, in the notation known so far. */
export function list(survey: Survey, listing: Listing): Promise<Asked<'listTrans'>> {
  const { agent = survey.agent ?? '', filter = {}, order = byInsertDate, size = BATCH, number = 1 } = listing;
  const { configured, timeZone } = survey;
  const notation: FilterNotation = {
    brackets: survey.brackets,
    separator: survey.separator ?? configured.UPSTREAM_FILTER_SEPARATOR,
    range: survey.range,
    timestamps: {
      form: survey.form ?? configured.UPSTREAM_FILTER_TIMESTAMPS,
      dates: survey.dates ?? configured.UPSTREAM_FILTER_DATES,
      timeZone,
    },
    ...listing.notation,
  };
  const request = listTransactions({ agentNrdsId: agent, filter, order, full: true }, { size, number }, notation);
  return survey.asker.ask('listTrans', request);
}

/** The records of any endpoint's list; empty if it cannot be read. */
export function recordsOf({ value }: Asked<CallName & ('listTrans' | 'activeUsers' | 'listFiles')>) {
  return (value?.data ?? []) as readonly FlatRecord[];
}

/** Text as the gateway reads it, without surrounding white space; null for a blank or another type. */
export function textOf(raw: unknown): string | null {
  const value = kindsFor('UTC', null).text.parse(raw ?? '');
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** A timestamp as the gateway reads it, in the zone and unit found so far; null if it cannot be read. */
export function timeOf(raw: unknown, { timeZone, epoch }: Pick<Survey, 'timeZone' | 'epoch'>): string | null {
  if (raw === null || raw === undefined) return null;
  const value = kindsFor(timeZone, epoch).timestamp.parse(raw);
  return typeof value === 'string' ? value : null;
}

/** Milliseconds since 1970; a date counts from its beginning in UTC. */
export function instantOf(raw: unknown, known: Pick<Survey, 'timeZone' | 'epoch'>): number | null {
  const time = timeOf(raw, known);
  return time === null ? null : Date.parse(time);
}

/** Whether a value means that there is none: blank, or a word such as N/A. */
export function isNone(kind: KindName, raw: unknown): boolean {
  return isBlank(raw) || kindsFor('UTC', null)[kind].parse(raw) === null;
}

const compiled = new Map<string, Readonly<Record<KindName, Kind>>>();

function kindsFor(timeZone: string, epoch: EpochUnit | null) {
  return compiled.getOrInsertComputed(`${timeZone} ${epoch}`, () => compileKinds({ timeZone, epoch }));
}

/** Whether a timestamp is a date alone. */
export const isDate = (time: string): boolean => !time.includes('T');
