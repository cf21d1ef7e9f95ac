/** activeUsers and getAccount (4.2, 4.3): lists the agents that have enabled the integration, and finds an account by e-mail. */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { BRACKETED_INCREMENTAL, INCREMENTAL } from '@realty-forms/contract/calls/request-style.ts';
import { invalidValue, missingParameter } from '../http/failure.ts';
import { nextBatchNo, type RequestValues, readBatch } from '../http/validate.ts';
import type { Handler } from '../service.ts';
import type { Agent } from '../store/agents.ts';

export const activeUsers: Handler = async (values, { agents, clock }) => {
  const batch = readBatch('activeUsers', values);
  const { rows, max } = await agents.list(batch, readEnabledAfter(values, clock.now()));
  return {
    records: rows.map((agent) => JSON.stringify(activeUserRecord(agent))),
    max,
    nextBatchNo: nextBatchNo(batch, max),
  };
};

export const getAccount: Handler = async (values, { agents }) => {
  const agent = await agents.findByEmail(values.text('emailId') ?? '');
  return { records: agent === null ? [] : [JSON.stringify(accountRecord(agent))] };
};

const HOUR_MS = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { hours: HOUR_MS, days: 24 * HOUR_MS };

/** The time after which `incremental` selects agents; null without that filter. */
function readEnabledAfter(values: RequestValues, now: number): number | null {
  const filter = values.text('filter');
  if (filter === undefined) return null;
  if (filter !== INCREMENTAL && filter !== BRACKETED_INCREMENTAL) throw invalidValue('activeUsers', 'filter');
  const type = values.text('incremental_type');
  const time = values.integer('incremental_time');
  if (type === undefined) throw missingParameter('activeUsers', 'incremental_type');
  if (time === undefined) throw missingParameter('activeUsers', 'incremental_time');
  const unit = Object.hasOwn(unitMs, type) ? unitMs[type] : undefined;
  if (unit === undefined) throw invalidValue('activeUsers', 'incremental_type');
  const { min, max, fallback } = limits.incrementalTime;
  return now - unit * (time < min || time > max ? fallback : time);
}

/** What the records say of an agent; the benchmarks' POST API sends them too. */
type Described = Omit<Agent, 'email_folded'>;

export function activeUserRecord(agent: Described) {
  return {
    agentNRDSID: agent.nrds_id,
    firstName: agent.first_name,
    lastName: agent.last_name,
    email: agent.email,
    phone: agent.phone,
    memberType: agent.member_type,
    officeNRDSID: agent.office_nrds_id ?? '',
    officeName: agent.office_name ?? '',
  };
}

export function accountRecord(agent: Described) {
  return {
    accountID: agent.account_id,
    firstName: agent.first_name,
    lastName: agent.last_name,
    email: agent.email,
    phone: agent.phone,
    memberType: agent.member_type,
  };
}
