/** What the graph reads from a service that the doctor was asked about, with the settings that it proposes. */
import { expect } from 'vitest';
import type { Settings } from '../../packages/doctor/test/expected.ts';
import { agent } from '../../packages/doctor/test/services.ts';
import { vendor } from '../../packages/reference/test/running.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { gatewayOptions, upstreamOptions } from '../../src/process/serve-options.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { type RegisterCleanup, startGraph } from '../support/gateways/graph-under-test.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';

export function configFor(url: string, settings: Settings = {}): Config {
  const client = {
    UPSTREAM_CLIENT_ID: vendor.id,
    UPSTREAM_CLIENT_SECRET: vendor.secret,
    UPSTREAM_VENDOR_EMAIL: vendor.vendorEmail,
  };
  const read = readConfig({ ...settingsFor(url), ...client, ...settings });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.config;
}

type Node = Readonly<Record<'insertDate' | 'name', string>>;

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
  expect(errors, JSON.stringify(errors)).toBeUndefined();
  expect(found.since.nodes.length).toBeGreaterThan(3);
  expect([found.closingSince, found.closingUntil].map(({ nodes }) => nodes.length > 0)).toEqual([true, true]);
  // Transactions of the same time may come in any order.
  found.all.nodes.sort(
    (one: Node, other: Node) => one.insertDate.localeCompare(other.insertDate) || one.name.localeCompare(other.name),
  );
  const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000);
  return JSON.parse(JSON.stringify(found), (key, value) => (key === 'insertDate' ? minuteOf(value) : value));
}
