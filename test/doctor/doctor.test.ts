// The doctor's answers: for our own service everything is as assumed; for each disguise it finds the settings that the disguise
// states, and with them the graph reads what it reads from our own.
import { type Arbitrary, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settings } from '../../src/config/settings.ts';
import { loadSpeech, presetNames } from '../../src/reference/speech/load.ts';
import { defaultSpeech, readSpeech, type Speech, speechSchema } from '../../src/reference/speech/speech.ts';
import { gatewayOptions, upstreamOptions } from '../../src/serve-options.ts';
import { vendor } from '../reference/running.ts';
import { serviceToken } from '../support/caller-tokens.ts';
import { startGraph } from '../support/graph-under-test.ts';
import { agent, configFor, type Examined, prepareData, runDoctor, serve } from './services.ts';

let data = '';
/** What the service knows of people, and what nobody but us and it may know. */
let secrets: readonly string[] = [];
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  data = await prepareData((end) => cleanups.unshift(end));
  const { call, token, close } = await serve(data, defaultSpeech, (end) => cleanups.unshift(end));
  const users = (await call('/accounts/activeUsers', { batch_size: 100 })).body.data;
  const [{ data: records }] = (
    await call('/fsforms/listTrans', { filter: `NRDSID=<${agent}>`, batch_size: 100, full_details: true })
  ).body;
  const values = [...users, ...records].flatMap((each: object) => Object.values(each)).map(String);
  secrets = [
    ...values.filter((value) => value.length > 4),
    vendor.secret,
    vendor.id,
    vendor.vendorEmail,
    await token(),
  ];
  await close();
  return async () => {
    for (const end of cleanups) await end();
  };
});

type Settings = Readonly<Record<string, string>>;

function speechOf(read: ReturnType<typeof readSpeech>): Speech {
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.speech;
}

/** The values that a gateway has with these settings; time zones by their offset today. */
function effective(given: Settings): Settings {
  const keys = Object.keys(settings.shape).filter(
    (key) => key.startsWith('UPSTREAM_') && !/URL|CLIENT|VENDOR|CA_FILE/.test(key),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const value = given[key] ?? String(settings.shape[key as keyof typeof settings.shape].parse(undefined));
      return [key, key === 'UPSTREAM_TIME_ZONE' ? Temporal.Now.zonedDateTimeISO(value).offset : value];
    }),
  );
}

const settingsOf = ({ gateway }: Speech, url: string): Settings =>
  Object.fromEntries(Object.entries(gateway).map(([key, value]) => [key, value.replace('{port}', new URL(url).port)]));

/** What no setting covers in a speech, by the doctor's labels. */
function uncoveredIn({ filter, meta, nothing, errors, timestamps }: Speech): string[] {
  // A time without seconds is rounded down, so even an exclusive bound includes its record.
  const showsSeconds = timestamps.format !== 'us';
  return [
    ...(filter.bounds === 'exclusive' && showsSeconds ? ['are the bounds `_min` and `_since` inclusive'] : []),
    ...(meta.max === 'matches' ? [] : ['does meta.max count what matches']),
    ...(nothing.pastTheEnd === '404' ? ['a batch past the end'] : []),
    ...(nothing.list === '404' ? ['a list that nothing matches'] : []),
    ...(nothing.record === '404' && ['text', 'html'].includes(errors.body) ? ['not found'] : []),
  ].sort();
}

/** Times without any offset tell the offset of today, but not whether clocks change: the true zone, if that is its offset today. */
function withTrueZone(proposals: Settings, { timestamps }: Speech): Settings {
  const told = effective(proposals)['UPSTREAM_TIME_ZONE'];
  const trueZone = { UPSTREAM_TIME_ZONE: timestamps.zone };
  return told === effective(trueZone)['UPSTREAM_TIME_ZONE'] ? { ...proposals, ...trueZone } : proposals;
}

const privateIn = ({ lines }: Examined) => secrets.filter((secret) => lines.some((line) => line.includes(secret)));

const uncovered = ({ lines }: Examined) =>
  lines
    .filter((line) => line.startsWith('No setting covers: '))
    .map((line) => line.slice(19))
    .sort();

const query = `query ($since: Timestamp!, $to: Timestamp!) {
  all: transactions(agentNrdsId: "${agent}", first: 30) { nodes { name insertDate purchase { price } } }
  since: transactions(agentNrdsId: "${agent}", first: 30, filter: { insertDateMin: $since, propertyTypes: [RESIDENTIAL] }) {
    nodes { name insertDate }
  }
  range: transactions(agentNrdsId: "${agent}", first: 30, filter: { closingDateRange: { from: $since, to: $to } }) { nodes { name } }
}`;

