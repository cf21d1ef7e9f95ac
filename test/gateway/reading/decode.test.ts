import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { SelectedRecord, selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { describe, expect, test } from 'vitest';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import { captureLog } from '../../support/caught-log.ts';
import { summaryRecord } from '../../support/transaction-record.ts';

function underTest(timeZone = 'America/New_York') {
  const metrics = createMetrics();
  const { log, lines } = captureLog();
  const counts = async () => {
    const metric = metrics.registry.getSingleMetric('gateway_upstream_unknown_columns_total');
    const { values = [] } = (await metric?.get()) ?? {};
    return Object.fromEntries(values.map(({ labels, value }) => [`${labels['record']}.${labels['column']}`, value]));
  };
  const warned = () => lines.map(({ record, column }) => `${record}.${column}`);
  return { decode: createDecode({ timeZone, log, metrics }), counts, warned, lines };
}

describe('a column that the contract does not know', () => {
  test('is counted each time and logged once per record type', async () => {
    const { decode, counts, warned } = underTest();
    for (let time = 0; time < 3; time += 1) {
      decode.transaction({ ...summaryRecord, newColumn: 'x' });
      decode.activeUser({ newColumn: '', other: null });
    }
    decode.account({ newColumn: 'x' });
    expect(await counts()).toEqual({
      'transaction.newColumn': 3,
      'activeUser.newColumn': 3,
      'activeUser.other': 3,
      'account.newColumn': 1,
    });
    expect(warned()).toEqual([
      'transaction.newColumn',
      'activeUser.newColumn',
      'activeUser.other',
      'account.newColumn',
    ]);
  });

  test('of a record that was read in part is counted too', async () => {
    const { decode, counts } = underTest();
    const selection = selectPaths(new Set(['name']));
    decode.transaction(new SelectedRecord(selection, ['Elm Street'], ['newColumn']), selection);
    expect(await counts()).toEqual({ 'transaction.newColumn': 1 });
  });

  test('is logged without its value, which may be personal data', () => {
    const { decode, lines } = underTest();
    decode.transaction({ ...summaryRecord, nickname: 'Cat Lady' });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('Cat Lady');
  });

  test('is counted under one shared name and no longer logged after the first hundred', async () => {
    const { decode, counts, warned } = underTest();
    const hostile: FlatRecord = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`column${index}`, 1]));
    decode.transaction(hostile);
    decode.transaction(hostile);
    const counted = await counts();
    expect(Object.keys(counted)).toHaveLength(101);
    expect(counted['transaction.column99']).toBe(2);
    expect(counted['transaction.other']).toBe(300);
    expect(warned()).toHaveLength(100);
  });

  test('is also one that is known for another record type only', async () => {
    const { decode, counts } = underTest();
    decode.activeUser({ agentNRDSID: '111', accountID: '71' });
    expect(await counts()).toEqual({ 'activeUser.accountID': 1 });
  });
});

describe('a record', () => {
  test('has times without an offset in the configured time zone', () => {
    const { decode } = underTest('America/Los_Angeles');
    const { record } = decode.transaction({ insertDate: '2026-07-01 08:00:00', lastUpdateDate: '12/24/2026' });
    expect(record).toMatchObject({ insertDate: '2026-07-01T08:00:00-07:00', lastUpdateDate: '2026-12-24' });
  });
});

test('the numbers of accounts, files and folders have no white space around them', () => {
  const { decode } = underTest();
  expect(decode.account({ accountID: '   71 ' })).toMatchObject({ accountId: '71' });
  expect(decode.file({ fileID: '    7', fileFolderID: '4  ' }).record).toMatchObject({ fileId: '7', folderId: '4' });
});

describe('a time without an offset', () => {
  const record = { ...summaryRecord, insertDate: '2026-03-01 09:30:00', lastUpdateDate: '2026-03-02 09:30:00' };

  test('is logged once, with the setting, while its zone is not configured', () => {
    const { decode, lines } = underTest();
    expect(decode.transaction(record).record.insertDate).toBe('2026-03-01T09:30:00-05:00');
    decode.transaction(record);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain('UPSTREAM_TIME_ZONE');
  });

  test.each(['America/Chicago', 'UTC'])('is not logged if the zone is set to %s', (timeZone) => {
    const { decode, lines } = underTest(timeZone);
    decode.transaction(record);
    expect(lines).toEqual([]);
  });

  test('is not missed in what needs no zone: dates, times with an offset, instants, and midnight in a column of dates', () => {
    const { decode, lines } = underTest();
    const instant = '/Date(1772375400000)/';
    const { listing } = decode.transaction({
      ...record,
      insertDate: '2026-03-01T09:30:00Z',
      lastUpdateDate: instant,
      listingStartDate: '2026-03-01 00:00:00',
      listingExpDate: '20260901',
    }).record;
    expect(listing).toMatchObject({ startDate: '2026-03-01', expirationDate: '2026-09-01' });
    expect(lines).toEqual([]);
  });
});
