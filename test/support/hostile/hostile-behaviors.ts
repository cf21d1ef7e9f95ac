/** The building blocks of misbehavior on the wire, from which the modes are composed. */
import { type Exchange, type Misbehavior, rawResponse } from './hostile-upstream.ts';

export const PIECE = Buffer.alloc(65_536, ' ');
export const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
export const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

/** Acts once the request's body has arrived. */
export function onBody(act: (exchange: Exchange) => void): Misbehavior {
  return { at: 'body', act };
}

/** Acts while the request's body is still arriving. */
export function onHead(act: (exchange: Exchange) => void): Misbehavior {
  return { at: 'head', act };
}

/** Sends a complete response, and keeps the connection open. */
export function respondsWith(body: string | Buffer, lines?: string[], status?: string): Misbehavior {
  return onBody(({ socket }) => void socket.write(rawResponse(body, lines, status)));
}

/** Sends a response with a certain status. */
export function status(line: string, lines: string[] = []): Misbehavior {
  return respondsWith('{"message":"hostile-body"}', ['content-type: application/json', ...lines], line);
}

/** Sends raw bytes, and keeps the connection open. */
export function writes(text: string): Misbehavior {
  return onBody(({ socket }) => void socket.write(text));
}

/** Sends raw bytes, and closes the connection. */
export function ends(text: string): Misbehavior {
  return onBody(({ socket }) => void socket.end(text));
}

/** Sends raw bytes, and resets the connection. */
export function resets(text: string): Misbehavior {
  return onBody(({ socket }) => void socket.write(text, () => socket.resetAndDestroy()));
}

/** Sends a beginning, and then a piece every `milliseconds` until the connection is closed. */
export function drips(beginning: string, piece: string, milliseconds = 20): Misbehavior {
  return onBody(({ socket }) => {
    socket.write(beginning);
    const timer = setInterval(() => void socket.write(piece), milliseconds);
    socket.once('close', () => clearInterval(timer));
  });
}

/** Sends a beginning, and then piece after piece until the connection is closed. */
export function pours(beginning: string, piece: Buffer = PIECE): Misbehavior {
  return onBody(({ socket }) => {
    socket.write(beginning);
    const more = (): void => {
      if (socket.destroyed) return;
      // The client reads on the same thread, and gets its turn after each piece.
      if (socket.write(piece)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  });
}

export function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
}

/** Sends the honest response with these header lines, and with bytes before and after it. */
export function respondsHonestly(lines?: string[], before = '', after: string | Buffer = ''): Misbehavior {
  return onBody(
    ({ socket, honest }) =>
      void socket.write(Buffer.concat([Buffer.from(before), rawResponse(honest, lines), Buffer.from(after)])),
  );
}
