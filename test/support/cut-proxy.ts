/**
 * A TCP proxy on 127.0.0.1 that can be cut: what arrives then is held back, as by a network that drops packets, and connections stay
 * open. (A paused process is no cut: the kernel keeps the data, and it reads them when it goes on.)
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  readonly port: number;
  /** Nothing passes from now on, in either direction; with a text, only over connections whose clients have sent that. */
  readonly cut: (sent?: string) => void;
  /** Ends the connections that were cut, and lets new ones pass. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

interface Link {
  readonly inside: Socket;
  readonly outside: Socket;
  /** The beginning of what the client has sent. */
  sent: string;
}

/** How much is kept of what a client sends first. */
const MAX_SENT = 2_000;

export async function startCutProxy(target: number): Promise<CutProxy> {
  const links = new Set<Link>();
  let cutBy: string | null = null;
  const isCut = ({ sent }: Link): boolean => cutBy !== null && sent.includes(cutBy);
  const stop = ({ inside, outside }: Link): void => {
    for (const socket of [inside, outside]) socket.unpipe().pause();
  };
  const server = createServer((inside) => {
    const outside = connect(target, '127.0.0.1');
    const link: Link = { inside, outside, sent: '' };
    links.add(link);
    inside.on('data', (chunk) => {
      if (link.sent.length < MAX_SENT) link.sent += chunk.toString('latin1');
      if (isCut(link)) stop(link);
    });
    if (isCut(link)) stop(link);
    else {
      inside.pipe(outside);
      outside.pipe(inside);
    }
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => {
        links.delete(link);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut(sent = '') {
      cutBy = sent;
      for (const link of links) if (isCut(link)) stop(link);
    },
    heal() {
      for (const link of [...links]) if (isCut(link)) link.inside.destroy();
      cutBy = null;
    },
    async close() {
      server.close();
      for (const { inside } of links) inside.destroy();
      await once(server, 'close');
    },
  };
}
