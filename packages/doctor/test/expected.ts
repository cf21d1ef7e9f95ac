/** What the doctor must find out of a service in a speech, and what the graph reads from it with the settings that were found. */

import { defaultSpeech, type readSpeech, type Speech } from '@realty-forms/reference/speech/speech.ts';
import { expect } from 'vitest';
import { settings } from '../../../src/config/settings.ts';
import { gatewayOptions, upstreamOptions } from '../../../src/process/serve-options.ts';
import { serviceToken } from '../../../test/support/callers/caller-tokens.ts';
import { type RegisterCleanup, startGraph } from '../../../test/support/gateways/graph-under-test.ts';
import { vendor } from '../../reference/test/running.ts';
import { agent, configFor, type Examined, prepareData, serve } from './services.ts';

/** A database to serve, with what the service knows of people and what nobody but us and it may know. */
export interface Known {
  readonly data: string;
  readonly secrets: readonly string[];
}

export async function prepareKnown(onCleanup: RegisterCleanup): Promise<Known> {
  const data = await prepareData(onCleanup);
  const { call, token, close } = await serve(data, defaultSpeech, onCleanup);
  const users = (await call('/accounts/activeUsers', { batch_size: 100 })).body.data;
  const [{ data: records }] = (
    await call('/fsforms/listTrans', { filter: `NRDSID=<${agent}>`, batch_size: 100, full_details: true })
  ).body;
  const values = [...users, ...records].flatMap((each: object) => Object.values(each)).map(String);
  const issued = [vendor.secret, vendor.id, vendor.vendorEmail, await token()];
  await close();
  return { data, secrets: [...values.filter((value) => value.length > 4), ...issued] };
}

export type Settings = Readonly<Record<string, string>>;

export function speechOf(read: ReturnType<typeof readSpeech>): Speech {
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.speech;
}

/** The values that a gateway has with these settings; time zones by their offset today. */
export function effective(given: Settings): Settings {
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

export const settingsOf = ({ gateway }: Speech, url: string): Settings =>
  Object.fromEntries(Object.entries(gateway).map(([key, value]) => [key, value.replace('{port}', new URL(url).port)]));

/** What no setting covers in a speech, by the doctor's labels. */
export function uncoveredIn({ filter, meta, nothing, errors, timestamps }: Speech): string[] {
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
export function withTrueZone(proposals: Settings, { timestamps }: Speech): Settings {
  const stated = effective(proposals)['UPSTREAM_TIME_ZONE'];
  const trueZone = { UPSTREAM_TIME_ZONE: timestamps.zone };
  return stated === effective(trueZone)['UPSTREAM_TIME_ZONE'] ? { ...proposals, ...trueZone } : proposals;
}

/** Ports, sizes and durations are not the service's data, and may have the same digits. */
const measured = /localhost:\d+|\b\d+ (?:bytes|ms)\b/g;

export const privateIn = ({ lines }: Examined, { secrets }: Known) => {
  const stated = lines.map((line) => line.replace(measured, ''));
  return secrets.filter((secret) => stated.some((line) => line.includes(secret)));
};

export const uncovered = ({ lines }: Examined) =>
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
  closingSince: transactions(agentNrdsId: "${agent}", first: 30, filter: { closingDateRange: { from: $to } }) { nodes { name } }
  closingUntil: transactions(agentNrdsId: "${agent}", first: 30, filter: { closingDateRange: { to: $since } }) { nodes { name } }
}`;

/** What the graph reads from a service with these settings; times as instants of minutes, which every notation has. */
export async function read(url: string, given: Settings, onCleanup?: RegisterCleanup) {
  const config = configFor(url, given);
  const { ask } = await startGraph(
    { ...upstreamOptions(config, { upstreamUrl: url, clientSecret: vendor.secret }) },
    { formats: gatewayOptions(config), ...(onCleanup && { onCleanup }) },
  );
  const variables = { since: '2025-01-01', to: '2026-06-30' };
  const { data: found, errors } = await ask(query, { token: await serviceToken(), variables });
  expect(errors).toBeUndefined();
  expect(found.since.nodes.length).toBeGreaterThan(3);
  expect([found.closingSince, found.closingUntil].map(({ nodes }) => nodes.length > 0)).toEqual([true, true]);
  const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000);
  return JSON.parse(JSON.stringify(found), (key, value) => (key === 'insertDate' ? minuteOf(value) : value));
}
