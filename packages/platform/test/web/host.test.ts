import { expect, it } from 'vitest';
import { isLoopback } from '../../src/web/host.ts';

it.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each(['127.0.0.1.example.com', 'localhost.example.com', '128.0.0.1', '0.0.0.0', '::', '[::2]', ''])(
  '%j is not loopback',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
