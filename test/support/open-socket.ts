/** Both ends of connections to servers of the same process. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';

/** A bare connection to a server on loopback; `received` resolves with everything read until it closes. */
export function openSocket(url: string, bytes = ''): { readonly socket: Socket; readonly received: Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  return { socket, received: once(socket, 'close').then(() => text) };
}

/** Finds the server's end of a client's socket that is accepted from now on. */
export function acceptedSockets(): (client: Socket) => Promise<Socket> {
  const accepted: Socket[] = [];
  const onSocket = (message: unknown): void => void accepted.push((message as { readonly socket: Socket }).socket);
  subscribe('net.server.socket', onSocket);
  onTestFinished(() => void unsubscribe('net.server.socket', onSocket));
  return async (client) => {
    const find = () => accepted.find(({ remotePort }) => remotePort === client.localPort);
    await expect.poll(find).toBeDefined();
    return find() as Socket;
  };
}
