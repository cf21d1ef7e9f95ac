/**
 * The messages between the primary and its workers: plain data over Node's IPC channel. Any other message on it is Node's own
 * and is ignored.
 */

import type { Values } from '../../config/config.ts';
import type { SharedSetup } from '../shared-setup.ts';

/** What one worker tells the others, through the primary. */
interface Told {
  readonly kind: 'told';
  readonly text: string;
}

export type ToWorker =
  | Told
  /** What the worker is to serve, and its number, which it inherits from a worker that it replaces. */
  | {
      readonly kind: 'begin';
      readonly worker: number;
      readonly port: number;
      readonly shared: SharedSetup;
      readonly values: Values;
    }
  /** Requests the worker's own metrics. */
  | { readonly kind: 'measure'; readonly number: number }
  /** The metrics of all workers, which the worker requested. */
  | { readonly kind: 'measured'; readonly number: number; readonly text: string };

export type ToPrimary =
  | Told
  | { readonly kind: 'serving'; readonly url: string }
  /** Why the worker does not start, as a line for the person who started the program. */
  | { readonly kind: 'failed'; readonly line: string }
  /** Requests the metrics of all workers. */
  | { readonly kind: 'measure'; readonly number: number }
  /** The worker's own metrics, which the primary requested. */
  | { readonly kind: 'measured'; readonly number: number; readonly text: string };

/** The message if it is one of ours, otherwise null. */
export function readMessage<Message extends ToWorker | ToPrimary>(value: unknown): Message | null {
  const isOurs = typeof value === 'object' && value !== null && 'kind' in value;
  return isOurs ? (value as Message) : null;
}
