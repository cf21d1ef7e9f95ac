/** The seller's and the buyer's side of a seeded transaction: parties, brokerage, broker and agent. */
import type { Draft } from '@realty-forms/contract/columns/codec.ts';
import type { Party, SideAgent, TransactionSide } from '@realty-forms/contract/columns/records.ts';
import type { SeededAgent } from './agents.ts';
import type { Random } from './random.ts';
import { brokerages, emailOf, mailingAddress, partyCompany, personName, phone } from './words.ts';

const sometimes = <T>(random: Random, probability: number, make: () => T): T | null =>
  random.chance(probability) ? make() : null;

interface SideOptions {
  /** The seeded agent who acts for this side; null if it is an agent from elsewhere. */
  readonly agent: SeededAgent | null;
  readonly isLease: boolean;
  /** The numbers of the parties, from 1 to 8; empty if the side has no parties yet. */
  readonly slots: readonly number[];
  /** The last name of most of its parties. */
  readonly family: string;
  /** Whether everything is filled in. */
  readonly isWhole?: boolean;
}

export function makeSide(
  random: Random,
  { agent, isLease, slots, family, isWhole = false }: SideOptions,
): Draft<TransactionSide> {
  const often = isWhole ? 1 : 0.8;
  const parties = makeParties(random, slots, family, isWhole);
  if (agent === null && slots.length === 0) return {};
  return {
    landlordName: isLease ? (parties[0]?.name ?? personName(random)) : null,
    parties,
    brokerage: sometimes(random, often, () => makeBrokerage(random, isWhole)),
    broker: sometimes(random, isWhole ? 1 : 0.6, () => makeBroker(random)),
    agent: agent === null ? sometimes(random, often, () => makeOutsideAgent(random)) : describeAgent(random, agent),
  };
}

/** One party, or a couple; transactions with more parties have relatives and strangers. */
function makeParties(random: Random, slots: readonly number[], family: string, isWhole: boolean): Draft<Party>[] {
  const address = mailingAddress(random);
  return slots.map((slot, at) => {
    const isCompany = !isWhole && at > 0 && random.chance(0.15);
    const isFamily = isWhole || at === 0 || random.chance(0.7);
    const name = isCompany ? partyCompany(random) : personName(random, isFamily ? family : undefined);
    const rarely = isWhole ? 1 : 0.3;
    return {
      slot,
      name,
      address: sometimes(random, isWhole ? 1 : 0.7, () => address),
      partyId: sometimes(random, isWhole ? 1 : 0.5, () => `PTY-${random.integer(100_000, 999_999)}`),
      email: sometimes(random, isWhole ? 1 : 0.8, () => emailOf(name, 'parties')),
      homePhone: sometimes(random, rarely, () => phone(random)),
      workPhone: sometimes(random, rarely, () => phone(random)),
      cellPhone: sometimes(random, isWhole ? 1 : 0.7, () => phone(random)),
      fax: sometimes(random, rarely / 2, () => phone(random)),
    };
  });
}

function makeBrokerage(random: Random, isWhole: boolean): Draft<NonNullable<TransactionSide['brokerage']>> {
  return {
    name: random.pick(brokerages),
    address: sometimes(random, isWhole ? 1 : 0.8, () => mailingAddress(random)),
    phone: sometimes(random, isWhole ? 1 : 0.8, () => phone(random)),
    fax: sometimes(random, 0.3, () => phone(random)),
    brokerageId: sometimes(random, isWhole ? 1 : 0.6, () => `BRK-${random.integer(1000, 9999)}`),
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
