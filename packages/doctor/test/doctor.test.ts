// The doctor's answers: for our own service everything is as assumed; for each disguise it finds the settings that the disguise
// states. test/doctor shows that with them the graph reads what it reads from our own.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadDialect, presetNames, readDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  dialectOf,
  effective,
  type Known,
  prepareKnown,
  privateIn,
  settingsOf,
  uncovered,
  uncoveredIn,
} from './expected.ts';
import { runDoctor, serve } from './services.ts';

let known: Known;
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  known = await prepareKnown((end) => cleanups.unshift(end));
  return async () => {
    for (const end of cleanups) await end();
  };
});

test('our own service is as assumed in every row, and needs nothing to be set', async () => {
  const { url } = known;
  const { lines, proposals, isCovered, calls } = await runDoctor(url);
  expect(lines.filter((line) => /differs|unknown:/.test(line))).toEqual([]);
  expect(Object.fromEntries(proposals)).toEqual({});
  expect(isCovered).toBe(true);
  const cost =
    /filling the search index +as assumed \(INDEX=on takes some \d+ calls for \d+ active users, by the length of 7 lists: 1 min/;
  expect(lines).toContainEqual(expect.stringMatching(cost));
  expect(calls).toBeLessThanOrEqual(45);
});

describe.each(presetNames)('%s', (name) => {
  test('has the settings that the disguise states; with them, a second run has nothing to add', async () => {
    const dialect = dialectOf(loadDialect(name));
    const { url } = await serve(known.data, dialect);
    const found = await runDoctor(url);
    const proposals = Object.fromEntries(found.proposals);
    expect(effective(proposals)).toEqual(effective(settingsOf(dialect, url)));
    expect(privateIn(found, known)).toEqual([]);
    expect(uncovered(found)).toEqual(uncoveredIn(dialect));
    expect(found.isCovered).toBe(uncoveredIn(dialect).length === 0);
    const again = await runDoctor(url, proposals);
    expect(Object.fromEntries(again.proposals)).toEqual({});
    const asSet = again.lines
      .filter((line) => line.includes('  as set ('))
      .map((line) => /as set \((\w+)=/.exec(line)?.[1]);
    expect(asSet.sort()).toEqual(Object.keys(proposals).sort());
  });
});

test.each([
  [
    'only the responses have offsets',
    { timestamps: { format: 'compact', zone: 'America/Denver' }, filter: { timestamps: 'sql' } },
  ],
  [
    'only the filters have',
    { timestamps: { format: 'sql', zone: 'America/Denver' }, filter: { timestamps: 'seconds' } },
  ],
  [
    'only the filters have, and the clocks never change',
    { timestamps: { format: 'sql', zone: 'America/Phoenix' }, filter: { timestamps: 'seconds' } },
  ],
])('if %s, the time zone is measured in both seasons, without a new record', async (_, dialect) => {
  const { url } = await serve(known.data, dialectOf(readDialect(dialect)));
  const { proposals } = await runDoctor(url, {}, null);
  expect(proposals.get('UPSTREAM_TIME_ZONE')).toBe(dialect.timestamps.zone);
});

test.each(['iso', 'milliseconds'])('if days are midnights with an offset (%s), their zone is found', async (format) => {
  const timestamps = { format, dates: 'moment', zone: 'America/Chicago' };
  const { url } = await serve(known.data, dialectOf(readDialect({ timestamps })));
  const { proposals } = await runDoctor(url, {}, null);
  expect(proposals.get('UPSTREAM_TIME_ZONE')).toBe(timestamps.zone);
});

test('if neither has offsets, the time zone is unknown without a new record, and never guessed', async () => {
  const dialect = dialectOf(
    readDialect({ timestamps: { format: 'sql', zone: 'America/Denver' }, filter: { timestamps: 'sql' } }),
  );
  const { url } = await serve(known.data, dialect);
  const { proposals, lines } = await runDoctor(url, {}, null);
  expect(proposals.has('UPSTREAM_TIME_ZONE')).toBe(false);
  expect(lines).toContainEqual(expect.stringMatching(/time zone .* unknown: times have no offset; .*--new/));
});

/** The address of a proxy that changes the requests, and how responses are encoded. */
async function changing(
  url: string,
  change: (body: string) => string,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = { 'content-type': String(request.headers['content-type']), accept: 'application/json' };
    const { authorization = '' } = request.headers;
    const answer = await fetch(url + request.url, {
      method: 'POST',
      headers: authorization === '' ? headers : { ...headers, authorization },
      body: change(body),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text(), encoding);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['problem', /differs, but is understood \(an error that says so\)/],
  ['text', /differs, and no setting covers it/],
])('lists without records that are answered by 404, with a body of the form %s', async (body, said) => {
  const nothing = { record: '404', list: '404', pastTheEnd: '404' };
  const dialect = dialectOf(readDialect({ nothing, errors: { body } }));
  const { url } = await serve(known.data, dialect);
  const found = await runDoctor(url);
  expect(uncovered(found)).toEqual(uncoveredIn(dialect));
  for (const label of ['a batch past the end', 'a list that nothing matches'])
    expect(found.lines.find((line) => line.includes(label))).toMatch(said);
});

test('a service that sends smaller batches than requested is said to count, and to end, its lists as any other', async () => {
  const { url } = known;
  const atMostTen = (_: string, size: string) => `"batch_size":${Math.min(10, Number(size))}`;
  const service = changing(url, (body) => body.replaceAll(/"batch_size":(\d+)/g, atMostTen));
  expect(uncovered(await runDoctor(await service))).toEqual([]);
});

test('each call has its own connection, since a service may close one without saying so', async () => {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.connection);
    response.writeHead(401).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(runDoctor(`http://127.0.0.1:${port}`)).rejects.toThrow(/token/);
  expect(new Set(asked)).toEqual(new Set(['close']));
});

test('text in a charset that is not named loses characters, which a row says', async () => {
  const { url } = known;
  const { lines } = await runDoctor(await changing(url, (body) => body, 'latin1'));
  const said = /content types and charset +differs, and no setting covers it: .* characters are lost/;
  expect(lines).toContainEqual(expect.stringMatching(said));
});

test('a service whose bounds compare days tells no time zone', async () => {
  const zone = 'America/New_York';
  const dialect = readDialect({ timestamps: { format: 'sql', zone }, filter: { timestamps: 'iso' } });
  const { url } = await serve(known.data, dialectOf(dialect));
  const midnightBefore = (time: string) =>
    Temporal.Instant.from(time).toZonedDateTimeISO(zone).startOfDay().toInstant().toString();
  const comparesDays = changing(url, (body) =>
    body.replaceAll(/(?<=(?:_min|_since)=<)\d{4}-[^>]*T[^>]*/g, (time) => midnightBefore(time)),
  );
  const { proposals } = await runDoctor(await comparesDays, { UPSTREAM_TIME_ZONE: zone }, null);
  expect(proposals.has('UPSTREAM_TIME_ZONE')).toBe(false);
});

test.each([
  [
    'UPSTREAM_BOOLEANS',
    'text',
    (body: string) =>
      body
        .replace('"full_details":true', '"full_details":false')
        .replace('"full_details":"true"', '"full_details":true'),
  ],
  [
    'UPSTREAM_INCREMENTAL_FILTER',
    'bracketed',
    (body: string) => body.replace('"filter":"incremental"', '"filter":"?"'),
  ],
  ['UPSTREAM_BLANKS', 'omit', (body: string) => body.replace('"incremental_type":""', '"batch_size":"?"')],
] as const)('a service that needs %s=%s is found out, and read with it', async (key, value, change) => {
  const { url } = known;
  const service = await changing(url, change);
  const { proposals, lines } = await runDoctor(service);
  expect(proposals.get(key)).toBe(value);
  expect(lines).toContainEqual(expect.stringMatching(/which columns are numbers +as assumed/));
  expect((await runDoctor(service, { [key]: value })).proposals.has(key)).toBe(false);
});

const withoutOffsets = (url: string) =>
  changing(url, (body) => body.replaceAll(/(T\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:?\d\d)/g, '$1'));

test('a service that compares a day with times of day does not list what clients ask for, which a row says', async () => {
  const { url } = known;
  const said = /does an exact day match all of it +differs, and no setting covers it/;
  const service = changing(url, (body) => body.replaceAll(/(insertDate=<[\d-]+)>/g, '$1T00:00:00Z>'));
  expect((await runDoctor(await service)).lines).toContainEqual(expect.stringMatching(said));
});

test('a service that takes a day both as such and as its first instant is asked for the day, which stands for all of it', async () => {
  const timestamps = { format: 'us', dates: 'moment', zone: 'America/New_York' };
  const { url } = await serve(
    known.data,
    dialectOf(readDialect({ timestamps, filter: { timestamps: 'us', dates: 'us' } })),
  );
  const { proposals, lines } = await runDoctor(url);
  expect(proposals.get('UPSTREAM_FILTER_DATES')).toBe('us');
  expect(lines).toContainEqual(expect.stringMatching(/does an exact day match all of it +as assumed/));
});

test('a service that writes times in UTC, and compares days of its own zone, is not said to differ', async () => {
  const { url } = known;
  // The beginning of the day decides whether a record of the evening before is listed.
  const sinceMidnight = (_: string, day: string) =>
    `insertDate_min=<${Temporal.PlainDate.from(day).toZonedDateTime('America/Los_Angeles').toInstant()}>`;
  const service = changing(url, (body) => body.replaceAll(/insertDate=<([\d-]+)>/g, sinceMidnight));
  const { lines } = await runDoctor(await service, { UPSTREAM_TIME_ZONE: 'UTC' });
  expect(lines).toContainEqual(expect.stringMatching(/does an exact day match all of it +as assumed/));
});

test.each([
  ['compares several codes as one', ' '],
  ['reads only the first of them', ''],
])('a service that %s does not list what clients ask for, which a row says', async (_, separator) => {
  const { url } = known;
  const said = /several codes in one condition +differs, and no setting covers it/;
  const readsFirst = (_all: string, first: string, others: string) => first + (separator && separator + others);
  const service = changing(url, (body) => body.replaceAll(/(\w)\|([\w|]+)/g, readsFirst));
  expect((await runDoctor(await service)).lines).toContainEqual(expect.stringMatching(said));
});

test('a service that reads times with an offset and ignores it gets them as it writes them', async () => {
  const times = { timestamps: { format: 'sql', zone: 'America/New_York' } };
  const { url } = await serve(known.data, dialectOf(readDialect(times)));
  expect((await runDoctor(url)).proposals.has('UPSTREAM_FILTER_TIMESTAMPS')).toBe(false);
  expect((await runDoctor(await withoutOffsets(url))).proposals.get('UPSTREAM_FILTER_TIMESTAMPS')).toBe('sql');
});

test('so does a service that writes its own with an offset', async () => {
  const { url } = known;
  const { proposals } = await runDoctor(await withoutOffsets(url));
  expect(Object.fromEntries(proposals)).toMatchObject({
    UPSTREAM_FILTER_TIMESTAMPS: 'local',
    UPSTREAM_TIME_ZONE: 'UTC',
  });
});

test.each([
  ['newest first', (records: object[]) => records.toReversed(), /differs, .*: lists are not sorted by insertDate/],
  [
    'without numbers',
    (records: object[]) => records.map((each) => ({ ...each, transId: '' })),
    /no transId, so INDEX=on/,
  ],
])('lists that come %s cannot fill the search index as they should, which a row says', async (_, change, said) => {
  const { url } = known;
  const server = createServer(async (request, response) => {
    const answer = await fetch(url + request.url, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: await new Response(request as never).text(),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    const changed = ([{ meta, data }]: [{ meta: object; data: object[] }]) => [{ meta, data: change(data) }];
    response.end(request.url?.endsWith('listTrans') ? JSON.stringify(changed(JSON.parse(text))) : text);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { lines } = await runDoctor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(lines.find((line) => line.includes('filling the search index'))).toMatch(said);
});

/** Its clocks change, and it has the offsets of no zone that is likely. */
const unlikelyZone = { format: 'sql', zone: 'Europe/Berlin' };

test.each([
  ['inclusive', unlikelyZone, /as assumed \(unknown for lastUpdateDateSince: the list does not begin at the time/],
  ['exclusive', unlikelyZone, /differs, and no setting covers it: insertDateMin excludes/],
  ['inclusive', { format: 'sql', zone: 'America/Denver' }, /as assumed$/],
  ['exclusive', { format: 'sql', zone: 'America/Denver' }, /insertDateMin and lastUpdateDateSince exclude/],
])('%s bounds with times in %o are told only from times whose offset is known', async (bounds, timestamps, said) => {
  const { url } = await serve(
    known.data,
    dialectOf(readDialect({ timestamps, filter: { timestamps: 'compact', bounds } })),
  );
  const { lines } = await runDoctor(url, {}, null);
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`are the bounds.*${said.source}`)));
});
