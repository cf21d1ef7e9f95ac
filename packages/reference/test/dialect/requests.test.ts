// Requests in another dialect: what the handlers read instead, and what is not understood.
import { describe, expect, test } from 'vitest';
import { readDialect } from '../../src/dialect/dialect.ts';
import { readAuthorization, readBody } from '../../src/dialect/requests.ts';

function dialectOf(value: object) {
  const read = readDialect(value);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.dialect;
}

const filterRead = (dialect: object, filter: string) =>
  JSON.parse(readBody('listTrans', {}, JSON.stringify({ filter }), dialectOf(dialect))).filter;

describe('a filter', () => {
  test.each([
    [{ brackets: 'off' }, 'NRDSID=1,propertyType=C|R'],
    [{ brackets: 'off', separator: ';' }, 'NRDSID=1;propertyType=C|R'],
    [{ separator: '&' }, 'NRDSID=<1>&propertyType=<C|R>'],
    [{ separator: ', ' }, 'NRDSID=<1>, propertyType=<C|R>'],
  ])('in the notation %j is read as in ours', (filter, text) => {
    expect(filterRead({ filter }, text)).toBe('NRDSID=<1>, propertyType=<C|R>');
    expect(() => filterRead({ filter }, 'NRDSID=<1>,propertyType=<C|R>')).toThrow('Invalid Filter');
  });

  test('without brackets and with another separator than that of the dialect is invalid, and no fault of the service', () => {
    const filter = { brackets: 'off', separator: '&' };
    expect(() => filterRead({ filter }, 'NRDSID=1,propertyType=C')).toThrow('Invalid Filter');
  });

  test.each([
    ['zoneless', '2024-07-04T09:30:00'],
    ['sql', '2024-07-04 09:30:00'],
    ['us', '07/04/2024 09:30 AM'],
    ['us', '07/04/2024 09:30:00 AM'],
    ['compact', '2024-07-04T09:30:00-0600'],
    ['seconds', '1720107000'],
    ['milliseconds', '1720107000000'],
  ])('with timestamps in the format %s is read in the zone of the dialect, and no other is', (timestamps, text) => {
    const dialect = { timestamps: { zone: 'America/Denver' }, filter: { timestamps } };
    const filter = filterRead(dialect, `NRDSID=<1>,insertDate_min=<${text}>`);
    const [, timestamp = ''] = /insertDate_min=<(.*)>/.exec(filter) ?? [];
    expect(Date.parse(timestamp)).toBe(Date.parse('2024-07-04T15:30:00Z'));
    expect(() => filterRead(dialect, 'NRDSID=<1>,insertDate_min=<2024-07-04T15:30:00Z>')).toThrow('is not a timestamp');
  });

  test.each(['seconds', 'milliseconds'])(
    'with more %s than any time has is invalid, and no fault of the service',
    (timestamps) => {
      const filter = `NRDSID=<1>,insertDate_min=<${'9'.repeat(17)}>`;
      expect(() => filterRead({ filter: { timestamps } }, filter)).toThrow('is not a timestamp');
    },
  );

  test('with dates in US notation has the same days', () => {
    const dialect = { filter: { dates: 'us' } };
    expect(filterRead(dialect, 'NRDSID=<1>,closingDate_range=<07/04/2024 - 07/09/2024>')).toBe(
      'NRDSID=<1>, closingDate_range=<2024-07-04 - 2024-07-09>',
    );
  });

  test('whose bounds are exclusive begins a millisecond later', () => {
    const dialect = { filter: { bounds: 'exclusive' } };
    expect(filterRead(dialect, 'NRDSID=<1>,lastUpdateDate_since=<2024-07-04T15:30:00Z>')).toBe(
      'NRDSID=<1>, lastUpdateDate_since=<2024-07-04T15:30:00.001Z>',
    );
    expect(filterRead(dialect, 'NRDSID=<1>,lastUpdateDate=<2024-07-04>')).toBe(
      'NRDSID=<1>, lastUpdateDate=<2024-07-04>',
    );
  });

  test('of files has its own notation, with the timestamps of the dialect', () => {
    const dialect = dialectOf({ filter: { brackets: 'off', timestamps: 'seconds' } });
    const body = JSON.stringify({ transId: '1', filter: 'fileID=<2>,insertDate_min=<1720107000>' });
    expect(JSON.parse(readBody('listFiles', {}, body, dialect)).filter).toBe(
      'fileID=<2>, insertDate_min=<2024-07-04T15:30:00.000Z>',
    );
  });

  test('of active users is none', () => {
    const body = '{"filter":"incremental"}';
    expect(readBody('activeUsers', {}, body, dialectOf({ filter: { brackets: 'off' } }))).toBe(body);
  });
});

describe('where every parameter is required', () => {
  const dialect = dialectOf({ parameters: 'required' });
  const json = { 'content-type': 'application/json' };
  const request = { userId: 'a', transId: '1', filter: '' };

  test('a blank one counts as given, null and one that is left out do not', () => {
    const read = (body: object) => () => readBody('listFiles', json, JSON.stringify(body), dialect);
    expect(read(request)).not.toThrow();
    expect(read({ ...request, filter: null })).toThrow('Missing Required parameters: filter');
    expect(read({ transId: '' })).toThrow('Missing Required parameters: userId, filter');
  });

  test('none counts under another content type than JSON', () => {
    const read = (headers: Record<string, string>) => () =>
      readBody('listFiles', headers, JSON.stringify(request), dialect);
    for (const headers of [{}, { 'content-type': 'text/plain' }])
      expect(read(headers)).toThrow('Missing Required parameters: userId, transId, filter');
    expect(read({ 'content-type': 'application/json; charset=utf-8' })).not.toThrow();
  });
});

describe('a token', () => {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = { authorization: 'Basic eDp5' };
  const read = (by: string, headers: Record<string, string>) => () =>
    readAuthorization('token', headers, dialectOf({ token: { by } }));

  test('is requested in one way only', () => {
    for (const [by, headers] of [
      ['json', json],
      ['form', form],
      ['basic', { ...form, ...basic }],
    ] as const)
      expect(read(by, headers)).not.toThrow();
    for (const [by, headers] of [
      ['json', form],
      ['form', json],
      ['form', { ...form, ...basic }],
    ] as const)
      expect(read(by, headers)).toThrow();
    expect(read('basic', form)).toThrow('Client credentials rejected');
  });
});
