/** A server without a port: requests are handed to it as objects. */
import type { Server } from 'node:http';
import inject, { type InjectOptions, type Response } from 'light-my-request';
import { type AppOptions, createApp } from '../../../src/http/server/app.ts';

export interface Injectable {
  readonly server: Server;
  readonly inject: (request: InjectOptions | string) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export function injectable(options: AppOptions): Injectable {
  const server = createApp(options);
  return {
    server,
    inject: (request) =>
      inject(
        (incoming, response) => {
          // Without a connection that takes it, a response has finished when it has ended.
          Object.defineProperty(response, 'writableFinished', { get: () => response.writableEnded });
          server.emit('request', incoming, response);
        },
        typeof request === 'string' ? { url: request } : request,
      ),
    close: async () => void server.close(),
  };
}
