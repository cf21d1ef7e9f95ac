/**
 * How bad an upstream to be (7): latency, a share of failing calls, and faults that a request asks for by name, for what no
 * request can provoke. All of it is off unless the service was started with it.
 */

import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../contract/endpoints.ts';
import { creationFailed, type Failure, listedFailure, outsideFailure, uploadFailed, wrongSwitch } from './failure.ts';
import type { WeatherOptions } from './options.ts';
import { createRandom } from './seed/random.ts';

const FAULT_HEADER = 'x-reference-fault';

interface FaultSwitch {
  /** Where it can happen; everywhere without it. */
  readonly at?: readonly EndpointName[];
  readonly happens: 'reset' | 'hang' | 'lose' | ((endpoint: EndpointName) => Failure);
  /** Seconds in Retry-After. */
  readonly retryAfter?: number;
}

export const faultSwitches = {
  'list-trans-403': { at: ['listTrans'], happens: () => creationFailed('switched on', 'listTrans') },
  'unknown-error': {
    at: ['verifyToken', 'createTicket'],
    happens: (endpoint) => listedFailure(endpoint, 'Unknown error happened'),
  },
  'case-submission-error': {
    at: ['createTicket', 'registrationTicket'],
    happens: (endpoint) => listedFailure(endpoint, 'Case submission error!'),
  },
  'soap-fault': { at: ['uploadfiles'], happens: () => uploadFailed('switched on') },
  'rate-limited': { happens: () => outsideFailure('rateLimited'), retryAfter: 1 },
  'server-error': { happens: () => outsideFailure('unforeseen') },
  unavailable: { happens: () => outsideFailure('unavailable') },
  reset: { happens: 'reset' },
  hang: { happens: 'hang' },
  // The request is carried out, and nobody is told.
  'lost-answer': { happens: 'lose' },
} as const satisfies Readonly<Record<string, FaultSwitch>>;

const switches: Readonly<Record<string, FaultSwitch>> = faultSwitches;

/** What a share of calls fails with. */
const mix: readonly (keyof typeof faultSwitches)[] = ['rate-limited', 'server-error', 'unavailable', 'reset'];

export interface Weather {
  /** Whether calls may be answered with 429 and 503. */
  readonly isFoul: boolean;
  /** Delays the answers of all POST requests, and ends with the server whatever it left hanging. */
  readonly attach: (app: FastifyInstance) => void;
  /** Lets the call fail where it is to: by throwing, or by taking its connection. */
  readonly strike: (endpoint: EndpointName, request: FastifyRequest, reply: FastifyReply) => void;
}

export function createWeather(options: WeatherOptions, seed: number): Weather {
  const { latencyMs = 0, faultRate = 0 } = options;
  const latencies = createRandom(seed, 5);
  const faults = createRandom(seed, 6);
  const hanging = new Set<Socket>();
  const unanswered = new WeakSet<FastifyRequest>();

  function choose(endpoint: EndpointName, request: FastifyRequest): FaultSwitch | null {
    const asked = options.switches === true ? request.headers[FAULT_HEADER] : undefined;
    if (asked !== undefined) return readSwitch(endpoint, String(asked));
    if (endpoint === 'token' || faultRate === 0 || !faults.chance(faultRate)) return null;
    return faultSwitches[faults.pick(mix)];
  }

  return {
    isFoul: options.switches === true || faultRate > 0,
    attach(app) {
      if (latencyMs > 0) {
        app.addHook('onRequest', async ({ method }) => {
          const spread = Math.floor(latencyMs / 4);
          if (method === 'POST') await wait(latencyMs + latencies.integer(-spread, spread));
        });
      }
      app.addHook('onSend', async (request) => {
        if (unanswered.has(request)) request.raw.socket.resetAndDestroy();
      });
      app.addHook('preClose', async () => {
        for (const socket of hanging) socket.destroy();
      });
    },
    strike(endpoint, request, reply) {
      const chosen = choose(endpoint, request);
      if (chosen === null) return;
      const { happens, retryAfter } = chosen;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      if (typeof happens === 'function') throw happens(endpoint);
      if (happens === 'lose') {
        unanswered.add(request);
        return;
      }
      const { socket } = request.raw;
      reply.hijack();
      if (happens === 'reset') socket.resetAndDestroy();
      else {
        hanging.add(socket);
        socket.once('close', () => hanging.delete(socket));
      }
    },
  };
}

function readSwitch(endpoint: EndpointName, name: string): FaultSwitch {
  const found = Object.hasOwn(switches, name) ? switches[name] : undefined;
  const canHappen = ({ at }: FaultSwitch) => at === undefined || at.includes(endpoint);
  if (found !== undefined && canHappen(found)) return found;
  const names = Object.keys(switches).filter((key) => switches[key] !== undefined && canHappen(switches[key]));
  throw wrongSwitch(FAULT_HEADER, names);
}
