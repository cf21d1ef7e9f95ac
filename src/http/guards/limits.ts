/**
 * The guards that keep one caller from starving the others: how many requests are admitted at all, how many one caller sends in a
 * minute, and how many it has in progress. None of them applies to probes.
 */
import type { ProxyClients } from '../connections/proxy-clients.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';
import type { RequestSlots } from './request-slots.ts';
import type { UsageByCaller } from './usage.ts';

const pass: Guard = () => null;

export function limitProxyClient(proxyClients: ProxyClients | undefined): Guard {
  if (proxyClients === undefined) return pass;
  return ({ isProbe, request, response }) => (isProbe || proxyClients.enter(request, response) ? null : crowded);
}

const crowded = new HttpFault(
  'RATE_LIMITED',
  'Too many requests of your address are in progress. Wait for one of them.',
);
const full = new HttpFault('OVERLOADED', 'The server is overloaded. Try again in a moment.');

/** Of a caller whose token is new, the address is counted here. */
export function admit(requestSlots: RequestSlots | undefined, usage: UsageByCaller): Guard {
  if (requestSlots === undefined) return pass;
  return (exchange) => {
    if (exchange.isProbe) return null;
    exchange.slot = requestSlots.enter(exchange.response, usage.of(exchange));
    return exchange.slot === null ? full : null;
  };
}

/** Rejects a request that gets no slot now that its body is read, before it is executed. */
export const claimSlot: Guard = ({ slot }) => (slot === null || slot.claim() ? null : full);

export function limitRate(perMinute: number | undefined, usage: UsageByCaller): Guard {
  if (perMinute === undefined) return pass;
  return (exchange) => {
    if (exchange.isProbe) return null;
    const caller = usage.of(exchange);
    const seconds = Math.ceil(usage.count(caller) / 1_000);
    exchange.rate = rateHeaders(perMinute, caller.minute, seconds);
    return caller.minute > perMinute ? tooManyInAMinute(perMinute, seconds) : null;
  };
}

function rateHeaders(perMinute: number, count: number, seconds: number): readonly string[] {
  return [
    'ratelimit-limit',
    String(perMinute),
    'ratelimit-remaining',
    String(Math.max(0, perMinute - count)),
    'ratelimit-reset',
    String(seconds),
  ];
}

/** A request is in progress until its response closes, whoever closes it. */
export function limitConcurrency(max: number | undefined, usage: UsageByCaller): Guard {
  if (max === undefined) return pass;
  return (exchange) => {
    const { isProbe, response } = exchange;
    // A response that has closed is not announced again.
    if (isProbe || response.destroyed) return null;
    if (usage.of(exchange).requests >= max) {
      const message = `More than ${max} concurrent requests of one caller; wait for some of them to end.`;
      return new HttpFault('RATE_LIMITED', message);
    }
    exchange.countAsRunning();
    return null;
  };
}

function tooManyInAMinute(perMinute: number, seconds: number): HttpFault {
  const message = `More than ${perMinute} requests in a minute; retry in ${seconds} s.`;
  return new HttpFault('RATE_LIMITED', message, { headers: { 'retry-after': String(seconds) } });
}
