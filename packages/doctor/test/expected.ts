/** What the doctor must find out of a service in a dialect. */

import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { type Dialect, defaultDialect, type readDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { vendor } from '../../reference/test/running.ts';
import { agent, defaults, type Examined, prepareData, type RegisterCleanup, serve } from './services.ts';

/** A database to serve, with what the service knows of people and what nobody but us and it may know. */
export interface Known {
  readonly data: string;
  /** Of our own service, with that database. */
  readonly url: string;
  readonly secrets: readonly string[];
}

export async function prepareKnown(onCleanup: RegisterCleanup): Promise<Known> {
  const data = await prepareData(onCleanup);
  const { call, token, url } = await serve(data, defaultDialect, onCleanup);
  const users = (await call('/accounts/activeUsers', { batch_size: limits.batchSize.max })).body.data;
  const [{ data: records }] = (
    await call('/fsforms/listTrans', {
      filter: `NRDSID=<${agent}>`,
      batch_size: limits.batchSize.max,
      full_details: true,
    })
  ).body;
  const values = [...users, ...records].flatMap((each: object) => Object.values(each)).map(String);
  const issued = [vendor.secret, vendor.id, vendor.vendorEmail, await token()];
  return { data, url, secrets: [...values.filter((value) => value.length > 4), ...issued] };
}

export type Settings = Readonly<Record<string, string>>;

export function dialectOf(read: ReturnType<typeof readDialect>): Dialect {
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.dialect;
}

/** The values that a gateway has with these settings; time zones by their offset today. */
export function effective(given: Settings): Settings {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, fallback]) => {
      const value = given[key] ?? String(fallback);
      return [key, key === 'UPSTREAM_TIME_ZONE' ? Temporal.Now.zonedDateTimeISO(value).offset : value];
    }),
  );
}

export const settingsOf = ({ gateway }: Dialect, url: string): Settings =>
  Object.fromEntries(Object.entries(gateway).map(([key, value]) => [key, value.replace('{port}', new URL(url).port)]));

/** What no setting covers in a dialect, by the doctor's labels. */
export function uncoveredIn({ filter, meta, nothing, errors, timestamps }: Dialect): string[] {
  // A time without seconds is rounded down, so even an exclusive bound includes its record.
  const showsSeconds = timestamps.format !== 'us';
  // JSON and XML have a message of their own, which may say that there are no records.
  const isText = ['text', 'html'].includes(errors.body);
  return [
    ...(filter.dates === 'moment' ? ['does an exact day match all of it'] : []),
    ...(filter.bounds === 'exclusive' && showsSeconds ? ['are the bounds `_min` and `_since` inclusive'] : []),
    ...(meta.max === 'matches' ? [] : ['does meta.max count what matches']),
    ...(nothing.pastTheEnd === '404' && isText ? ['a batch past the end'] : []),
    ...(nothing.list === '404' && isText ? ['a list that nothing matches'] : []),
    ...(nothing.record === '404' && isText ? ['not found'] : []),
  ].sort();
}

/** The true zone, if the doctor has found one of its offsets: times do not tell when clocks change in zones that it does not know. */
export function withTrueZone(proposals: Settings, { timestamps }: Dialect): Settings {
  const stated = effective(proposals)['UPSTREAM_TIME_ZONE'];
  const { year } = Temporal.Now.plainDateISO();
  const offsetIn = (month: number) => new Temporal.PlainDate(year, month, 1).toZonedDateTime(timestamps.zone).offset;
  // January and July, since April and October have the same offset.
  const isTrue = stated === offsetIn(1) || stated === offsetIn(7);
  return isTrue ? { ...proposals, UPSTREAM_TIME_ZONE: timestamps.zone } : proposals;
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
