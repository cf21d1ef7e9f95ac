/**
 * Tracks the requests on each connection that have no complete response yet. A client may send several without waiting (HTTP
 * pipelining); they are executed concurrently and answered in order, so code that closes a connection checks here first.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CompactSet } from '@realty-forms/platform/engine/compact-set.ts';

interface Connection {
  readonly unanswered: ServerResponse[];
  busyIndex: number;
  isEnding: boolean;
  /** The turn at which the connection was opened, or its last response ended. */
  idleSince: number;
}

export class Connections {
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #busy = new CompactSet<readonly ServerResponse[]>();
  #onAnswered = (): void => undefined;
  /** Orders connections by when they became idle; a clock would be read for every request. */
  #turn = 0;

  /**
   * Must be called after all of the server's `request` listeners are attached, so that it also sees requests that are not
   * admitted.
   */
  track(server: Server): void {
    server.prependListener('connection', (socket) => void this.#connectionOf(socket));
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#connectionOf(socket);
      const { unanswered } = connection;
      if (unanswered.length === 0) connection.busyIndex = this.#busy.enter(unanswered);
      unanswered.push(response);
      response.on('close', () => {
        unanswered.splice(unanswered.indexOf(response), 1);
        if (unanswered.length === 0) {
          this.#busy.leave(connection.busyIndex);
          this.#turn += 1;
          connection.idleSince = this.#turn;
        }
        if (connection.isEnding && !isAnswering(unanswered)) socket.destroySoon();
        this.#onAnswered();
      });
    });
  }

  /** Sets the function that is called whenever a response has ended. */
  whenAnswered(callback: () => void): void {
    this.#onAnswered = callback;
  }

  /** For each connection with pending responses, those responses in order. */
  waiting(): Iterable<readonly ServerResponse[]> {
    return this.#busy;
  }

  /** The last pending response on the connection. */
  lastOn(socket: Socket): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.unanswered.at(-1);
  }

  /** Whether the last request on the connection has not fully arrived. */
  isReceiving(socket: Socket): boolean {
    return this.lastOn(socket)?.req.complete === false;
  }

  /** Whether anything written to the socket would be read as another request's response, or as part of it. */
  isAnswering(socket: Socket): boolean {
    return isAnswering(this.#bySocket.get(socket)?.unanswered ?? []);
  }

  /** Ends the connection once every request that has fully arrived is answered. */
  endWhenAnswered(socket: Socket): void {
    this.#connectionOf(socket).isEnding = true;
  }

  /** A number that is lower the longer the connection has had no request in flight; null if it has one. */
  idleSince(socket: Socket): number | null {
    const { unanswered, idleSince } = this.#connectionOf(socket);
    return unanswered.length === 0 ? idleSince : null;
  }

  isEnding(socket: Socket): boolean {
    return this.#bySocket.get(socket)?.isEnding === true;
  }

  #connectionOf(socket: Socket): Connection {
    let connection = this.#bySocket.get(socket);
    if (connection === undefined) {
      this.#turn += 1;
      connection = { unanswered: [], busyIndex: 0, isEnding: false, idleSince: this.#turn };
      this.#bySocket.set(socket, connection);
    }
    return connection;
  }
}

/** A request that has not fully arrived has no response of its own, unless one has begun nevertheless. */
function isAnswering([first, ...others]: readonly ServerResponse[]): boolean {
  return first !== undefined && (others.length > 0 || first.req.complete || first.headersSent);
}
