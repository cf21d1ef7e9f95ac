/**
 * Rejects requests while the process cannot keep up, before their bodies are read: an immediate response that says when to
 * retry is worth more than a late one. The last safeguard, behind the admission gate, since its samples are coarse.
 */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { HttpFault } from './http-fault.ts';

export interface LoadSheddingOptions {
  /** Mean event-loop delay of a sample, in milliseconds, above which requests are rejected. */
  readonly loopDelayMs: number;
  /** Event-loop utilization of a sample, 0 to 1, above which requests are rejected; 1 never is. */
  readonly loopUtilization: number;
  /** Length of a sample in milliseconds; a second by default. */
  readonly sampleMs?: number;
}

const RETRY_AFTER_SECONDS = 5;

/** Guards every route of this scope. Resolves with a function that tells whether requests are being rejected. */
export async function shedLoad(app: FastifyInstance, options: LoadSheddingOptions): Promise<() => boolean> {
  const { loopDelayMs, loopUtilization, sampleMs = 1_000 } = options;
  await app.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    maxEventLoopUtilization: loopUtilization,
    // The utilization of the last sample: measured over the lifetime of the process, it would not react after a quiet night.
    eventLoopUtilizationMode: 'interval',
    sampleInterval: sampleMs,
    pressureHandler: () => Promise.reject(overloaded(RETRY_AFTER_SECONDS)),
  });
  return () => app.isUnderPressure();
}

export function overloaded(retryAfterSeconds: number): HttpFault {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new HttpFault(503, 'OVERLOADED', 'The server is overloaded. Try again in a moment.', { headers });
}
