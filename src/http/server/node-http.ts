/**
 * What the servers need of Node's HTTP module. An import would evaluate all of its exports, one of which loads a whole HTTP client:
 * 14 MB and 40 ms at startup.
 */
import type { RequestListener, Server, ServerOptions } from 'node:http';

const http = process.getBuiltinModule('node:http');

export const { STATUS_CODES } = http;

/** All requests reach the listener, also those that Node would reject itself: with an empty body, and without a line in the log. */
export function createServer(options: ServerOptions, listener: RequestListener): Server {
  const server = http.createServer({ ...options, requireHostHeader: false }, listener);
  return server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
