// What reads the index, compared with a model: whoever asks, and wherever agents move or leave, searches, counts, deadlines, calendars and
// exports have all of the caller's agents and nothing of any other, though the index still has the rows of all.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/gateway/callers/principal.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { SearchIndex } from '../../src/gateway/search/index.ts';
import type { SelectedParts } from '../../src/gateway/search/search.ts';
import { openSqliteIndex } from '../../src/gateway/search/store/sqlite-index.ts';
import { load, row } from '../gateway/search/index-under-test.ts';
import { agentOf, coordinatorOf, service } from '../support/callers/callers.ts';
import { indexingOf } from '../support/gateways/default-options.ts';
import { gatewayOver } from '../support/gateways/gateway-under-test.ts';
import { createManualClock } from '../support/held-clock.ts';
import { batchOf } from '../support/upstreams/fake-upstream.ts';

const HOUR = 60 * 60_000;
const agentNumbers = Array.from({ length: 8 }, (_, at) => 4711 + at);
const officeNumbers = [90, 91, 92, 93];
const today = new Date(createManualClock().now()).toISOString().slice(0, 10);

interface Deal {
  readonly agent: number;
  readonly transId: string;
  readonly status: 'ACTIVE' | 'PENDING';
  readonly street: string;
}

/** From one to four of each agent; the first of each is one that all of them list. */
const deals = agentNumbers.flatMap((agent, at) =>
  Array.from({ length: 1 + (at % 4) }, (_, which): Deal => {
    const transId = which === 0 ? '7' : `${agent}${which}`;
    return { agent, transId, status: which % 2 === 0 ? 'ACTIVE' : 'PENDING', street: `${which} Street of ${agent}` };
  }),
);
const recordOf = ({ street, status }: Deal): FlatRecord => ({
  streetAddress: street,
  propertyStatus: status === 'ACTIVE' ? 'A' : 'P',
  projectedClosingDate: today,
});

let index: SearchIndex;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isolation-'));
  index = await openSqliteIndex(join(folder, 'index.sqlite'), { timeZone: 'UTC' });
  await index.open('settings');
  for (const [agent, own] of Map.groupBy(deals, (deal) => deal.agent))
    await load(
      index,
      `${agent}`,
      own.map((deal) => row(deal.transId, recordOf(deal))),
    );
});
afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

/** The offices in the records of each agent; no record if the agent has left. */
type Directory = readonly (readonly number[])[];
const directory: fc.Arbitrary<Directory> = fc.array(
  fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom(0, ...officeNumbers), { minLength: 1, maxLength: 2 })),
  { minLength: agentNumbers.length, maxLength: agentNumbers.length },
);

interface Caller {
  readonly principal: Principal;
  readonly covers: (agent: number, offices: readonly number[]) => boolean;
}
const some = (numbers: readonly number[]) =>
  fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 });
const ofAgents = (chosen: readonly number[], principal: Principal): Caller => ({
  principal,
  covers: (agent) => chosen.includes(agent),
});
const caller: fc.Arbitrary<Caller> = fc.oneof(
  some(agentNumbers).map((chosen) => ofAgents(chosen, agentOf(...chosen.map(String)))),
  some(agentNumbers).map((chosen) => ofAgents(chosen, coordinatorOf({ nrdsIds: chosen.map(String) }))),
  some(officeNumbers).map((chosen) => ({
    principal: coordinatorOf({ officeNrdsIds: chosen.map(String) }),
    covers: (_: number, offices: readonly number[]) => offices.some((office) => chosen.includes(office)),
  })),
  fc.constantFrom([], ['transactions.export']).map((more) => ({
    principal: { ...service, scopes: new Set([...service.scopes, ...more]) },
    covers: () => true,
  })),
);

/** The code of the error, or what was read. */
const tried = <T>(work: Promise<T>): Promise<T | string> => work.catch(({ code }: { code: string }) => code);

const wanted: SelectedParts = {
  detail: { selection: selectGroups('identifier') },
  isCounted: true,
  facets: ['agent', 'status'],
};
const counted = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => name)].map(([value, { length }]) => ({ value, count: length })).sort(byValue);
const byValue = (one: { readonly value: string }, other: { readonly value: string }) =>
  one.value < other.value ? -1 : 1;
const named = (own: readonly Deal[]) => own.map(({ agent, transId }) => `${agent} ${transId}`).sort();

async function searched({ searching }: Gateway, principal: Principal, args: object) {
  const { nodes, totalCount, facets } = await searching.search(principal, { first: 100, ...args }, wanted);
  return {
    nodes: nodes.map(({ agentNrdsId, transId }) => `${agentNrdsId} ${transId}`).sort(),
    totalCount,
    agents: facets.agentsFirst(100).toSorted(byValue),
    statuses: facets.statuses.toSorted(byValue),
  };
}
const found = (own: readonly Deal[]) => ({
  nodes: named(own),
  totalCount: own.length,
  agents: counted(own.map(({ agent }) => `${agent}`)),
  statuses: counted(own.map(({ status }) => status)),
});

