import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port of 127.0.0.1, for a server that must be told its port. It is below the range from which the system takes the ports
 * of outgoing connections, so no connection gets it before the server does.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
