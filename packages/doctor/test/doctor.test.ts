// The doctor's answers: for our own service everything is as assumed; for each disguise it finds the settings that the disguise
// states. test/doctor shows that with them the graph reads what it reads from our own.
import { loadDialect, presetNames, readDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { beforeAll, describe, expect, test } from 'vitest';
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
import { listen, passOn, runDoctor, serve } from './services.ts';

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
    if (found.proposals.size === 0) return;
    const again = await runDoctor(url, proposals);
    expect(Object.fromEntries(again.proposals)).toEqual({});
    const asSet = again.lines
      .filter((line) => line.includes('  as set ('))
      .map((line) => /as set \((\w+)=/.exec(line)?.[1]);
    expect(asSet.sort()).toEqual(Object.keys(proposals).sort());
  });
});

const sql = (zone: string) => ({ format: 'sql', zone });
const exclusive = { timestamps: 'compact', bounds: 'exclusive' };
test.each([
  [
    'only the responses have offsets',
    { timestamps: { format: 'compact', zone: 'America/Denver' }, filter: { timestamps: 'sql' } },
    'America/Denver',
    /as assumed$/,
  ],
  [
    'only the filters have',
    { timestamps: sql('America/Denver'), filter: { timestamps: 'seconds' } },
    'America/Denver',
    /as assumed$/,
  ],
  [
    'the clocks never change, and bounds are exclusive',
    { timestamps: sql('America/Phoenix'), filter: exclusive },
    'America/Phoenix',
    /insertDateMin and lastUpdateDateSince exclude/,
  ],
  [
    'no likely zone has the offsets',
    { timestamps: sql('Europe/Berlin'), filter: { timestamps: 'compact' } },
    /^\+0[12]:00$/,
    /as assumed \(unknown for lastUpdateDateSince: the list does not begin at the time/,
  ],
  [
    'no likely zone has the offsets, and bounds are exclusive',
    { timestamps: sql('Europe/Berlin'), filter: exclusive },
    /^\+0[12]:00$/,
    /differs, and no setting covers it: insertDateMin excludes/,
  ],
])(
  'if %s, the zone is measured in both seasons without a new record, and bounds are told from times whose offset is known',
  async (_, dialect, zone, bounds) => {
    const { url } = await serve(known.data, dialectOf(readDialect(dialect)));
    const { proposals, lines } = await runDoctor(url, {}, null);
    expect(proposals.get('UPSTREAM_TIME_ZONE')).toMatch(zone);
    expect(lines.find((line) => line.includes('are the bounds'))).toMatch(bounds);
  },
);

test('if days are midnights with an offset, their zone is found', async () => {
  const timestamps = { format: 'milliseconds', dates: 'moment', zone: 'America/Chicago' };
  const { url } = await serve(known.data, dialectOf(readDialect({ timestamps })));
  const { proposals } = await runDoctor(url, {}, null);
  expect(proposals.get('UPSTREAM_TIME_ZONE')).toBe(timestamps.zone);
});

const withoutOffsets = (body: string) => body.replaceAll(/(T\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:?\d\d)/g, '$1');

test('a service that ignores the offsets of filters gets times as it writes them, and without a new record its zone is not guessed', async () => {
  const { url } = await serve(known.data, dialectOf(readDialect({ timestamps: sql('America/Denver') })));
  const { proposals, lines } = await runDoctor(await passOn(url, { change: withoutOffsets }), {}, null);
  expect(proposals.get('UPSTREAM_FILTER_TIMESTAMPS')).toBe('sql');
  expect(proposals.has('UPSTREAM_TIME_ZONE')).toBe(false);
  expect(lines).toContainEqual(expect.stringMatching(/time zone .* unknown: times have no offset; .*--new/));
});

test('if it writes its own with an offset, it gets them without', async () => {
  const { proposals } = await runDoctor(await passOn(known.url, { change: withoutOffsets }));
  expect(Object.fromEntries(proposals)).toMatchObject({
    UPSTREAM_FILTER_TIMESTAMPS: 'local',
    UPSTREAM_TIME_ZONE: 'UTC',
  });
});

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

test('each call has its own connection, since a service may close one without saying so', async () => {
  const asked: unknown[] = [];
  const url = await listen((request, response) => {
    asked.push(request.headers.connection);
    response.writeHead(401).end();
  });
  await expect(runDoctor(url)).rejects.toThrow(/token/);
  expect(new Set(asked)).toEqual(new Set(['close']));
});

test('what no setting covers has a row each: characters lost, days compared with times, and codes but the first ignored; smaller batches have none', async () => {
  const smaller = (_: string, size: string) => `"batch_size":${Math.min(10, Number(size))}`;
  const change = (body: string) =>
    body
      .replaceAll(/"batch_size":(\d+)/g, smaller)
      .replaceAll(/(insertDate=<[\d-]+)>/g, '$1T00:00:00Z>')
      .replaceAll(/(\w)\|[\w|]+/g, '$1');
  const spoil = (body: string) => body.replaceAll(/[^\0-\xff]/g, '?');
  const found = await runDoctor(await passOn(known.url, { change, spoil, encoding: 'latin1' }));
  expect(uncovered(found)).toEqual([
    'content types and charset',
    'does an exact day match all of it',
    'several codes in one condition',
  ]);
  expect(found.lines).toContainEqual(expect.stringMatching(/content types and charset .* characters are lost/));
});

test('a service whose bounds compare days tells no time zone', async () => {
  const zone = 'America/New_York';
  const { url } = await serve(known.data, dialectOf(readDialect({ timestamps: sql(zone) })));
  const midnightBefore = (time: string) =>
    Temporal.Instant.from(time).toZonedDateTimeISO(zone).startOfDay().toInstant().toString();
  const change = (body: string) => body.replaceAll(/(?<=(?:_min|_since)=<)\d{4}-[^>]*T[^>]*/g, midnightBefore);
  const { proposals } = await runDoctor(await passOn(url, { change }), { UPSTREAM_TIME_ZONE: zone }, null);
  expect(Object.fromEntries(proposals)).toEqual({});
});

test('a service that reads requests in another style is found out, and read with it', async () => {
  const style = {
    UPSTREAM_BOOLEANS: 'text',
    UPSTREAM_INCREMENTAL_FILTER: 'bracketed',
    UPSTREAM_BLANKS: 'omit',
  };
  const swapped: Readonly<Record<string, string>> = { true: 'false', '"true"': 'true' };
  const change = (body: string) =>
    body
      .replace(/(?<="full_details":)[^,}]+/, (value) => swapped[value] ?? value)
      .replace('"filter":"incremental"', '"filter":"?"')
      .replace('"incremental_type":""', '"batch_size":"?"');
  const url = await passOn(known.url, { change });
  const { proposals, lines } = await runDoctor(url);
  expect(Object.fromEntries(proposals)).toEqual(style);
  expect(lines).toContainEqual(expect.stringMatching(/which columns are numbers +as assumed/));
  expect(Object.fromEntries((await runDoctor(url, style)).proposals)).toEqual({});
});

test('a service that takes a day both as such and as its first instant is asked for the day, which stands for all of it', async () => {
  const timestamps = { format: 'us', dates: 'moment', zone: 'America/New_York' };
  const filter = { timestamps: 'us', dates: 'us' };
  const { url } = await serve(known.data, dialectOf(readDialect({ timestamps, filter })));
  const { proposals, lines } = await runDoctor(url);
  expect(proposals.get('UPSTREAM_FILTER_DATES')).toBe('us');
  expect(lines).toContainEqual(expect.stringMatching(/does an exact day match all of it +as assumed/));
});

test('a service that writes times in UTC, and compares days of its own zone, is not said to differ', async () => {
  // The beginning of the day decides whether a record of the evening before is listed.
  const sinceMidnight = (_: string, day: string) =>
    `insertDate_min=<${Temporal.PlainDate.from(day).toZonedDateTime('America/Los_Angeles').toInstant()}>`;
  const change = (body: string) => body.replaceAll(/insertDate=<([\d-]+)>/g, sinceMidnight);
  const { lines } = await runDoctor(await passOn(known.url, { change }), { UPSTREAM_TIME_ZONE: 'UTC' });
  expect(lines).toContainEqual(expect.stringMatching(/does an exact day match all of it +as assumed/));
});
