/**
 * Turns requests away while the process cannot keep up, before their bodies are read: an answer that comes at once and says
 * when to try again is worth more than one that comes too late. The last net, behind the admission gate: its samples are coarse.
 */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

export interface LoadSheddingOptions {
  /** Milliseconds that the event loop may be late in the mean of a sample. */
  readonly loopDelayMs: number;
  /** Part of a sample, 0 to 1, that the event loop may be at work; 1 is never too much. */
  readonly loopUtilization: number;
  /** Milliseconds of a sample; a second unless told. */
  readonly sampleMs?: number;
}

const RETRY_AFTER_SECONDS = 5;

/** Guards every route of this part of the server. Gives what tells whether requests are turned away just now. */
export async function shedLoad(app: FastifyInstance, options: LoadSheddingOptions): Promise<() => boolean> {
  const { loopDelayMs, loopUtilization, sampleMs = 1_000 } = options;
  await app.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    maxEventLoopUtilization: loopUtilization,
    // Of the last sample: one over the whole life of the process would notice nothing after a quiet night.
    eventLoopUtilizationMode: 'interval',
    sampleInterval: sampleMs,
    pressureHandler: () => Promise.reject(overloaded(RETRY_AFTER_SECONDS)),
  });
  return () => app.isUnderPressure();
}

export function overloaded(retryAfterSeconds: number): Refusal {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new Refusal(503, 'OVERLOADED', 'The server is overloaded. Try again in a moment.', headers);
}