/** What the graph reads from a service with these settings; times as instants of minutes, which every notation has. */
async function read(url: string, given: Settings) {
  const config = configFor(url, given);
  const { ask } = await startGraph(
    { ...upstreamOptions(config, { upstreamUrl: url, clientSecret: vendor.secret }) },
    { formats: gatewayOptions(config) },
  );
  const variables = { since: '2025-01-01', to: '2026-06-30' };
  const { data: found, errors } = await ask(query, { token: await serviceToken(), variables });
  expect(errors).toBeUndefined();
  expect(found.since.nodes.length).toBeGreaterThan(3);
  const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000);
  return JSON.parse(JSON.stringify(found), (key, value) => (key === 'insertDate' ? minuteOf(value) : value));
}

test('our own service is as assumed in every row, and needs nothing to be set', async () => {
  const { url } = await serve(data, defaultSpeech);
  const { lines, proposals, isCovered, calls } = await runDoctor(url);
  expect(lines.filter((line) => /differs|unknown:/.test(line))).toEqual([]);
  expect(Object.fromEntries(proposals)).toEqual({});
  expect(isCovered).toBe(true);
  expect(calls).toBeLessThanOrEqual(45);
});

describe.each(presetNames())('%s', (name) => {
  test('has the settings that the disguise states; with them, a second run has nothing to add and the graph reads the same', async () => {
    const speech = speechOf(loadSpeech(name));
    const { url } = await serve(data, speech);
    const found = await runDoctor(url);
    const proposals = Object.fromEntries(found.proposals);
    expect(effective(proposals)).toEqual(effective(settingsOf(speech, url)));
    expect(privateIn(found)).toEqual([]);
    expect(uncovered(found)).toEqual(uncoveredIn(speech));
    expect(found.isCovered).toBe(uncoveredIn(speech).length === 0);
    const again = await runDoctor(url, proposals);
    expect(Object.fromEntries(again.proposals)).toEqual({});
    const asSet = again.lines
      .filter((line) => line.includes('  as set ('))
      .map((line) => /as set \((\w+)=/.exec(line)?.[1]);
    expect(asSet.sort()).toEqual(Object.keys(proposals).sort());
    if (speech.meta.max === 'batch') return;
    const own = await serve(data, defaultSpeech);
    expect(await read(url, withTrueZone(proposals, speech))).toEqual(await read(own.url, {}));
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
])('if %s, the time zone is measured in both seasons, without a new record', async (_, speech) => {
  const { url } = await serve(data, speechOf(readSpeech(speech)));
  const { proposals } = await runDoctor(url, {}, null);
  expect(proposals.get('UPSTREAM_TIME_ZONE')).toBe('America/Denver');
});

test('if neither has offsets, the time zone is unknown without a new record, and never guessed', async () => {
  const speech = speechOf(
    readSpeech({ timestamps: { format: 'sql', zone: 'America/Denver' }, filter: { timestamps: 'sql' } }),
  );
  const { url } = await serve(data, speech);
  const { proposals, lines } = await runDoctor(url, {}, null);
  expect(proposals.has('UPSTREAM_TIME_ZONE')).toBe(false);
  expect(lines).toContainEqual(expect.stringMatching(/time zone .* unknown: times have no offset; .*--new/));
});

/** Any value of every choice. */
function anyOf(schema: z.ZodType): Arbitrary<unknown> {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodEnum) return constantFrom(...inner.options);
  if (!(inner instanceof z.ZodObject)) return constantFrom(undefined);
  return record(Object.fromEntries(Object.entries(inner.shape).map(([key, each]) => [key, anyOf(each as z.ZodType)])));
}

const zones = ['UTC', 'America/New_York', 'America/Denver', 'America/Phoenix', '-07:00', 'Europe/Berlin'];
const speeches = record({
  speech: anyOf(speechSchema),
  zone: constantFrom(...zones),
  header: constantFrom('authorization', 'x-token'),
})
  .map(({ speech, zone, header }) => {
    const made = speech as Speech;
    const { timestamps, token } = made;
    return readSpeech({ ...made, timestamps: { ...timestamps, zone }, token: { ...token, header } });
  })
  .filter((speech) => !('faults' in speech))
  .map(speechOf);

test('any mix of the choices is found out: with what the doctor proposes, the graph reads the same', {
  timeout: 120_000,
}, async () => {
  const own = await serve(data, defaultSpeech);
  const expected = await read(own.url, {});
  await assert(
    asyncProperty(speeches, async (speech) => {
      const { url, close } = await serve(data, speech);
      const found = await runDoctor(url);
      expect(found.calls).toBeLessThanOrEqual(60);
      expect(privateIn(found)).toEqual([]);
      expect(uncovered(found)).toEqual(uncoveredIn(speech));
      if (speech.meta.max !== 'batch')
        expect(await read(url, withTrueZone(Object.fromEntries(found.proposals), speech))).toEqual(expected);
      await close();
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
