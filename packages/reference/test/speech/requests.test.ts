// Requests in another speech: what the handlers read instead, and what is not understood.
import { describe, expect, test } from 'vitest';
import { hearAuthorization, hearBody } from '../../src/speech/requests.ts';
import { readSpeech } from '../../src/speech/speech.ts';

function speechOf(value: object) {
  const read = readSpeech(value);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.speech;
}

const filterHeard = (speech: object, filter: string) =>
  JSON.parse(hearBody('listTrans', {}, JSON.stringify({ filter }), speechOf(speech))).filter;

describe('a filter', () => {
  test.each([
    [{ brackets: 'off' }, 'NRDSID=1,propertyType=C|R'],
    [{ brackets: 'off', separator: ';' }, 'NRDSID=1;propertyType=C|R'],
    [{ separator: '&' }, 'NRDSID=<1>&propertyType=<C|R>'],
    [{ separator: ', ' }, 'NRDSID=<1>, propertyType=<C|R>'],
  ])('in the notation %j is read as in ours', (filter, text) => {
    expect(filterHeard({ filter }, text)).toBe('NRDSID=<1>, propertyType=<C|R>');
    expect(() => filterHeard({ filter }, 'NRDSID=<1>,propertyType=<C|R>')).toThrow('Invalid Filter');
  });

  test('without brackets and with another separator than that of the speech is invalid, and no fault of the service', () => {
    const filter = { brackets: 'off', separator: '&' };
    expect(() => filterHeard({ filter }, 'NRDSID=1,propertyType=C')).toThrow('Invalid Filter');
  });

  test.each([
    ['zoneless', '2024-07-04T09:30:00'],
    ['sql', '2024-07-04 09:30:00'],
    ['us', '07/04/2024 09:30 AM'],
    ['us', '07/04/2024 09:30:00 AM'],
    ['compact', '2024-07-04T09:30:00-0600'],
    ['seconds', '1720107000'],
    ['milliseconds', '1720107000000'],
  ])('with moments in the format %s is read in the zone of the speech, and no other is', (timestamps, text) => {
    const speech = { timestamps: { zone: 'America/Denver' }, filter: { timestamps } };
    const heard = filterHeard(speech, `NRDSID=<1>,insertDate_min=<${text}>`);
    const [, moment = ''] = /insertDate_min=<(.*)>/.exec(heard) ?? [];
    expect(Date.parse(moment)).toBe(Date.parse('2024-07-04T15:30:00Z'));
    expect(() => filterHeard(speech, 'NRDSID=<1>,insertDate_min=<2024-07-04T15:30:00Z>')).toThrow('is not a timestamp');
  });

  test('with dates in US notation has the same days', () => {
    const speech = { filter: { dates: 'us' } };
    expect(filterHeard(speech, 'NRDSID=<1>,closingDate_range=<07/04/2024 - 07/09/2024>')).toBe(
      'NRDSID=<1>, closingDate_range=<2024-07-04 - 2024-07-09>',
    );
  });

  test('whose bounds are exclusive begins a millisecond later', () => {
    const speech = { filter: { bounds: 'exclusive' } };
    expect(filterHeard(speech, 'NRDSID=<1>,lastUpdateDate_since=<2024-07-04T15:30:00Z>')).toBe(
      'NRDSID=<1>, lastUpdateDate_since=<2024-07-04T15:30:00.001Z>',
    );
    expect(filterHeard(speech, 'NRDSID=<1>,lastUpdateDate=<2024-07-04>')).toBe(
      'NRDSID=<1>, lastUpdateDate=<2024-07-04>',
    );
  });

  test('of files has its own notation, with the moments of the speech', () => {
    const speech = speechOf({ filter: { brackets: 'off', timestamps: 'seconds' } });
    const body = JSON.stringify({ transId: '1', filter: 'fileID=<2>,insertDate_min=<1720107000>' });
    expect(JSON.parse(hearBody('listFiles', {}, body, speech)).filter).toBe(
      'fileID=<2>, insertDate_min=<2024-07-04T15:30:00.000Z>',
    );
  });

  test('of active users is none', () => {
    const body = '{"filter":"incremental"}';
    expect(hearBody('activeUsers', {}, body, speechOf({ filter: { brackets: 'off' } }))).toBe(body);
  });
});

describe('where every parameter is required', () => {
  const speech = speechOf({ parameters: 'required' });
  const json = { 'content-type': 'application/json' };
  const request = { userId: 'a', transId: '1', filter: '' };

  test('a blank one counts as given, null and one that is left out do not', () => {
    const hear = (body: object) => () => hearBody('listFiles', json, JSON.stringify(body), speech);
    expect(hear(request)).not.toThrow();
    expect(hear({ ...request, filter: null })).toThrow('Missing Required parameters: filter');
    expect(hear({ transId: '' })).toThrow('Missing Required parameters: userId, filter');
  });

  test('none counts under another content type than JSON', () => {
    const hear = (headers: Record<string, string>) => () =>
      hearBody('listFiles', headers, JSON.stringify(request), speech);
    for (const headers of [{}, { 'content-type': 'text/plain' }])
      expect(hear(headers)).toThrow('Missing Required parameters: userId, transId, filter');
    expect(hear({ 'content-type': 'application/json; charset=utf-8' })).not.toThrow();
  });
});

describe('a token', () => {
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const basic = { authorization: 'Basic eDp5' };
  const hear = (by: string, headers: Record<string, string>) => () =>
    hearAuthorization('token', headers, speechOf({ token: { by } }));

  test('is requested in one way only', () => {
    for (const [by, headers] of [
      ['json', json],
      ['form', form],
      ['basic', { ...form, ...basic }],
    ] as const)
      expect(hear(by, headers)).not.toThrow();
    for (const [by, headers] of [
      ['json', form],
      ['form', json],
      ['form', { ...form, ...basic }],
    ] as const)
      expect(hear(by, headers)).toThrow();
    expect(hear('basic', form)).toThrow('Client credentials rejected');
  });

  test('is carried by the header of the speech only', () => {
    const speech = speechOf({ token: { header: 'x-access-token' } });
    expect(hearAuthorization('listTrans', { 'x-access-token': 'Bearer a' }, speech)).toBe('Bearer a');
    expect(hearAuthorization('listTrans', { authorization: 'Bearer a' }, speech)).toBeUndefined();
  });
});
