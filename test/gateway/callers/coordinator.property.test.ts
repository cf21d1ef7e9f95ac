// A coordinator may do for its agents what they may do themselves, and gets nothing of any other agent: whoever its token names, however
// the ids are written, and whoever leaves an office or the directory.
import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import type { Gateway } from '../../../src/gateway/gateway.ts';
import { agentOf, coordinatorOf } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const HOUR = 60 * 60_000;
const AGENTS = 8;
const OFFICES = 4;

/** The number, padded or with a hyphen. */
const written = (number: number) =>
  fc.constantFrom(`${number}`, `00${number}`, `${number}`.replace(/^(\d)(?=\d)/, '$1-'));
const agentNumbers = Array.from({ length: AGENTS }, (_, at) => 4711 + at);
const officeNumbers = Array.from({ length: OFFICES }, (_, at) => 90 + at);

/** The offices in the records of each agent; no record if the agent has left. */
type Offices = readonly (readonly number[])[];
const offices: fc.Arbitrary<Offices> = fc.array(
  // Most stay, since few mistakes show themselves by agents who are nowhere.
  fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(fc.constantFrom(0, ...officeNumbers), { minLength: 1, maxLength: 2 }) },
  ),
  { minLength: AGENTS, maxLength: AGENTS },
);

const named = (numbers: readonly number[]) =>
  fc
    .uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 3 })
    .chain((chosen) => fc.tuple(fc.constant(chosen), fc.tuple(...chosen.map(written))));
type Coordinator = {
  readonly principal: Principal;
  readonly covers: (agent: number, inOffices: readonly number[]) => boolean;
};
const coordinator: fc.Arbitrary<Coordinator> = fc.oneof(
  named(agentNumbers).map(([chosen, nrdsIds]) => ({
    principal: coordinatorOf({ nrdsIds }),
    covers: (agent: number) => chosen.includes(agent),
  })),
  named(officeNumbers).map(([chosen, officeNrdsIds]) => ({
    principal: coordinatorOf({ officeNrdsIds }),
    covers: (_: number, inOffices: readonly number[]) => inOffices.some((office) => chosen.includes(office)),
  })),
);

const userOf = (agent: number, office: number): FlatRecord => ({
  agentNRDSID: `${agent}`,
  email: `agent${agent}@example.com`,
  officeNRDSID: office === 0 ? '' : `0${office}`,
});

const isGranted = (opening: unknown): Promise<boolean> =>
  Promise.resolve(opening).then(
    () => true,
    ({ code }: { code: string }) => {
      expect(['NOT_FOUND', 'FORBIDDEN']).toContain(code);
      return false;
    },
  );

/** Whether each way to the agent's data opens. */
async function waysTo(gateway: Gateway, caller: Principal, agent: number, ids: Awaited<ReturnType<typeof idsOf>>) {
  const { access, accounts, loaders } = gateway;
  const email = `agent${agent}@example.com`;
  return {
    list: await isGranted(access.agent(caller, `${agent}`)),
    transaction: await isGranted(access.openTransaction(caller, ids.transaction)),
    file: await isGranted(access.openFile(caller, ids.file)),
    account: await isGranted(access.openAccount(caller, ids.account)),
    'account by address': await isGranted(Promise.try(() => accounts.byEmail(loaders(), caller, email))),
    'account by NRDS id': await isGranted(accounts.byNrdsId(loaders(), caller, `${agent}`)),
    search: await isGranted(access.agents(caller, { agentNrdsIds: [`${agent}`] })),
  };
}

async function idsOf({ access }: Gateway, agent: number) {
  const own = agentOf(`${agent}`);
  const transaction = access.ownTransaction(await access.agent(own, null), `T-${agent}`);
  return {
    transaction: access.transactionId(transaction),
    file: access.fileId(access.ownFile(transaction, 'F-1', '')),
    account: access.accountId(await access.account(own, '', `${agent}`)),
  };
}

async function agentsOf(reading: Promise<readonly { readonly nrdsId: string }[]>): Promise<number[]> {
  return reading.then(
    (agents) => agents.map(({ nrdsId }) => Number(nrdsId)),
    ({ code }: { code: string }) => {
      expect(code).toBe('FORBIDDEN');
      return [];
    },
  );
}

test('every way to an agent’s data opens for its coordinators and for no others, before and after agents move or leave', async () => {
  await fc.assert(
    fc.asyncProperty(
      offices,
      offices,
      fc.array(coordinator, { minLength: 1, maxLength: 3 }),
      async (before, after, coordinators) => {
        let current: Offices = agentNumbers.map(() => [0]);
        const handlers: Handlers = {
          activeUsers: (request) =>
            batchOf(
              current.flatMap((inOffices, at) => inOffices.map((office) => userOf(agentNumbers[at] as number, office))),
              request,
            ),
          getAccount: ({ emailId }) => [{ accountID: `of ${emailId}`, email: emailId }],
        };
        const { gateway, clock } = gatewayOver(handlers, defaultNotation, { linkSeconds: 24 * 60 * 60 });
        const ids = await Promise.all(agentNumbers.map((agent) => idsOf(gateway, agent)));
        const opened: { readonly caller: Principal; readonly agent: number; readonly lasts: () => Promise<object> }[] =
          [];
        for (const directory of [before, after]) {
          current = directory;
          // The second load confirms that most users have left.
          for (let load = 0; load < 2; load += 1) {
            clock.advance(HOUR);
            await gateway.access.agents(agentOf('1'));
          }
          for (const { principal, covers } of coordinators) {
            const visible = agentNumbers.filter(
              (agent, at) => directory[at]!.length > 0 && covers(agent, directory[at]!),
            );
            for (const [at, agent] of agentNumbers.entries()) {
              const ways = Object.entries(await waysTo(gateway, principal, agent, ids[at]!));
              expect(ways).toEqual(ways.map(([way]) => [way, visible.includes(agent)]));
            }
            expect(await agentsOf(gateway.access.agents(principal))).toEqual(visible);
            const own = gateway.accounts.own(gateway.loaders(), principal, { first: 100 });
            expect(
              await agentsOf(own.then(({ nodes }) => Promise.all(nodes.map((each) => each.readUser() as never)))),
            ).toEqual(visible);
            expect(await isGranted(gateway.access.tickets(principal))).toBe(visible.length > 0);
            for (const agent of visible) {
              const grant = await gateway.access.agent(principal, `${agent}`);
              const archive = gateway.links.toArchive(principal, gateway.access.ownTransaction(grant, 'T'), {});
              const lasts = async () => ({
                link: await isGranted(gateway.links.open(archive.slice('/files/'.length))),
                stream: await gateway.access.isCurrent(grant),
              });
              opened.push({ caller: principal, agent, lasts });
              expect(await lasts()).toEqual({ link: true, stream: true });
            }
            // Neither a link nor a stream outlasts the right to the agent's data.
            for (const { caller, agent, lasts } of opened) {
              if (caller === principal && !visible.includes(agent))
                expect(await lasts()).toEqual({ link: false, stream: false });
            }
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});
