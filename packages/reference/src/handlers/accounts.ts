/** activeUsers and getAccount (4.2, 4.3): lists the agents that have enabled the integration, and finds an account by e-mail. */

import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { BRACKETED_INCREMENTAL, INCREMENTAL } from '@realty-forms/contract/calls/request-style.ts';
import { DAY_MS, HOUR_MS } from '@realty-forms/platform/clock.ts';
import { invalidValue, missingParameter } from '../http/failure.ts';
import { nextBatchNo, type RequestValues, readBatch } from '../http/validate.ts';
import { type DescribedEndpoints, text } from '../openapi/endpoint.ts';
import { atMostOne, batchOf, listOf, schemaRef } from '../openapi/schema.ts';
import type { Agent } from '../store/agents.ts';

const { incrementalTime } = limits;

export const accounts = {
  activeUsers: {
    tag: 'accounts',
    summary: 'List the agents that have enabled the integration',
    description:
      'All of them, or with `incremental` only those that did so recently; ordered by agentNRDSID, in batches.',
    fields: () => ({
      filter: {
        description:
          'Empty for all; `incremental`, or `filter=<incremental>`, for those that enabled the integration within the given period.',
        enum: ['', INCREMENTAL, BRACKETED_INCREMENTAL],
        default: '',
      },
      incremental_type: {
        description: 'The unit of incremental_time; required with `incremental`.',
        enum: ['', 'days', 'hours'],
      },
      incremental_time: {
        description:
          `Number of these units, ${incrementalTime.min} to ${incrementalTime.max}; required with \`incremental\`. ` +
          `Any value outside this range counts as ${incrementalTime.fallback}.`,
        examples: [30],
      },
    }),
    response: batchOf(listOf(schemaRef('ActiveUser'))),
    handle: async (values, { agents, clock }) => {
      const batch = readBatch('activeUsers', values);
      const { rows, max } = await agents.list(batch, readEnabledAfter(values, clock.now()));
      return {
        records: rows.map((agent) => JSON.stringify(activeUserRecord(agent))),
        max,
        nextBatchNo: nextBatchNo(batch, max),
      };
    },
  },
  getAccount: {
    tag: 'accounts',
    summary: 'Read the account of one member',
    description: 'A list of one; empty if no agent that enabled the integration has this e-mail.',
    fields: ({ emailId }) => ({
      emailId: text(
        "The member's full e-mail address, case-insensitive; an unknown one returns an empty list.",
        emailId,
      ),
    }),
    response: atMostOne('Account'),
    handle: async (values, { agents }) => {
      const agent = await agents.findByEmail(values.text('emailId') ?? '');
      return { records: agent === null ? [] : [JSON.stringify(accountRecord(agent))] };
    },
  },
} satisfies Partial<DescribedEndpoints>;

const unitMs: Readonly<Record<string, number>> = { hours: HOUR_MS, days: DAY_MS };

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
  const { min, max, fallback } = incrementalTime;
  return now - unit * (time < min || time > max ? fallback : time);
}

/** The parts of an agent that the records contain; the benchmarks' POST API sends them too. */
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