/** The texts of a calendar, unfolded. */
const summariesIn = (calendar: string) =>
  [...calendar.replaceAll('\r\n ', '').matchAll(/SUMMARY:Closing: (.*)\r\n/g)].map(([, street]) => street).sort();

async function exported({ exportTransactions }: Gateway, principal: Principal) {
  const texts = await Array.fromAsync(await exportTransactions(principal, null));
  const lines = texts.join('').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('every read of the index has the rows of the caller’s agents and of no others, before and after agents move or leave', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(directory, directory),
      fc.array(caller, { minLength: 2, maxLength: 4 }),
      some(agentNumbers),
      some(officeNumbers),
      async (directories, all, agents, offices) => {
        let current: Directory = agentNumbers.map(() => [0]);
        const { gateway, clock } = gatewayOver(
          {
            activeUsers: (request) =>
              batchOf(
                current.flatMap((inOffices, at) =>
                  inOffices.map((office) => ({
                    agentNRDSID: `${agentNumbers[at]}`,
                    email: `agent${agentNumbers[at]}@example.com`,
                    officeNRDSID: office === 0 ? '' : `${office}`,
                  })),
                ),
                request,
              ),
          },
          defaultNotation,
          { indexing: indexingOf(index) },
        );
        const { searching, calendars } = gateway;
        const links = await Promise.all(all.map(({ principal }) => calendars.linkFor(principal, ['CLOSING'])));
        for (const next of directories) {
          current = next;
          // The second load confirms that most users have left.
          for (let reload = 0; reload < 2; reload += 1) {
            clock.advance(HOUR);
            await tried(gateway.access.agents(agentOf('1')));
          }
          const officesOf = (agent: number) => next[agentNumbers.indexOf(agent)] ?? [];
          for (const [at, { principal, covers }] of all.entries()) {
            const isVisible = (agent: number) => officesOf(agent).length > 0 && covers(agent, officesOf(agent));
            const own = deals.filter(({ agent }) => isVisible(agent));
            const nothing = expect.stringMatching(/^(NOT_FOUND|FORBIDDEN)$/);
            const expected = own.length === 0 ? nothing : found(own);
            expect(await tried(searched(gateway, principal, {}))).toEqual(expected);
            expect(await tried(searched(gateway, principal, { text: 'street' }))).toEqual(expected);
            // A name that is not theirs is refused, whatever else is asked for.
            const byAgents = deals.filter(({ agent }) => agents.includes(agent));
            const mayName = agents.every(isVisible);
            expect(await tried(searched(gateway, principal, { agentNrdsIds: agents.map(String) }))).toEqual(
              mayName ? found(byAgents) : nothing,
            );
            const inOffice = (office: number) => own.filter(({ agent }) => officesOf(agent).includes(office));
            const byOffices = own.filter(({ agent }) => officesOf(agent).some((office) => offices.includes(office)));
            expect(await tried(searched(gateway, principal, { officeNrdsIds: offices.map(String) }))).toEqual(
              offices.every((office) => inOffice(office).length > 0) ? found(byOffices) : nothing,
            );
            const due = searching.deadlines(principal, { from: today, to: today, first: 100 }, wanted);
            expect(
              await tried(
                due.then((page) => [
                  page.totalCount,
                  page.nodes.map((each) => `${each.agentNrdsId} ${each.transaction.transId}`).sort(),
                ]),
              ),
            ).toEqual(own.length === 0 ? nothing : [own.length, named(own)]);
            if (principal.role !== 'service') {
              const sealed = links[at]?.slice('/calendar/'.length, -'.ics'.length) ?? '';
              // A deal in several lists is one event.
              const events = [...new Map(own.map((deal) => [deal.transId, deal])).values()];
              const read = await tried(calendars.read(sealed, 'request'));
              if (own.length === 0) expect(read).toBe('NOT_FOUND');
              else {
                const streets = summariesIn(read);
                expect(streets).toHaveLength(events.length);
                for (const street of streets) expect(own.map((each) => each.street)).toContain(street);
              }
            }
            const mayExport = principal.role === 'service' && principal.scopes.has('transactions.export');
            const lines = await tried(exported(gateway, principal));
            if (!mayExport) expect(lines).toBe('FORBIDDEN');
            else if (own.length === 0) expect(lines).toEqual([expect.objectContaining({ agentNrdsIds: [] })]);
            else {
              const rows = (lines as Record<string, unknown>[]).slice(0, -1);
              expect(rows.map(({ agentNrdsId, transId }) => `${agentNrdsId} ${transId}`).sort()).toEqual(named(own));
            }
          }
        }
      },
    ),
    { numRuns: 20 },
  );
});
