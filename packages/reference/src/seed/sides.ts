/**
 * The seller's and the buyer's side of a seeded transaction: up to eight parties, possibly with gaps between their slots,
 * plus brokerage, broker and agent, each with blanks where real files have them.
 */
import type { Draft } from '@realty-forms/contract/columns/codec.ts';
import { PARTY_SLOTS } from '@realty-forms/contract/columns/fields.ts';
import type { Party, SideAgent, TransactionSide } from '@realty-forms/contract/columns/records.ts';
import type { SeededAgent } from './agents.ts';
import type { Random } from './random.ts';
import { brokerages, companyParties, emailOf, mailingAddress, personName, phone } from './words.ts';

const sometimes = <T>(random: Random, probability: number, make: () => T): T | null =>
  random.chance(probability) ? make() : null;

/** Makes one side; `agent` is the seeded agent who acts for it, if there is one. */
export function makeSide(random: Random, agent: SeededAgent | null, isLease: boolean): Draft<TransactionSide> {
  const parties = partySlots(random).map((slot) => makeParty(random, slot));
  const isDocumented = agent !== null || random.chance(0.6);
  return {
    landlordName: isLease ? (parties[0]?.name ?? personName(random)) : null,
    parties,
    brokerage: isDocumented ? sometimes(random, 0.8, () => makeBrokerage(random)) : null,
    broker: isDocumented ? sometimes(random, 0.6, () => makeBroker(random)) : null,
    agent: agent === null ? sometimes(random, 0.3, () => makeOutsideAgent(random)) : describeAgent(random, agent),
  };
}

/** Most sides have one or two parties; one in six has gaps. */
function partySlots(random: Random): number[] {
  const count = random.weighted([
    [0, 8],
    [1, 26],
    [2, 36],
    [3, 10],
    [4, 7],
    [5, 4],
    [6, 3],
    [7, 3],
    [8, 3],
  ]);
  const slots = Array.from({ length: PARTY_SLOTS }, (_, index) => index + 1);
  if (!random.chance(1 / 6)) return slots.slice(0, count);
  return random
    .shuffle(slots)
    .slice(0, count)
    .sort((a, b) => a - b);
}

function makeParty(random: Random, slot: number): Draft<Party> {
  const name = random.chance(0.12) ? random.pick(companyParties) : personName(random);
  return {
    slot,
    name,
    address: sometimes(random, 0.6, () => mailingAddress(random)),
    partyId: sometimes(random, 0.5, () => `PTY-${random.integer(100_000, 999_999)}`),
    email: sometimes(random, 0.7, () => emailOf(name, 'parties')),
    homePhone: sometimes(random, 0.3, () => phone(random)),
    workPhone: sometimes(random, 0.3, () => phone(random)),
    cellPhone: sometimes(random, 0.7, () => phone(random)),
    fax: sometimes(random, 0.08, () => phone(random)),
  };
}

function makeBrokerage(random: Random): Draft<NonNullable<TransactionSide['brokerage']>> {
  return {
    name: random.pick(brokerages),
    address: sometimes(random, 0.8, () => mailingAddress(random)),
    phone: sometimes(random, 0.8, () => phone(random)),
    fax: sometimes(random, 0.3, () => phone(random)),
    brokerageId: sometimes(random, 0.6, () => `BRK-${random.integer(1000, 9999)}`),
  };
}

function makeBroker(random: Random): Draft<NonNullable<TransactionSide['broker']>> {
  const name = personName(random);
  return {
    name,
    brokerId: sometimes(random, 0.6, () => `LIC-${random.integer(10_000, 99_999)}`),
    email: sometimes(random, 0.7, () => emailOf(name, 'brokers')),
  };
}

function describeAgent(random: Random, agent: SeededAgent): Draft<SideAgent> {
  return {
    name: `${agent.first_name} ${agent.last_name}`,
    agentId: sometimes(random, 0.7, () => agent.account_id),
    email: agent.email,
    workPhone: sometimes(random, 0.5, () => phone(random)),
    homePhone: sometimes(random, 0.1, () => phone(random)),
    cellPhone: agent.phone === '' ? null : agent.phone,
    fax: sometimes(random, 0.1, () => phone(random)),
    nrdsId: agent.nrds_id,
  };
}

/** An agent of another association, unknown to this service. */
function makeOutsideAgent(random: Random): Draft<SideAgent> {
  const name = personName(random);
  return {
    name,
    email: sometimes(random, 0.6, () => emailOf(name, 'elsewhere')),
    cellPhone: sometimes(random, 0.5, () => phone(random)),
    nrdsId: sometimes(random, 0.5, () => String(random.integer(997_000_001, 997_999_999))),
  };
}
