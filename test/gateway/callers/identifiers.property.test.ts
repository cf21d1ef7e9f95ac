// NRDS ids are always compared without padding zeros and hyphens, and no caller gets data of another agent by it.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldEmail, foldNrdsId, notationsOf, sameNrdsId } from '../../../src/gateway/callers/identifiers.ts';
import { lettersOf, normalizeText } from '../../../src/gateway/ledger/recovery/matching.ts';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import { fold } from '../../../src/gateway/search/fold.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const number = fc.stringMatching(/^[1-9][0-9]{0,8}$/);
/** The same number, written in another way. */
const written = (digits: string) =>
  fc.tuple(fc.nat(4), fc.array(fc.nat(digits.length), { maxLength: 3 })).map(([zeros, hyphens]) => {
    const padded = [...digits].map((digit, at) => (at > 0 && hyphens.includes(at) ? `-${digit}` : digit)).join('');
    return '0'.repeat(zeros) + padded;
  });

test('two notations of a number are the same, those of two numbers never are, and a text without digits is no number', () => {
  const two = fc
    .tuple(number, number)
    .chain(([one, other]) => fc.tuple(fc.constant(one === other), written(one), written(other)));
  fc.assert(
    fc.property(two, ([isSame, one, other]) => {
      expect(sameNrdsId(one, other)).toBe(isSame);
      expect(foldNrdsId(one) === foldNrdsId(other)).toBe(isSame);
    }),
  );
  for (const blank of ['', '0', '000', '-', 'N/A', '1'.repeat(65)]) {
    expect(foldNrdsId(blank)).toBe('');
    for (const other of ['', '0', '00', '1']) expect(sameNrdsId(blank, other)).toBe(blank === other);
  }
});

// At the square of their number, this would take minutes: nothing else would be served meanwhile.
test('a text with very many accents on a letter is compared as fast as any other', () => {
  for (const marks of ['\u0301\u0316', '\uff9e\u0316']) {
    const text = `e${marks.repeat(100_000)}@agents.example`;
    for (const compare of [foldEmail, normalizeText, lettersOf, fold]) expect(compare(text)).toMatch(/^[eé].*example$/);
  }
}, 10_000);

test('among the notations of an id are itself every padding of its number up to nine digits, and three groups of three, and no other number’s', () => {
  const id = number.chain((digits) => fc.tuple(fc.constant(digits), written(digits), fc.integer({ min: 1, max: 9 })));
  fc.assert(
    fc.property(id, ([digits, notation, length]) => {
      const notations = notationsOf(notation);
      expect(notations).toEqual(expect.arrayContaining([notation, digits.padStart(length, '0')]));
      expect(notations.some((each) => /^\d{3}-\d{3}-\d{3}$/.test(each))).toBe(true);
      for (const each of notations) expect(foldNrdsId(each)).toBe(digits);
      expect(new Set(notations).size).toBe(notations.length);
    }),
  );
  for (const blank of ['', '0', '000', 'N/A']) expect(notationsOf(blank)).toEqual([blank]);
});

const everything = { full: true, selection: selectGroups('summary', 'identifier') };
const records: FlatRecord[] = [
  { transId: 'T-1', transName: 'Elm Street', sellerAgentNRDSID: '4711', buyerAgentNRDSID: '9' },
];

function over(users: readonly FlatRecord[], created: FlatRecord = {}) {
  const notFound = new Set<string>();
  const under = gatewayOver({
    activeUsers: (request) => batchOf(users, request),
    // As a service that knows each agent by one notation only.
    listTrans: (request) => {
      const asked = /NRDSID=<(.*?)>/.exec(request.filter)?.[1] ?? '';
      const isKnown = users.some(({ agentNRDSID }) => agentNRDSID === asked);
      if (!isKnown) notFound.add(asked);
      return batchOf(isKnown ? records.map((each) => ({ ...each, transId: `T-${asked}` })) : [], request);
    },
    getTransById: () => records.map(({ transId: _, ...record }) => record),
    addTrans: () => [{ transId: 'T-2', ...created }],
  });
  return { ...under, notFound };
}

