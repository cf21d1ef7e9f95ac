/**
 * Seeded offices and agents. Most agents enabled the integration on some day in the three years before the anchor, a few
 * never did, and a few did at the time of seeding or shortly before, so that `incremental` finds someone in a new database
 * whenever it is created.
 */
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { AgentRow, OfficeRow } from '../store/tables.ts';
import { createRandom } from './random.ts';
import { brokerages, emailOf, firstNames, lastNames, phone } from './words.ts';

export type SeededAgent = Omit<AgentRow, 'email_folded'>;

/** The day to which all seeded dates are relative. */
export const ANCHOR = Date.parse('2026-11-01T00:00:00Z');
const SEEDED_YEARS_MS = 3 * 365 * DAY_MS;

/** An enabled agent who has more transactions than any other. */
export const demoAgentNrdsId = agentNrdsId(0);

/** The office of that agent. */
export const demoOfficeNrdsId = officeNrdsId(0);

/** The name that people see instead of these ids. */
export const demoAgentName = `${firstNames[0]} ${lastNameOf(0)}`;
export const demoOfficeName = brokerages[0] ?? '';

/** Whether an agent with this NRDS id is among the first `count` seeded agents and has enabled the integration. */
export function isSeeded(nrdsId: string, count: number): boolean {
  const index = Number(nrdsId) - Number(demoAgentNrdsId);
  return index >= 0 && index < count && agentNrdsId(index) === nrdsId && !neverEnabled(index);
}

export function isSeededOffice(nrdsId: string, count: number): boolean {
  const index = Number(nrdsId) - Number(demoOfficeNrdsId);
  return index >= 0 && index < count && officeNrdsId(index) === nrdsId;
}

export function makeOffices(count: number): OfficeRow[] {
  return Array.from({ length: count }, (_, index) => {
    const name = brokerages[index % brokerages.length] ?? '';
    const branch = Math.floor(index / brokerages.length);
    return { nrds_id: officeNrdsId(index), name: branch === 0 ? name : `${name}, branch ${branch + 1}` };
  });
}

export function makeAgents(count: number, offices: readonly OfficeRow[], seed: number, now: number): SeededAgent[] {
  return Array.from({ length: count }, (_, index) => makeAgent(index, offices, seed, now));
}

function makeAgent(index: number, offices: readonly OfficeRow[], seed: number, now: number): SeededAgent {
  const random = createRandom(seed, 1, index);
  const firstName = firstNames[index % firstNames.length] ?? '';
  const lastName = lastNameOf(index);
  // One agent in ten has no office on file.
  const office = index % 10 === 6 ? undefined : offices[index % Math.max(1, offices.length)];
  return {
    nrds_id: agentNrdsId(index),
    account_id: String(500_001 + index),
    first_name: firstName,
    last_name: lastName,
    email: emailOf(`${firstName} ${lastName} ${index + 1}`, 'agents'),
    phone: index % 9 === 8 ? '' : phone(random),
    member_type: index % 11 === 10 ? '' : random.chance(0.1) ? 'RA' : 'R',
    office_nrds_id: office?.nrds_id ?? null,
    enabled_at: enabledAt(index, random.integer(0, SEEDED_YEARS_MS / 1000), now),
  };
}

function enabledAt(index: number, secondsBefore: number, now: number): number | null {
  if (neverEnabled(index)) return null;
  if (index % 20 === 3) return now;
  if (index % 20 === 13) return now - (recentDays[Math.floor(index / 20) % recentDays.length] ?? 0) * DAY_MS;
  return ANCHOR - secondsBefore * 1000;
}

const recentDays = [2, 20, 60];

function neverEnabled(index: number): boolean {
  return index % 15 === 7;
}

function lastNameOf(index: number): string {
  // The step is coprime to the list's length, so that pairs of first and last name rarely repeat.
  const name = lastNames[(index * 7) % lastNames.length] ?? '';
  return index % 12 === 11 ? `${name}, Jr.` : name;
}

function agentNrdsId(index: number): string {
  return String(999_000_001 + index);
}

function officeNrdsId(index: number): string {
  return String(998_000_001 + index);
}
