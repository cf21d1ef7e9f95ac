// Failures of following a file link, as the client and the log see them.
import { expect, it } from 'vitest';
import type { FollowLink } from '../../src/gateway/download.ts';
import { GatewayFault, UpstreamFault } from '../../src/gateway/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { appUnderTest } from './app-under-test.ts';

async function follow(error: Error) {
  const failing: FollowLink = () => Promise.reject(error);
  const { options, lines } = appUnderTest({ files: { follow: failing } });
  const response = await createApp(options).inject('/files/x');
  const told = lines.filter(({ msg }) => msg === 'request').map(({ codes, fault }) => [codes, fault]);
  return { status: response.statusCode, code: response.json().error.code, told, lines };
}

const upstreamDown = new UpstreamFault('UPSTREAM_UNAVAILABLE', 'away', { endpoint: 'downloadfiles', sent: false });
it.each<[Error & { code: string }, number, string]>([
  [new GatewayFault('NOT_FOUND', 'nothing'), 404, 'caller'],
  [new GatewayFault('LINK_EXPIRED', 'over'), 410, 'caller'],
  [upstreamDown, 502, 'upstream'],
])('an expected fault of a link is reported by its code: %s', async (error, status, fault) => {
  const { lines: _, ...told } = await follow(error);
  expect(told).toEqual({ status, code: error.code, told: [[[error.code], fault]] });
});

it.each([
  new GatewayFault('FORBIDDEN', 'not yours'),
  new GatewayFault('KEYS_UNAVAILABLE', 'no keys'),
  new Error('broken'),
])('an error that following a link cannot cause is unexpected, and no missing file: %s', async (error) => {
  const { status, code, told, lines } = await follow(error);
  expect([status, code, told]).toEqual([500, 'INTERNAL', [[['INTERNAL'], 'gateway']]]);
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
});
