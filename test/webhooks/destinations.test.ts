// Where webhooks may be sent: by URL, and by the addresses that a name resolves to.
import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createDestinations, type DestinationOptions } from '../../src/webhooks/destinations.ts';

const problemOf = (url: string, options: Partial<DestinationOptions> = {}) =>
  createDestinations({ networks: [], ...options }).problemOf(new URL(url));

describe('a URL', () => {
  test.each([
    ['https://crm.example.com/hooks?tenant=1', {}],
    ['https://8.8.8.8/', {}],
    ['https://[2606:4700::1]/', {}],
    ['https://10.1.2.3/', { networks: ['10.1.0.0/16'] }],
    ['https://[fd00::1]/', { networks: ['fd00::1'] }],
    ['http://127.0.0.1:9000/', { networks: ['127.0.0.1'] }],
    ['http://localhost:9000/', {}],
  ])('%s may be called with %j', (url, options) => {
    expect(problemOf(url, options)).toBeNull();
  });

  test.each([
    ['http://crm.example.com/', {}, /https/],
    ['ftp://crm.example.com/', {}, /https/],
    ['ftp://localhost/', {}, /https/],
    ['http://10.1.2.3/', { networks: ['10.0.0.0/8'] }, /https/],
    ['https://10.1.2.3/', {}, /10\.1\.2\.3 is not public.*WEBHOOKS_NETWORKS/],
    ['https://10.2.2.3/', { networks: ['10.1.0.0/16'] }, /not public/],
    ['http://127.0.0.1:9000/', {}, /not public/],
    // Addresses in URLs are not looked up, so nothing checks them later.
    ['https://[fd00::1]/', {}, /fd00::1 is not public/],
    ['http://[::1]:9000/', {}, /::1 is not public/],
    ['https://[::ffff:10.1.2.3]/', {}, /not public/],
    // The URL parser reads all of these as 127.0.0.1.
    ['https://2130706433/', {}, /127\.0\.0\.1 is not public/],
    ['https://0x7f.1/', {}, /127\.0\.0\.1 is not public/],
  ])('%s may not be called with %j', (url, options, problem) => {
    expect(problemOf(url, options)).toMatch(problem);
  });
});

const resolved = (addresses: readonly string[], networks: readonly string[] = []): Promise<LookupAddress[]> => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const { lookup } = createDestinations({ networks, resolve: async () => found });
  return new Promise((resolve, reject) => {
    lookup('crm.example.com', { all: true }, (error, all) => (error ? reject(error) : resolve(all as LookupAddress[])));
  });
};

/** One of each kind that is not public, and of each notation that contains another address. */
const special = `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.0.2.1 192.168.1.1 198.18.0.1 224.0.0.1
  240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::10.0.0.1 2001:db8::1 2002:7f00:1::
  2001::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`;

describe('a name', () => {
  test.each(special.split(/\s+/))('that resolves to %s cannot be connected to', async (address) => {
    await expect(resolved([address])).rejects.toThrow(/is not public/);
  });

  test('is connected to at those of its addresses that are public', async () => {
    expect((await resolved(['127.0.0.1', '8.8.8.8', 'fe80::1'])).map(({ address }) => address)).toEqual(['8.8.8.8']);
  });

  test('may resolve to an address of a network that is allowed, and to no other', async () => {
    expect(await resolved(['127.0.0.1'], ['127.0.0.0/8'])).toHaveLength(1);
    expect(await resolved(['::ffff:127.0.0.1'], ['127.0.0.0/8'])).toHaveLength(1);
    await expect(resolved(['10.0.0.1'], ['127.0.0.0/8', 'fd00::/8'])).rejects.toThrow(/10\.0\.0\.1 is not public/);
  });

  test('without addresses is said to have none', async () => {
    await expect(resolved([])).rejects.toThrow('crm.example.com has no address');
  });

  test('is looked up once for all who want it meanwhile, and after others, even if they fail', async () => {
    const lookups: { readonly name: string; readonly end: PromiseWithResolvers<LookupAddress[]> }[] = [];
    const { lookup } = createDestinations({
      networks: [],
      resolve(name) {
        const end = Promise.withResolvers<LookupAddress[]>();
        lookups.push({ name, end });
        return end.promise;
      },
    });
    const ends: Promise<string>[] = ['slow', 'slow', 'quick', 'slow', 'quick'].map(
      (name) =>
        new Promise((resolve) => lookup(name, {}, (error, address) => resolve(error?.message ?? String(address)))),
    );
    await expect.poll(() => lookups.map(({ name }) => name)).toEqual(['slow']);
    lookups[0]!.end.reject(new Error('ETIMEOUT'));
    await expect.poll(() => lookups.map(({ name }) => name)).toEqual(['slow', 'quick']);
    lookups[1]!.end.resolve([{ address: '8.8.8.8', family: 4 }]);
    expect(await Promise.all(ends)).toEqual(['ETIMEOUT', 'ETIMEOUT', '8.8.8.8', 'ETIMEOUT', '8.8.8.8']);
    expect(lookups).toHaveLength(2);
  });

  test('that does not resolve fails with the resolver’s error', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const { lookup } = createDestinations({ networks: [], resolve });
    const failed = new Promise((_, reject) => lookup('crm.example.com', {}, (error) => reject(error)));
    await expect(failed).rejects.toThrow('ENOTFOUND');
  });
});
