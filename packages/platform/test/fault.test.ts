// The rows of all faults agree with each other.
import { expect, test } from 'vitest';
import { clientCodeOf, type FaultCode, faults, upstreamFaultCodes } from '../src/fault.ts';

const codes = Object.keys(faults) as FaultCode[];

test('what clients see in place of a code is a code of its own, and as retryable', () => {
  for (const code of codes) {
    const client = clientCodeOf(code);
    expect(clientCodeOf(client), code).toBe(client);
    expect([code, faults[client].retryable]).toEqual([code, faults[code].retryable]);
  }
});

test('a fault of a call keeps its own message, which quotes the service, for the log', () => {
  for (const code of upstreamFaultCodes) expect(faults[code].message, code).toMatch(/^(The|Too) [\w ;']+$/);
});

test('a file link is answered in words of the gateway', () => {
  for (const code of codes) {
    const { link, message } = faults[code];
    if (link !== undefined) expect(link.message ?? message, code).toMatch(/^[A-Z][\w .;']+\w$/);
  }
});
