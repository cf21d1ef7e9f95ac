/**
 * A call and its first try. Where a token is at hand and nothing stands in the way, which is nearly always, the first try is
 * the whole call: one object and one promise. However else it ends, or cannot begin, its door says how it goes on.
 */
import { endpoints } from '../contract/endpoints.ts';
import type { CallName } from '../contract/messages.ts';
import type { Selection } from '../contract/selection.ts';
import type { Cut } from './cut.ts';
import { Deadline } from './deadline.ts';
import { UpstreamFault } from './faults.ts';
import type { Gate } from './gates.ts';
import type { HeldToken } from './token.ts';
import type { HttpAnswer, Receiver } from './transport.ts';

export interface CallOptions {
  /** Ends a read; of a write, what has not been sent yet. */
  readonly signal?: Cut | undefined;
  /** Of the request that the call is made for: goes along as `x-request-id`, and into the log. */
  readonly requestId?: string | undefined;
  /** What of the answer's records is read at least; `answerFor` gives more to whoever needs it after all. */
  readonly selection?: Selection | undefined;
}

/** A try that gave no answer. */
export interface Tried {
  readonly held: HeldToken;
  readonly error: unknown;
}

/** Of a write's deadline, what may go by before it is sent. */
const SHARE_TO_WAIT = 0.5;

/** What a call needs of the client that makes it. */
export interface Door {
  readonly deadlineMs: number;
  readonly now: () => number;
  readonly gateOf: (endpoint: CallName) => Gate;
  /** A token that is at hand. */
  readonly token: () => HeldToken | null;
  /** Puts the request on the wire; throws where the wait for that is over. */
  readonly send: (call: Call, held: HeldToken, receiver: Receiver) => void;
  /** The value in an answer, or throws the fault that it amounts to. */
  readonly read: (call: Call, held: HeldToken, answer: HttpAnswer) => unknown;
  /** Goes on after a first try, or begins where none could be made. */
  readonly goOn: (call: Call, tried: Tried | null) => Promise<unknown>;
  /** The first try has given the answer. */
  readonly onFirst: (call: Call) => void;
  /** It is over; null: well. */
  readonly onEnd: (call: Call, fault: UpstreamFault | null) => void;
}

/**
 * One call; as a cut, what ends it: falls with its deadline, and a read's with its caller too. What has been sent of a write is
 * heard out, so that its caller, and half of its deadline, end the wait for sending alone: a write that goes out with hardly
 * any time left for its answer would as likely as not be one of which nobody knows the outcome.
 */
export class Call extends Deadline implements Receiver {
  readonly endpoint: CallName;
  readonly request: object;
  readonly options: CallOptions;
  readonly startedAt: number;
  readonly #door: Door;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;
  readonly #gate: Gate;
  readonly #waiting: Deadline | null;
  #held: HeldToken | undefined;

  constructor(
    door: Door,
    endpoint: CallName,
    request: object,
    options: CallOptions,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    const isRead = endpoints[endpoint].effect === 'read';
    super(door.deadlineMs, isRead ? options.signal : undefined);
    this.#waiting = isRead ? null : new Deadline(door.deadlineMs * SHARE_TO_WAIT, options.signal);
    this.endpoint = endpoint;
    this.request = request;
    this.options = options;
    this.startedAt = door.now();
    this.#door = door;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#gate = door.gateOf(endpoint);
  }

  /** Ends what comes before it is sent. */
  get waiting(): Cut {
    return this.#waiting ?? this;
  }

  begin(): void {
    const held = this.#door.token();
    if (held === null || !this.#gate.isOpen()) {
      void this.#goOn(null);
      return;
    }
    this.#held = held;
    try {
      const turn = this.#gate.enter(this.endpoint, this.waiting);
      if (turn === null) this.#send(held);
      else
        turn.then(
          () => this.#send(held),
          (error: unknown) => this.#goOn({ held, error }),
        );
    } catch (error) {
      void this.#goOn({ held, error });
    }
  }

  /** In a place of its own. */
  #send(held: HeldToken): void {
    if (!this.#gate.isOpen()) {
      this.#gate.leave();
      void this.#goOn(null);
      return;
    }
    try {
      this.#door.send(this, held, this);
    } catch (error) {
      this.onFault(error);
    }
  }

  onAnswer(answer: HttpAnswer): void {
    let value: unknown;
    try {
      value = this.#door.read(this, this.#held as HeldToken, answer);
    } catch (error) {
      this.onFault(error);
      return;
    }
    this.#gate.end(undefined);
    this.#door.onFirst(this);
    this.#succeed(value);
  }

  onFault(error: unknown): void {
    this.#gate.end(error);
    void this.#goOn({ held: this.#held as HeldToken, error });
  }

  async #goOn(tried: Tried | null): Promise<void> {
    try {
      this.#succeed(await this.#door.goOn(this, tried));
    } catch (error) {
      this.end();
      if (error instanceof UpstreamFault) this.#door.onEnd(this, error);
      this.#reject(error);
    }
  }

  override end(): void {
    super.end();
    this.#waiting?.end();
  }

  #succeed(value: unknown): void {
    this.end();
    this.#door.onEnd(this, null);
    this.#resolve(value);
  }
}
