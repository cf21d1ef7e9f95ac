/** What an upstream can do on the wire, in a few verbs; the modes are made of them. */
import { type Exchange, type Misbehaviour, whole } from './hostile-upstream.ts';

export const PIECE = Buffer.alloc(65_536, ' ');
export const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
export const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

/** Once the request's body has come. */
export function answering(act: (exchange: Exchange) => void): Misbehaviour {
  return { at: 'body', act };
}

/** While the body of the request is still on its way. */
export function early(act: (exchange: Exchange) => void): Misbehaviour {
  return { at: 'head', act };
}

/** A whole answer, the connection kept. */
export function says(body: string | Buffer, lines?: string[], status?: string): Misbehaviour {
  return answering(({ socket }) => void socket.write(whole(body, lines, status)));
}

/** An answer whose status says it all. */
export function status(line: string, lines: string[] = []): Misbehaviour {
  return says('{"message":"hostile-body"}', ['content-type: application/json', ...lines], line);
}

/** Bytes as they are, the connection kept. */
export function writes(text: string): Misbehaviour {
  return answering(({ socket }) => void socket.write(text));
}

/** Bytes as they are, and the end of the connection. */
export function ends(text: string): Misbehaviour {
  return answering(({ socket }) => void socket.end(text));
}

/** Bytes as they are, and a reset. */
export function resets(text: string): Misbehaviour {
  return answering(({ socket }) => void socket.write(text, () => socket.resetAndDestroy()));
}

/** A beginning, and then a piece every so many milliseconds until the connection is closed. */
export function drips(beginning: string, piece: string, milliseconds = 20): Misbehaviour {
  return answering(({ socket }) => {
    socket.write(beginning);
    const timer = setInterval(() => void socket.write(piece), milliseconds);
    socket.once('close', () => clearInterval(timer));
  });
}

/** A beginning, and then one piece after the other for as long as anybody takes them. */
export function pours(beginning: string, piece: Buffer = PIECE): Misbehaviour {
  return answering(({ socket }) => {
    socket.write(beginning);
    const more = (): void => {
      if (socket.destroyed) return;
      // The client reads on the same thread: it gets its turn after each piece.
      if (socket.write(piece)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  });
}

export function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
}

/** The honest answer under these lines of the head, with bytes before and after it. */
export function honestly(lines?: string[], before = '', after: string | Buffer = ''): Misbehaviour {
  return answering(
    ({ socket, honest }) =>
      void socket.write(Buffer.concat([Buffer.from(before), whole(honest, lines), Buffer.from(after)])),
  );
}
