import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port of 127.0.0.1, for a server that must be told its port; the next one is free too, for the embedded service. Both are
 * below the range from which the system takes the ports of outgoing connections, so no connection gets them before the server does.
 */
export async function freePort(): Promise<number> {
  const port = 2 * randomInt(10_000, 15_000);
  const servers = [port, port + 1].map((each) => createServer().listen(each, '127.0.0.1'));
  const listening = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
  for (const server of servers) server.close();
  return listening.every(({ status }) => status === 'fulfilled') ? port : await freePort();
}
