/** A reverse proxy below whose path a server is reached: it removes the path, knows nothing else, and changes nothing. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PrefixProxy {
  /** The address of the proxy, without the path. */
  readonly origin: string;
  /** The address of the server behind it, with the path. */
  readonly url: string;
  readonly close: () => void;
}

const PREFIX = '/team/graph';

export async function startPrefixProxy(target: string): Promise<PrefixProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${PREFIX}/`)) {
      response.writeHead(404).end();
      return;
    }
    const forwarded = request({ hostname, port, path: url.slice(PREFIX.length), method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: origin + PREFIX,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
