/**
 * How a stream of changes is sent. It takes little memory, since there are many: nothing can take its place any more, so its headers
 * are not kept one by one, and `pipe` would keep what only other bodies need.
 */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

export function streamChanges(
  response: ServerResponse,
  status: number,
  head: string[],
  body: Readable,
  onError: (error: unknown) => void,
): void {
  response.writeHead(status, head);
  // Sent by themselves, they become one text of the dozens of parts that Node would keep.
  response.flushHeaders();
  body.on('data', (bytes) => {
    if (!response.write(bytes)) body.pause();
  });
  body.on('end', () => response.end());
  body.on('error', onError);
  response.on('drain', () => body.resume());
  response.on('close', () => body.destroy());
}
