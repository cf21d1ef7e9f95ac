/**
 * Builds the record that addTrans creates from its seven fields (4.6): blank except for those fields, the agent and the
 * current time. A value that is not in its table is a 403 with the reason.
 */

import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { creationFailed } from '../http/failure.ts';
import type { RequestValues } from '../http/validate.ts';
import type { Agent, Agents } from '../store/agents.ts';
import type { WireRecord } from '../store/transactions.ts';

/** The fifty states and the District of Columbia. */
export const STATES: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

export interface NewTransaction {
  readonly agentNrdsId: string;
  readonly record: WireRecord;
}

export async function newTransaction(values: RequestValues, agents: Agents, now: number): Promise<NewTransaction> {
  const field = (name: string) => values.text(name) ?? '';
  const state = field('stateID');
  if (!STATES.has(state)) throw creationFailed(`${state} is not a stateID`);
  const propertyType = readCode('propertyType', field('propertyType'));
  const type = readCode('transactionType', field('transactionType'));
  const status = readCode('propertyStatus', field('propertyStatus'));
  const agentNrdsId = field('agentNRDSID');
  const agent = await agents.findByNrdsId(agentNrdsId);
  if (agent === null) throw creationFailed(`${agentNrdsId} is not an agent that has enabled the integration`);

  const createdAt = new Date(now).toISOString();
  const record = {
    ...blankRecord,
    ...sideAgent(type === 'P' ? 'buyer' : 'seller', agent),
    transName: field('transName'),
    realtorName: fullName(agent),
    insertDate: createdAt,
    lastUpdateDate: createdAt,
    propertyType,
    transactionType: type,
    propertyStatus: status,
    streetAddress: field('streetAddress'),
    State: state,
  };
  return { agentNrdsId, record };
}

/** A record with every column of the contract, all blank. */
const blankRecord: WireRecord = Object.fromEntries(
  transactionFields.flatMap(({ upstreamName, group }) => (group === 'identifier' ? [] : [[upstreamName, '']])),
);

function readCode(table: keyof typeof codeTables, code: string): string {
  const isKnown = codeTables[table].some((row) => row.code === code);
  if (!isKnown) throw creationFailed(`${code} is not a ${table}`);
  return code;
}

/** A purchase belongs to the buyer's agent, every other type to the seller's. */
function sideAgent(side: 'seller' | 'buyer', agent: Agent): WireRecord {
  return {
    [`${side}AgentName`]: fullName(agent),
    [`${side}AgentEmail`]: agent.email,
    [`${side}AgentNRDSID`]: agent.nrds_id,
  };
}

function fullName(agent: Agent): string {
  return `${agent.first_name} ${agent.last_name}`.trim();
}
