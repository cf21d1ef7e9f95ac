// What writes the index, in either kind of database.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { load, type OpenIndex, row } from './index-under-test.ts';

const step = fc.record({
  kind: fc.constantFrom('save', 'save', 'save', 'remove', 'forget', 'erase'),
  agent: fc.constantFrom(1, 2),
  transId: fc.constantFrom('1', '2', '3'),
  status: fc.constantFrom('A', 'P', ''),
  day: fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', ''),
});

export function describeWriting(name: string, open: OpenIndex): void {
  describe(`the index in ${name}`, () => {
    let index: SearchIndex;
    beforeEach(async () => {
      index = await open();
      await index.open('settings');
    });
    const logOf = async (agents: readonly string[], after = 0) =>
      (await index.changesSince(after, 100)).changes.filter(
        ({ nrdsId, transId }) => transId === null || agents.includes(nrdsId),
      );
    const idsOf = async (agent: string, after = 0) =>
      (await logOf([agent], after)).flatMap(({ transId, record }) => (record ? [transId] : []));

    test('a load saves batches, tells how far it is, and is complete in the end', async () => {
      expect(await index.stateOf('111')).toBeNull();
      expect(await index.beginLoad('111')).toEqual({
        ...{ nrdsId: '111', load: 1, isLoading: true, position: null, isComplete: false, asOf: null, cursor: null },
        rows: 0,
      });
      expect(await index.saveBatch('111', 1, [row('1'), row('2')], 'batch 2')).toBe(true);
      expect(await index.stateOf('111')).toMatchObject({ position: 'batch 2', isLoading: true, rows: 2 });
      expect(await index.unseen('111', 1)).toEqual([]);
      await index.completeLoad('111', 1, 7_000, 'after it');
      const complete = { isLoading: false, position: null, isComplete: true, asOf: 7_000, cursor: 'after it', rows: 2 };
      expect(await index.agents()).toEqual([{ nrdsId: '111', load: 1, ...complete }]);
    });

    test('a later load names the rows that it has not seen, and they stay until they are removed', async () => {
      await load(index, '111', [row('1'), row('2'), row('3')]);
      const { load: second } = await index.beginLoad('111');
      await index.saveBatch('111', second, [row('1', {}, 2)], 'batch 2');
      await index.saveChanges('111', [row('4', {}, 2)], 2, 'later');
      expect(await index.unseen('111', second)).toEqual(['2', '3']);
      await index.completeLoad('111', second, 2, 'later');
      expect((await idsOf('111')).sort()).toEqual(['1', '2', '3', '4']);
      await index.remove('111', ['2'], 3);
      expect((await idsOf('111')).sort()).toEqual(['1', '3', '4']);
    });

    test('a batch of a load that another one has replaced is not saved', async () => {
      await index.beginLoad('111');
      await index.beginLoad('111');
      expect(await index.saveBatch('111', 1, [row('1')], 'end')).toBe(false);
      await index.completeLoad('111', 1, 1, 'cursor');
      expect(await index.stateOf('111')).toMatchObject({ load: 2, position: null, rows: 0, isComplete: false });
    });

    test('a read that began earlier neither replaces what a later one has shown, nor brings back what is gone', async () => {
      await load(index, '111', [row('1'), row('2')]);
      await index.saveWritten('111', row('1', { City: 'Salem' }, 50));
      await index.remove('111', ['2'], 50);
      await index.saveChanges('111', [row('1', { City: 'Late' }, 40), row('2', { City: 'Late' }, 40)], 60, 'later');
      expect((await logOf(['111'])).map(({ transId, record }) => [transId, record?.['City']])).toEqual([
        ['1', 'Salem'],
        ['2', undefined],
      ]);
      await index.saveChanges('111', [row('2', { City: 'Back' }, 70)], 80, 'later');
      await index.remove('111', ['2'], 65);
      expect((await logOf(['111'])).map(({ transId, record }) => [transId, record?.['City']])).toEqual([
        ['1', 'Salem'],
        ['2', 'Back'],
      ]);
    });

    test('rows and deletions of a time that the clock was set back from do not hold up later ones', async () => {
      const tomorrow = 24 * 60 * 60_000;
      await load(index, '111', [row('1', {}, tomorrow), row('2', {}, tomorrow), row('3', {}, tomorrow)]);
      expect(await index.remove('111', ['3'], tomorrow)).toEqual(['3']);
      await index.saveChanges('111', [row('1', { City: 'Salem' }, 50), row('3', {}, 50)], 50, 'later');
      expect(await index.remove('111', ['2'], 50)).toEqual(['2']);
      expect((await logOf(['111'])).map(({ transId, record }) => [transId, record?.['City']])).toEqual([
        ['1', 'Salem'],
        ['3', undefined],
        ['2', undefined],
      ]);
      expect(await idsOf('111')).toEqual(['1', '3']);
      expect(await index.remove('111', ['1'], 40)).toEqual([]);
    });

    test('a record that was changed later takes the place of one that another machine saw later by its clock', async () => {
      const [before, after] = [{ lastUpdateDate: '2026-11-20T12:00:00Z' }, { lastUpdateDate: '2026-11-20T12:00:05Z' }];
      await load(index, '111', [row('1', before, 60_000), row('2', after, 60_000)]);
      await index.saveChanges('111', [row('1', { ...after, City: 'Salem' }, 50), row('2', before, 50)], 50, 'later');
      const dates = (await logOf(['111'])).map(({ transId, record }) => [transId, record?.['lastUpdateDate']]);
      expect(Object.fromEntries(dates)).toEqual({ 1: after.lastUpdateDate, 2: after.lastUpdateDate });
    });

    test('what is written by the gateway does not make the rest of the list newer', async () => {
      await load(index, '111', [row('1')], 5);
      await index.saveWritten('111', row('2', {}, 9));
      expect(await index.stateOf('111')).toMatchObject({ asOf: 5, cursor: 'cursor', rows: 2 });
      await index.saveChanges('111', [], 10, 'later');
      expect(await index.stateOf('111')).toMatchObject({ asOf: 10, cursor: 'later' });
    });

    test('the log has each row with its record once, in the order of the changes, and those that are gone', async () => {
      const record = { City: 'Łódź', listingPrice: 12.5, Zip: null, 'a column of tomorrow': { x: [1] } };
      await load(index, '111', [row('1', record), row('2')]);
      await load(index, '222', [row('1')]);
      const [first] = await logOf(['111']);
      expect(first).toEqual({
        ...{ change: 1, nrdsId: '111', transId: '1' },
        record: { transName: 'Deal 1', ...record, transId: '1' },
      });
      await index.saveChanges('111', [row('1', { City: 'Lodz' }, 2)], 2, 'later');
      await index.remove('111', ['2'], 3);
      expect(
        (await logOf(['111', '222'], 1)).map(({ nrdsId, transId, record: now }) => [nrdsId, transId, now?.['City']]),
      ).toEqual([
        ['222', '1', undefined],
        ['111', '1', 'Lodz'],
        ['111', '2', undefined],
      ]);
      expect((await index.changesSince(1, 2)).changes).toHaveLength(2);
      expect([await logOf(['222'], 3), await logOf(['111'], 5)]).toEqual([[], []]);
    });

    test('what is gone from an agent has its numbers in the log, until it is back', async () => {
      await load(index, '111', [row('1'), row('2'), row('3')]);
      await load(index, '222', [row('1')]);
      const { log, last, removals } = await index.removalsSince('111', 0, 100);
      expect([last, removals]).toEqual([4, []]);
      await index.remove('111', ['3'], 5);
      await index.remove('222', ['1'], 5);
      await index.remove('111', ['1', 'unknown'], 5);
      const gone = [
        { change: 5, transId: '3' },
        { change: 7, transId: '1' },
      ];
      expect(await index.removalsSince('111', last, 100)).toEqual({ log, last: 7, removals: gone });
      expect(await index.removalsSince('111', 0, 1)).toEqual({ log, last: 7, removals: gone.slice(0, 1) });
      expect(await index.removalsSince('111', 5, 0)).toEqual({ log, last: 7, removals: [] });
      await index.saveChanges('111', [row('3', {}, 6)], 6, 'later');
      expect((await index.removalsSince('111', last, 100)).removals).toEqual(gone.slice(1));
      expect(await index.removalsSince('333', 0, 100)).toEqual({ log, last: 8, removals: [] });
      await index.remove('111', ['2', '3'], 7);
      const { removals: all } = await index.removalsSince('111', 0, 100);
      expect(all.map(({ change }) => change)).toEqual([7, 9, 10]);
    });

    test('a record that is read again as it was is no change, whatever the order of its columns', async () => {
      await load(index, '111', [row('1', { City: 'Salem', State: 'OR' })]);
      await index.saveChanges('111', [row('1', { State: 'OR', City: 'Salem' }, 2)], 2, 'later');
      expect(await logOf(['111'], 1)).toEqual([]);
    });

    test('two agents can have a transaction with the same number', async () => {
      await load(index, '111', [row('1', { City: 'Salem' })]);
      await load(index, '222', [row('1', { City: 'Bend' })]);
      await index.remove('111', ['1'], 9);
      expect((await logOf(['222'])).map(({ record }) => record?.['City'])).toEqual(['Bend']);
    });

    test('it is emptied if it was filled under other settings, and begins another log', async () => {
      await load(index, '111', [row('1')]);
      const { log } = await index.changesSince(0, 1);
      await index.open('settings');
      expect(await idsOf('111')).toEqual(['1']);
      expect((await index.changesSince(0, 1)).log).toBe(log);
      await index.open('another time zone');
      expect(await index.agents()).toEqual([]);
      expect((await index.changesSince(0, 1)).log).not.toBe(log);
    });

    test('rows that are not kept any longer leave without being told as gone', async () => {
      await load(index, '111', [row('1'), row('2'), row('3')]);
      await index.forget('111', ['1', '3']);
      expect(await logOf(['111'])).toMatchObject([{ transId: '2', record: { transName: 'Deal 2' } }]);
      expect(await index.stateOf('111')).toMatchObject({ rows: 1 });
    });

    test('nothing is left of an agent that is erased, not even that rows are gone', async () => {
      await load(index, '111', [row('1'), row('2')]);
      await load(index, '222', [row('3')]);
      await index.remove('111', ['2'], 9);
      await index.erase(['111']);
      expect(await logOf(['111', '222'])).toMatchObject([{ nrdsId: '222', transId: '3' }, { transId: null }]);
      expect((await index.agents()).map(({ nrdsId }) => nrdsId)).toEqual(['222']);
      await index.erase('all');
      expect(await index.agents()).toEqual([]);
      await load(index, '222', [row('3')]);
      expect(await idsOf('222')).toEqual(['3']);
    });

    test('after an agent was erased, the log of what is gone from it is another one, since it is not known any more', async () => {
      await load(index, '111', [row('1'), row('2')]);
      const { log } = await index.removalsSince('111', 0, 9);
      const { log: ofOther } = await index.removalsSince('222', 0, 9);
      await index.remove('111', ['2'], 9);
      await index.erase(['111']);
      await load(index, '111', [row('1')]);
      const { log: after, removals } = await index.removalsSince('111', 0, 9);
      expect([after === log, removals]).toEqual([false, []]);
      expect((await index.removalsSince('222', 0, 9)).log).toBe(ofOther);
    });

    test('the log says that an agent was erased, whoever reads it, and has the rows behind that if the agent comes back', async () => {
      await load(index, '111', [row('1'), row('2')]);
      await index.remove('111', ['2'], 9);
      await index.erase(['111']);
      const left = { change: 4, nrdsId: '111', transId: null, record: null };
      expect(await logOf(['222'])).toEqual([left]);
      await load(index, '111', [row('1')]);
      expect(await logOf(['111'])).toEqual([left, expect.objectContaining({ change: 5, transId: '1' })]);
      await index.erase(['111']);
      expect(await logOf([])).toEqual([{ ...left, change: 6 }]);
      expect(await logOf([], 6)).toEqual([]);
    });

    test('each agent of whom a row was read since a time is found no longer, and erased with the next one', async () => {
      await load(index, '111', [row('1', {}, 10)]);
      await load(index, '222', [row('2', {}, 10)]);
      await index.saveChanges('222', [row('2', {}, 20), row('3', {}, 19)], 20, 'later');
      await index.disownSince(20);
      const log = [
        { nrdsId: '111', transId: '1' },
        { nrdsId: '222', transId: null },
      ];
      expect(await logOf(['111', '222'])).toMatchObject(log);
      // Who comes back is another one.
      await load(index, '222', [row('2', {}, 30)]);
      expect((await index.agents()).map(({ rows }) => rows).sort()).toEqual([1, 1, 2]);
      await index.erase([]);
      expect((await index.agents()).map(({ nrdsId, rows }) => [nrdsId, rows])).toEqual([
        ['111', 1],
        ['222', 1],
      ]);
      expect(await logOf(['111', '222'])).toMatchObject([...log, { nrdsId: '222', transId: '2' }]);
    });

    test('counts are those of the rows that are there, whatever was written', () => {
      let runs = 0;
      return fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          runs += 1;
          const { last } = await index.removalsSince('', 0, 0);
          const name = (number: number) => `${runs} ${number}`;
          for (const [at, { kind, agent: number, transId, status, day }] of steps.entries()) {
            const agent = name(number);
            if (kind === 'save')
              await index.saveWritten(agent, row(transId, { propertyStatus: status, dueDiligenceDate: day }, at));
            else if (kind === 'erase') await index.erase([agent]);
            else await index[kind](agent, [transId], at);
          }
          const found = (agents: readonly string[], words: readonly string[]) =>
            index.search({
              ...{
                agents,
                words,
                values: [],
                ranges: [],
                facets: ['status', 'agent', 'due_diligence_date'],
                isCounted: true,
              },
              ...{ sort: { column: 'name_key', isDescending: false } },
              window: { from: 'start', take: 1, after: null, before: null },
            });
          for (const agents of [[name(1)], [name(1), name(2)], [name(2), name(3)]]) {
            const { total, facets } = await found(agents, []);
            const rows = await logOf(agents, last);
            expect(total).toBe(rows.filter(({ record }) => record !== null).length);
            // Those that have a word are counted row by row.
            expect(facets).toEqual((await found(agents, ['deal'])).facets);
            for (const agent of agents)
              expect(Number((await index.stateOf(agent))?.rows ?? 0)).toBe((await idsOf(agent, last)).length);
          }
        }),
        { numRuns: 8 },
      );
    });

    test('what the databases cannot hold in a text is replaced, and the record is kept as it is', async () => {
      const record = { State: 'a\0b\uD800', City: '\0', transName: '\uDC00' };
      await load(index, '111', [row('1\0', record)]);
      expect(await logOf(['111'])).toMatchObject([{ transId: '1\uFFFD', record }]);
    });
  });
}
