/** The service's thread: starts the service with the given options, reports the result, and closes it on request. */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '@realty-forms/platform/fault.ts';
import { collectOnceIdle } from '@realty-forms/platform/v8/garbage-collection.ts';
import type { ReferenceOptions } from './options.ts';
import { createReferenceServer } from './server.ts';

/** The one message that the thread sends; after `failed` it ends. */
export type ThreadMessage =
  | { readonly listening: string }
  | { readonly failed: { readonly code: string; readonly message: string } };

const send = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  const server = await createReferenceServer(workerData as ReferenceOptions);
  // The only incoming message is the request to close.
  parentPort?.once('message', () => {
    void server.close().finally(() => parentPort?.close());
  });
  collectOnceIdle();
  send({ listening: server.url });
} catch (error) {
  send({
    failed: {
      code: error instanceof Fault ? error.code : 'START_FAILED',
      message: error instanceof Error ? error.message : String(error),
    },
  });
}
