/**
 * The streams that are open, and what ends those whose client does not. Looks at all of them once a second: whether one needs a
 * sign of life, is read too slowly, has become old, or has a token that cannot be verified any more. All but the token's expiry is
 * measured in these seconds, so that a clock that is set ends nothing.
 */

import { type Clock, systemClock } from '@realty-forms/platform/clock.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { bearerTokenOf } from '@realty-forms/platform/web/bearer.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import { type ResultStream, streamEnded } from '../../graphql/server.ts';
import type { Connections } from '../connections/connections.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { endReasons, LiveStream } from './live-stream.ts';
import { createPlaces, type PlaceLimits, type TakePlace } from './places.ts';
import { type Transport, transports } from './transports.ts';

export interface StreamLimits extends PlaceLimits {
  /** Silence after which a sign of life is sent. */
  readonly heartbeatMs: number;
  /** How long a client may take nothing of what was sent. */
  readonly stallMs: number;
  /** How long a stream lasts, give or take a tenth. */
  readonly maxMs: number;
}

export interface StreamsOptions extends StreamLimits {
  readonly verify?: Verify | undefined;
  readonly connections?: Pick<Connections, 'excuse'> | undefined;
  /** Whether the server accepts no connections any more: those who are sent away before that could come back to it. */
  readonly isClosing?: (() => boolean) | undefined;
  readonly metrics: Pick<Metrics, 'liveStreams' | 'liveStreamsEnded'>;
  readonly clock?: Clock;
}

export interface Streams {
  readonly takePlace: TakePlace;
  /** The body of a response. Its place is given back when the response closes. */
  readonly start: (exchange: Exchange, source: ResultStream, transport: Transport, giveBack: () => void) => LiveStream;
}

interface Open {
  readonly stream: LiveStream;
  readonly exchange: Exchange;
  /** How long it may still last, and how long until its token is verified again. */
  restMs: number;
  untilCheckMs: number;
  isVerifying: boolean;
  /** For how long the client has not taken everything. */
  lateMs: number;
}

const SWEEP_MS = 1_000;
const VERIFY_MS = 60_000;
/** How long the last words of a stream may take while the server shuts down. */
const LAST_WORDS_MS = 1_000;
const JITTER = 0.1;

export function createStreams(options: StreamsOptions): Streams {
  const { verify, isClosing = () => false, metrics, clock = systemClock } = options;
  const open = new Set<Open>();
  let timer: NodeJS.Timeout | undefined;
  countFromZero(
    metrics.liveStreamsEnded,
    endReasons.map((reason) => ({ reason })),
  );
  for (const { name: transport } of transports) metrics.liveStreams.set({ transport }, 0);

  function sweep(): void {
    const patience = isClosing() ? LAST_WORDS_MS : options.stallMs;
    for (const each of open) {
      const { stream, exchange } = each;
      const isLate = isBehind(each);
      each.lateMs = isLate ? each.lateMs + SWEEP_MS : 0;
      each.restMs -= SWEEP_MS;
      each.untilCheckMs -= SWEEP_MS;
      if (each.lateMs > patience) cut(each);
      else if (isClosing()) stream.end('drain', streamEnded());
      else if (each.restMs <= 0) stream.end('age', streamEnded());
      else if (each.untilCheckMs <= 0 || hasExpired(exchange)) check(each);
      stream.passTime(SWEEP_MS);
      if (!isLate && stream.silentMs >= options.heartbeatMs) stream.heartbeat();
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

  function hasExpired(exchange: Exchange): boolean {
    const token = tokenOf(exchange);
    const expiry = token === undefined ? null : (verify?.expiry?.(token) ?? null);
    return expiry !== null && clock.now() >= expiry;
  }

  function check(each: Open): void {
    const { stream, exchange } = each;
    const token = tokenOf(exchange);
    if (verify === undefined || token === undefined || each.isVerifying) return;
    each.isVerifying = true;
    verify(token).then(
      () => {
        each.isVerifying = false;
        each.untilCheckMs = VERIFY_MS;
      },
      (fault: unknown) => {
        const isInvalid = fault instanceof GatewayFault && fault.code === 'UNAUTHENTICATED';
        stream.end('token', isInvalid ? fault : streamEnded());
      },
    );
  }

  function close(each: Open): void {
    const { stream } = each;
    open.delete(each);
    metrics.liveStreams.dec({ transport: stream.transport });
    metrics.liveStreamsEnded.inc({ reason: stream.ended });
  }

  return {
    takePlace: createPlaces(options, isClosing),
    start(exchange, source, transport, giveBack) {
      const { response } = exchange;
      const stream = new LiveStream(source, transport);
      const restMs = options.maxMs * (1 - JITTER + 2 * JITTER * Math.random());
      const each: Open = { stream, exchange, restMs, untilCheckMs: VERIFY_MS, isVerifying: false, lateMs: 0 };
      open.add(each);
      timer ??= setInterval(sweep, SWEEP_MS).unref();
      metrics.liveStreams.inc({ transport: transport.name });
      exchange.becomeStream(stream);
      options.connections?.excuse(response);
      response.on('close', () => {
        giveBack();
        close(each);
      });
      return stream;
    },
  };
}

/** Whether its client has not taken all that was sent, or not read the end. */
function isBehind({ stream, exchange: { response } }: Open): boolean {
  return response.writableNeedDrain || (!stream.isOpen && !response.writableFinished);
}

function tokenOf({ request }: Exchange): string | undefined {
  return bearerTokenOf(request.headers.authorization ?? '');
}
