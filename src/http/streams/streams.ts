/**
 * The streams that are open: how many there may be, and what ends those whose client does not. Looks at all of them once a second:
 * whether one needs a sign of life, is read too slowly, has become old, or has a token that cannot be verified any more.
 */
import type { Verify } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import { type ResultStream, streamEnded } from '../../graphql/server.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { countFromZero, type Metrics } from '../../platform/observing/metrics.ts';
import { bearerTokenOf } from '../../platform/web/bearer.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { RequestSlots } from '../guards/request-slots.ts';
import { endReasons, LiveStream } from './live-stream.ts';
import type { Transport } from './transports.ts';

export interface StreamLimits {
  /** How many streams may be open. */
  readonly max: number;
  readonly maxPerCaller: number;
  /** Silence after which a sign of life is sent. */
  readonly heartbeatMs: number;
  /** How long a client may take nothing of what was sent. */
  readonly stallMs: number;
  /** How long a stream lasts, give or take a tenth. */
  readonly maxMs: number;
}

export interface StreamsOptions extends StreamLimits {
  readonly verify?: Verify | undefined;
  readonly requestSlots?: RequestSlots | undefined;
  readonly isDraining?: (() => boolean) | undefined;
  readonly metrics: Pick<Metrics, 'liveStreams' | 'liveStreamsEnded'>;
  readonly clock?: Clock;
}

export interface Streams {
  /** Takes a place for one more stream of the caller; returns what gives it back. Throws an HttpFault if there is none. */
  readonly enter: (exchange: Exchange) => () => void;
  /** The body of a response; the place is given back when the response closes. */
  readonly start: (exchange: Exchange, source: ResultStream, transport: Transport, leave: () => void) => LiveStream;
}

interface Open {
  readonly stream: LiveStream;
  readonly exchange: Exchange;
  readonly until: number;
  verifyAt: number;
  isVerifying: boolean;
  /** Since when the client has not taken everything; null if it has. */
  lateSince: number | null;
}

const SWEEP_MS = 1_000;
const VERIFY_MS = 60_000;
/** How long the last words of a stream may take while the server shuts down. */
const LAST_WORDS_MS = 1_000;
const JITTER = 0.1;

export function createStreams(options: StreamsOptions): Streams {
  const { verify, requestSlots, isDraining = () => false, metrics, clock = systemClock } = options;
  const open = new Set<Open>();
  const places = new Map<string, number>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  countFromZero(
    metrics.liveStreamsEnded,
    endReasons.map((reason) => ({ reason })),
  );

  function sweep(): void {
    const now = clock.now();
    for (const each of open) {
      const { stream, exchange } = each;
      const isLate = exchange.response.writableNeedDrain || (!stream.isOpen && !exchange.response.writableFinished);
      each.lateSince = isLate ? (each.lateSince ?? now) : null;
      const patience = isDraining() ? LAST_WORDS_MS : options.stallMs;
      if (each.lateSince !== null && now - each.lateSince >= patience) cut(each);
      else if (isDraining()) stream.end('drain', streamEnded());
      else if (now >= each.until) stream.end('age', streamEnded());
      else if (now >= each.verifyAt) check(each);
      if (now - stream.sentAt >= options.heartbeatMs && !isLate) stream.heartbeat();
    }
    if (open.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function cut({ stream, exchange }: Open): void {
    stream.abandon('stalled');
    // Otherwise the kernel would keep what it has accepted, and offer it to the client for minutes.
    exchange.request.socket.resetAndDestroy();
  }

  function check(each: Open): void {
    const { stream, exchange } = each;
    const token = bearerTokenOf(exchange.request.headers.authorization ?? '');
    if (verify === undefined || token === undefined || each.isVerifying) return;
    each.isVerifying = true;
    verify(token).then(
      () => {
        each.isVerifying = false;
        each.verifyAt = nextCheck(token);
      },
      (fault: unknown) => {
        const isInvalid = fault instanceof GatewayFault && fault.code === 'UNAUTHENTICATED';
        stream.end('token', isInvalid ? fault : streamEnded());
      },
    );
  }

  function nextCheck(token: string | undefined): number {
    const expiry = token === undefined ? null : verify?.expiry?.(token);
    return Math.min(clock.now() + VERIFY_MS, expiry ?? Number.POSITIVE_INFINITY);
  }

  return {
    enter({ principal }) {
      if (isDraining()) throw busy('The server is shutting down. Try again in a moment.');
      if (count >= options.max) throw busy(`There are ${options.max} streams already. Try again in a moment.`);
      const caller = principal?.subject ?? '';
      const own = places.get(caller) ?? 0;
      if (own >= options.maxPerCaller) {
        const message = `More than ${options.maxPerCaller} streams of one caller; end one of them first.`;
        throw new HttpFault('RATE_LIMITED', message, { headers: { 'retry-after': RETRY_AFTER } });
      }
      count += 1;
      places.set(caller, own + 1);
      return () => {
        count -= 1;
        const rest = (places.get(caller) ?? 1) - 1;
        if (rest === 0) places.delete(caller);
        else places.set(caller, rest);
      };
    },

    start(exchange, source, transport, leave) {
      const { response, usage, facts } = exchange;
      const stream = new LiveStream(source, transport, clock.now);
      const token = bearerTokenOf(exchange.request.headers.authorization ?? '');
      const lastsMs = options.maxMs * (1 - JITTER + 2 * JITTER * Math.random());
      const each: Open = {
        stream,
        exchange,
        until: clock.now() + lastsMs,
        verifyAt: nextCheck(token),
        isVerifying: false,
        lateSince: null,
      };
      open.add(each);
      timer ??= setInterval(sweep, SWEEP_MS).unref();
      metrics.liveStreams.inc({ transport: transport.name });
      exchange.becomeStream();
      if (facts !== undefined) facts.stream = stream;
      response.on('close', () => {
        open.delete(each);
        leave();
        metrics.liveStreams.dec({ transport: transport.name });
        metrics.liveStreamsEnded.inc({ reason: stream.ended });
      });
      // What limits requests that are worked on is for others from here on: a stream mostly waits.
      requestSlots?.release(response);
      if (usage !== undefined && response.listeners('close').includes(usage.end)) {
        response.off('close', usage.end);
        usage.end();
      }
      return stream;
    },
  };
}

const RETRY_AFTER = '10';

function busy(message: string): HttpFault {
  return new HttpFault('OVERLOADED', message, { headers: { 'retry-after': RETRY_AFTER } });
}
