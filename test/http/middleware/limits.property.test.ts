// Who a client is behind any chain of trusted proxies, in every notation of addresses that proxies use in X-Forwarded-For.
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey, clientAddressBehind } from '../../../src/http/middleware/limits.ts';

const behind = clientAddressBehind(['10.0.0.0/8', 'fd00::/8', 'fe80::/10']);
const clientAddressOf = (remoteAddress: string | undefined, forwarded?: string) =>
  behind({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

const byte = fc.nat(255);
const group = fc.nat(0xffff).map((part) => part.toString(16));
const groups = (count: number) =>
  fc.tuple(...Array.from({ length: count }, () => group)).map((parts) => parts.join(':'));
const port = fc.integer({ min: 1, max: 65_535 });

/** What it is, and the notations that it may have. */
interface Host {
  readonly address: string;
  readonly written: string;
}

const ipv4 = (first: fc.Arbitrary<number>): fc.Arbitrary<Host> =>
  fc.tuple(first, byte, byte, byte, port).chain(([...parts]) => {
    const at = parts.pop();
    const address = parts.join('.');
    const mapped = `::ffff:${address}`;
    const written = [address, `${address}:${at}`, mapped, `[${mapped}]`, `[${mapped}]:${at}`, mapped.toUpperCase()];
    return fc.constantFrom(...written).map((each) => ({ address, written: each }));
  });

const ipv6 = (prefix: string, zones: readonly string[] = ['']): fc.Arbitrary<Host> =>
  fc.tuple(groups(7), port, fc.constantFrom(...zones)).chain(([rest, at, zone]) => {
    const address = `${prefix}:${rest}`;
    const zoned = `${address}${zone}`;
    return fc
      .constantFrom(zoned, zoned.toUpperCase(), `[${zoned}]`, `[${zoned}]:${at}`)
      .map((written) => ({ address, written }));
  });

const proxy = fc.oneof(ipv4(fc.constant(10)), ipv6('fd00'), ipv6('fe80', ['', '%1', '%eth0', '%eth0.100', '%br-lan']));
const client = fc.oneof(ipv4(fc.integer({ min: 11, max: 223 })), ipv6('2001'));
const claim = fc.oneof(
  client,
  proxy,
  fc.constantFrom('unknown', '_hidden', '').map((written) => ({ address: written, written })),
);
const separator = fc.constantFrom(', ', ',', ' ,\t', ', , ');

test('a client is who the outermost trusted proxy reports, with or without ports, brackets and zones', () => {
  const chains = fc.tuple(
    client,
    fc.array(proxy, { maxLength: 3 }),
    proxy,
    fc.array(claim, { maxLength: 2 }),
    separator,
  );
  fc.assert(
    fc.property(chains, ([{ address, written }, hops, peer, claims, between]) => {
      const reported = [...claims.map((each) => each.written), written, ...hops.map((each) => each.written)].join(
        between,
      );
      expect(addressKey(clientAddressOf(peer.written, reported) ?? '')).toBe(addressKey(address));
    }),
  );
});

test('a peer that is no trusted proxy is the client, whatever it claims', () => {
  fc.assert(
    fc.property(client, fc.array(claim), ({ address, written }, claims) => {
      const key = addressKey(clientAddressOf(written, claims.map((each) => each.written).join(', ')) ?? '');
      expect(key).toBe(addressKey(address));
    }),
  );
});

test('a header without an address leaves the proxy as the client', () => {
  for (const header of [undefined, '', ' ', ',', ' , ']) expect(clientAddressOf('10.0.0.4', header)).toBe('10.0.0.4');
});

test('a peer that has already disconnected has no address, whatever it claims', () => {
  expect(clientAddressOf(undefined, '192.0.2.1')).toBeUndefined();
});
