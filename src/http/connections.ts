/**
 * What each connection has been asked and not answered yet. A caller may ask several things on one without waiting (HTTP
 * pipelining): they are carried out side by side and answered in turn, so whoever ends a connection looks here first.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Roster } from '../platform/roster.ts';

interface Connection {
  readonly unanswered: ServerResponse[];
  place: number;
  isEnding: boolean;
}

export class Connections {
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #busy = new Roster<readonly ServerResponse[]>();
  #onAnswered = (): void => undefined;

  /** To be called when all that listens to the server's requests is there, to see those too that are not let in. */
  follow(server: Server): void {
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#of(socket);
      const { unanswered } = connection;
      if (unanswered.length === 0) connection.place = this.#busy.enter(unanswered);
      unanswered.push(response);
      response.on('close', () => {
        unanswered.splice(unanswered.indexOf(response), 1);
        if (unanswered.length === 0) this.#busy.leave(connection.place);
        if (connection.isEnding && !isAnswering(unanswered)) socket.destroySoon();
        this.#onAnswered();
      });
    });
  }

  /** Calls it whenever an answer has ended. */
  whenAnswered(call: () => void): void {
    this.#onAnswered = call;
  }

  /** Of each connection that waits for answers, those answers in their order. */
  waiting(): Iterable<readonly ServerResponse[]> {
    return this.#busy;
  }

  /** The last answer that the connection waits for. */
  lastOn(socket: Socket): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.unanswered.at(-1);
  }

  /** Whether the last request on it has not come in full. */
  isMidway(socket: Socket): boolean {
    return this.lastOn(socket)?.req.complete === false;
  }

  /** Whether what is written to the socket would be read as another request's answer, or as part of it. */
  isAnswering(socket: Socket): boolean {
    return isAnswering(this.#bySocket.get(socket)?.unanswered ?? []);
  }

  /** Ends it when those who were asked in full are answered. */
  endWhenAnswered(socket: Socket): void {
    this.#of(socket).isEnding = true;
  }

  isEnding(socket: Socket): boolean {
    return this.#bySocket.get(socket)?.isEnding === true;
  }

  #of(socket: Socket): Connection {
    let connection = this.#bySocket.get(socket);
    if (connection === undefined) {
      connection = { unanswered: [], place: 0, isEnding: false };
      this.#bySocket.set(socket, connection);
    }
    return connection;
  }
}

/** A request that is not here in full has no answer of its own, unless that has begun all the same. */
function isAnswering([first, ...others]: readonly ServerResponse[]): boolean {
  return first !== undefined && (others.length > 0 || first.req.complete || first.headersSent);
}
