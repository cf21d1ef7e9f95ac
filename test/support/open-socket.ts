import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

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
