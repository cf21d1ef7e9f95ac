import { describe, expect, it } from 'vitest';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

describe('the probes', () => {
  it('report alive while the process runs, whatever the POST API does', async () => {
    const { options, setHealth } = appUnderTest();
    setHealth({ tokenObtained: false, upstreamState: 'down' });
    const response = await injectable(options).inject('/healthz');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'alive', upstreamState: 'down' });
  });

  it('report ready from the first token on, and the service behind and a later outage in the body only', async () => {
    const { options, setHealth } = appUnderTest();
    const app = injectable(options);
    const probe = async () => {
      const response = await app.inject('/readyz');
      return [response.statusCode, response.json()];
    };
    expect(await probe()).toEqual([
      503,
      { status: 'starting', upstream: 'api.vendor.example', upstreamState: 'unknown' },
    ]);
    setHealth({ tokenObtained: true, upstreamState: 'up' });
    expect(await probe()).toEqual([200, { status: 'ready', upstream: 'api.vendor.example', upstreamState: 'up' }]);
    setHealth({ tokenObtained: false, upstreamState: 'down' });
    expect(await probe()).toEqual([200, { status: 'ready', upstream: 'api.vendor.example', upstreamState: 'down' }]);
  });
});
