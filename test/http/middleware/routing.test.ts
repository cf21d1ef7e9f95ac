import { createHostCheck, hostName } from '@realty-forms/platform/web/host.ts';
import { describe, expect, it } from 'vitest';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

describe('the name in a Host header', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LocalHost:4000', 'localhost'],
    ['gateway.example.:80', 'gateway.example'],
    ['[::1]:4000', '::1'],
    ['10.0.0.7', '10.0.0.7'],
  ])('of %s is %s', (header, name) => expect(hostName(header)).toBe(name));

  it.each([undefined, '', 'a b', 'user@localhost', 'localhost:port', 'localhost/', '::1', 'localhost:4000, evil'])(
    'of %s is undefined',
    (header) => expect(hostName(header)).toBeUndefined(),
  );
});

describe('the host check', () => {
  it.each([
    ['127.0.0.1', [], 'localhost', true],
    ['127.0.0.1', [], '127.0.0.1', true],
    ['localhost', [], '::1', true],
    ['127.0.0.1', [], 'evil.example', false],
    ['127.0.0.1', [], 'localhost.evil.example', false],
    ['127.0.0.1', [], '10.0.0.7', false],
    ['127.0.0.1', ['Gateway.example'], 'gateway.example', true],
    ['10.0.0.7', [], '10.0.0.7', true],
    ['10.0.0.7', [], 'localhost', false],
    ['0.0.0.0', [], 'localhost', true],
    ['0.0.0.0', [], '10.0.0.7', true],
    ['::', [], '10.0.0.7', true],
    ['0.0.0.0', [], 'evil.example', false],
    ['0.0.0.0', ['gateway.example'], 'gateway.example', true],
  ])('of a server that listens on %s and allows %j accepts %s: %s', (host, allowedHosts, name, known) =>
    expect(createHostCheck({ host, allowedHosts })(name)).toBe(known),
  );

  it.each(['/healthz', '/graphql', '/nowhere'])(
    'responds with 421 to other names, before it looks for a route (%s)',
    async (url) => {
      const app = injectable(appUnderTest().options);
      const response = await app.inject({ url, headers: { host: 'evil.example:4000' } });
      expect(response.statusCode).toBe(421);
      expect(response.body).toContain('The host \\"evil.example\\" is not served here');
    },
  );
});
