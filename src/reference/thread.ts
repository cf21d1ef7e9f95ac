/** The service's thread: starts it with the options that came along, says so, and closes it when told. */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../platform/fault.ts';
import type { ReferenceOptions } from './options.ts';
import { createReferenceServer } from './server.ts';

/** What the thread says once; after `failed` it ends. */
export type ThreadMessage =
  | { readonly listening: string }
  | { readonly failed: { readonly code: string; readonly message: string } };

const say = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  const server = await createReferenceServer(workerData as ReferenceOptions);
  // The one message that comes in is the order to close.
  parentPort?.once('message', () => {
    void server.close().finally(() => parentPort?.close());
  });
  say({ listening: server.url });
} catch (error) {
  say({
    failed: {
      code: error instanceof Fault ? error.code : 'START_FAILED',
      message: error instanceof Error ? error.message : String(error),
    },
  });
}
