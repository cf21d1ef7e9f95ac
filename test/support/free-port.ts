import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port of 127.0.0.1, for a server that must be told its port; the next one is free too, for the embedded service. Both are
 * below the range from which the system takes the ports of outgoing connections, so no connection gets them before the server does.
 * Nor does another test: as long as this process lives, it occupies the port of half the number.
 */
export async function freePort(): Promise<number> {
  const half = randomInt(10_000, 15_000);
  const port = 2 * half;
  const servers = [half, port, port + 1].map((each) => createServer().listen(each, '127.0.0.1').unref());
  const listening = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
  const isFree = listening.every(({ status }) => status === 'fulfilled');
  for (const server of servers.slice(isFree ? 1 : 0)) server.close();
  return isFree ? port : await freePort();
}