const userOf = (agentNRDSID: string, email: string): FlatRecord => ({ agentNRDSID, email });

describe('in every notation, from every source', () => {
  const agent = number.chain((digits) => fc.tuple(written(digits), written(digits), written(digits)));

  test('an agent has its own list, ids and account, and upstream is asked in the directory’s notation', async () => {
    await fc.assert(
      fc.asyncProperty(agent, async ([listed, claimed, argument]) => {
        const { gateway, notFound } = over([userOf(listed, 'ann@example.com')]);
        const caller = agentOf(claimed);
        for (const named of [null, argument]) {
          const grant = await gateway.access.agent(caller, named);
          expect(grant).toMatchObject({ nrdsId: listed, holder: listed });
          const page = await gateway.transactions.list(gateway.loaders(), grant, {}, everything);
          const [row] = page.nodes;
          expect(row?.transId).toBe(`T-${listed}`);
          const id = gateway.access.transactionId(row!.grant!);
          const opened = await gateway.access.openTransaction(caller, id);
          expect(opened).toMatchObject({ holder: listed });
          expect(await gateway.access.agentOf(caller, opened, argument)).toMatchObject({ nrdsId: listed });
        }
        const account = await gateway.accounts.byNrdsId(gateway.loaders(), caller, argument);
        expect(account).toMatchObject({ email: 'ann@example.com' });
        const accountId = gateway.access.accountId(account.grant);
        expect(await gateway.access.openAccount(caller, accountId)).toMatchObject({ holder: listed });
        expect(await gateway.accounts.own(gateway.loaders(), agentOf(claimed, argument), {})).toMatchObject({
          totalCount: 1,
        });
        expect([...notFound]).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('a service lists, and creates under its key once', async () => {
    await fc.assert(
      fc.asyncProperty(agent, async ([listed, one, other]) => {
        const { gateway, upstream } = over([userOf(listed, 'ann@example.com')]);
        const page = await gateway.transactions.list(
          gateway.loaders(),
          await gateway.access.agent(service, one),
          {},
          everything,
        );
        expect(page.nodes[0]?.transId).toBe(`T-${listed}`);
        for (const named of [one, other, listed]) {
          const grant = await gateway.access.agent(service, named);
          const input = {
            stateId: 'OR',
            name: 'A',
            streetAddress: 'B',
            propertyType: 'FARM_AND_RANCH',
            type: 'LISTING',
            status: 'NEW',
          } as const;
          expect(
            await gateway.createTransaction(gateway.loaders(), grant, authorOf(service, 'key-1'), input, true),
          ).toMatchObject({ outcome: 'COMMITTED' });
        }
        expect(upstream.requestsTo('addTrans')).toMatchObject([{ agentNRDSID: listed }]);
      }),
      { numRuns: 30 },
    );
  });

  test('another agent gets nothing, not even if the directory tells two apart by their zeros', async () => {
    await fc.assert(
      fc.asyncProperty(number, fc.integer({ min: 1, max: 3 }), async (digits, zeros) => {
        const [short, long, another] = [digits, '0'.repeat(zeros) + digits, `${digits}1`];
        const { gateway } = over([
          userOf(short, 'a@example.com'),
          userOf(long, 'b@example.com'),
          userOf(another, 'c@example.com'),
        ]);
        const { access } = gateway;
        const ids = await Promise.all(
          [short, long, another].map(async (each) =>
            access.transactionId(access.ownTransaction(await access.agent(agentOf(each), each), 'T-1')),
          ),
        );
        for (const [owner, caller] of [short, long, another].entries()) {
          const opened = await Promise.allSettled(ids.map(async (id) => access.openTransaction(agentOf(caller), id)));
          expect(opened.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((_, at) => at === owner));
        }
        const unclear = agentOf(`0000${digits}`);
        for (const named of [short, long, null])
          await expect(Promise.resolve(access.agent(unclear, named))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }),
      { numRuns: 30 },
    );
  });
});
