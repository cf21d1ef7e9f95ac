/**
 * Fault injection (7): latency, a share of failing calls, and faults that a request selects by name, for failures that no
 * request can provoke. All of it is off unless the service is started with it.
 */

import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultInjectionOptions } from '../options.ts';
import { createRandom } from '../seed/random.ts';
import { creationFailed, type Failure, generalFailure, listedFailure, unknownFault, uploadFailed } from './failure.ts';

/** The request header that selects a fault by name. */
const FAULT_HEADER = 'x-reference-fault';

interface InjectableFault {
  /** The endpoints where it can occur; all by default. */
  readonly endpoints?: readonly EndpointName[];
  readonly effect: 'reset' | 'hang' | 'lose' | ((endpoint: EndpointName) => Failure);
  /** The Retry-After header, in seconds. */
  readonly retryAfter?: number;
}

export const injectableFaults = {
  'list-trans-403': { endpoints: ['listTrans'], effect: () => creationFailed('injected fault', 'listTrans') },
  'unknown-error': {
    endpoints: ['verifyToken', 'createTicket'],
    effect: (endpoint) => listedFailure(endpoint, 'Unknown error happened'),
  },
  'case-submission-error': {
    endpoints: ['createTicket', 'registrationTicket'],
    effect: (endpoint) => listedFailure(endpoint, 'Case submission error!'),
  },
  'soap-fault': { endpoints: ['uploadfiles'], effect: () => uploadFailed('injected fault') },
  'rate-limited': { effect: () => generalFailure('rateLimited'), retryAfter: 1 },
  'server-error': { effect: () => generalFailure('unforeseen') },
  unavailable: { effect: () => generalFailure('unavailable') },
  reset: { effect: 'reset' },
  hang: { effect: 'hang' },
  // The request is executed, but its response is lost.
  'lost-answer': { effect: 'lose' },
} as const satisfies Readonly<Record<string, InjectableFault>>;

/** The faults with which calls fail under `faultRate`. */
const randomFaults: readonly (keyof typeof injectableFaults)[] = [
  'rate-limited',
  'server-error',
  'unavailable',
  'reset',
];

export type FaultInjection = Readonly<ReturnType<typeof createFaultInjection>>;

export function createFaultInjection(options: FaultInjectionOptions, seed: number) {
  const { latencyMs = 0, faultRate = 0 } = options;
  const latencyRandom = createRandom(seed, 5);
  const faultRandom = createRandom(seed, 6);
  const hangingSockets = new Set<Socket>();
  const lostResponses = new WeakSet<FastifyRequest>();

  function selectFault(endpoint: EndpointName, request: FastifyRequest): InjectableFault | null {
    const requested = options.switches === true ? request.headers[FAULT_HEADER] : undefined;
    if (requested !== undefined) return findFault(endpoint, String(requested));
    if (endpoint === 'token' || faultRate === 0 || !faultRandom.chance(faultRate)) return null;
    return injectableFaults[faultRandom.pick(randomFaults)];
  }

  return {
    /** Delays the responses to all POST requests, and closes hanging connections when the server closes. */
    attach(app: FastifyInstance): void {
      if (latencyMs > 0) {
        app.addHook('onRequest', async ({ method }) => {
          const jitter = Math.floor(latencyMs / 4);
          if (method === 'POST') await wait(latencyMs + latencyRandom.integer(-jitter, jitter));
        });
      }
      app.addHook('onSend', async (request) => {
        if (lostResponses.has(request)) request.raw.socket.resetAndDestroy();
      });
      app.addHook('preClose', async () => {
        for (const socket of hangingSockets) socket.destroy();
      });
    },
    /** Makes the call fail if it is selected to: by throwing, or by taking over its connection. */
    inject(endpoint: EndpointName, request: FastifyRequest, reply: FastifyReply): void {
      const selected = selectFault(endpoint, request);
      if (selected === null) return;
      const { effect, retryAfter } = selected;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      if (typeof effect === 'function') throw effect(endpoint);
      if (effect === 'lose') {
        lostResponses.add(request);
        return;
      }
      const { socket } = request.raw;
      reply.hijack();
      if (effect === 'reset') socket.resetAndDestroy();
      else {
        hangingSockets.add(socket);
        socket.once('close', () => hangingSockets.delete(socket));
      }
    },
  };
}

function findFault(endpoint: EndpointName, name: string): InjectableFault {
  const all = Object.entries<InjectableFault>(injectableFaults);
  const faults = new Map(all.filter(([, { endpoints }]) => endpoints === undefined || endpoints.includes(endpoint)));
  const found = faults.get(name);
  if (found === undefined) throw unknownFault(FAULT_HEADER, [...faults.keys()]);
  return found;
}
