/**
 * The open streams: how many there may be, and what ends them. Once a second, it checks whether any stream needs a heartbeat, is too old,
 * or has a token that can no longer be verified. All of it is measured in these seconds, so that setting the clock ends no stream whose token
 * is valid. A client that reads nothing is cut off, as for any other response (`http/server/connections`).
 */
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '@realty-forms/platform/clock.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { bearerTokenOf } from '@realty-forms/platform/web/bearer.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import { type ResultStream, streamEnded } from '../../graphql/server.ts';
import { HttpFault } from '../http-fault.ts';
import { Usage } from '../middleware/limits.ts';
import type { RequestContext } from '../request-context.ts';
import { endReasons, LiveStream } from './live-stream.ts';
import { type Transport, transports } from './transports.ts';

export interface StreamLimits {
  /** How many streams may be open. */
  readonly max: number;
  readonly maxPerCaller: number;
  /** Silence after which a heartbeat is sent. */
  readonly heartbeatMs?: number;
  /** How long a stream lasts, give or take a tenth. */
  readonly maxMs?: number;
}

export interface StreamsOptions extends StreamLimits {
  readonly verify?: Verify | undefined;
  /** Whether the server no longer accepts connections. Before that, a client whose stream ended could connect to it again. */
  readonly isClosing?: (() => boolean) | undefined;
  readonly metrics: Pick<Metrics, 'liveStreams' | 'liveStreamsEnded'>;
  readonly clock?: Clock;
}

export type Streams = Readonly<ReturnType<typeof createStreams>>;

interface OpenStream {
  readonly stream: LiveStream;
  readonly context: RequestContext;
  /** How much longer the stream may last, and how long until its token is verified again. */
  restMs: number;
  untilCheckMs: number;
}

const SWEEP_MS = 1_000;
/** Shorter than the silence after which proxies and clients give up. */
const HEARTBEAT_MS = 12_000;
const VERIFY_MS = 60_000;
const MAX_MS = 3_600_000;
const JITTER = 0.1;
/** In seconds. Nobody knows when the next stream will end. */
const RETRY_AFTER = { 'retry-after': '10' };

export function createStreams(options: StreamsOptions) {
  const { verify, isClosing = () => false, metrics, clock = systemClock, max, maxPerCaller } = options;
  const { heartbeatMs = HEARTBEAT_MS, maxMs = MAX_MS } = options;
  const open = new Set<OpenStream>();
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  countFromZero(
    metrics.liveStreamsEnded,
    endReasons.map((reason) => ({ reason })),
  );
  for (const { name: transport } of transports) metrics.liveStreams.set({ transport }, 0);

  function sweep(): void {
    for (const each of open) {
      const { stream, context } = each;
      each.restMs -= SWEEP_MS;
      each.untilCheckMs -= SWEEP_MS;
      // The client has had a second to read the last result.
      if (isClosing() && !stream.isOpen) context.request.socket.resetAndDestroy();
      else if (isClosing()) stream.end('drain', streamEnded());
      else if (each.restMs <= 0) stream.end('age', streamEnded());
      else if (each.untilCheckMs <= 0) check(each);
      stream.silentMs += SWEEP_MS;
      if (stream.silentMs >= heartbeatMs && !context.response.writableNeedDrain) stream.heartbeat();
    }
    if (open.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  /** How long the token counts as verified: not beyond its expiry. */
  function msUntilCheck({ authorization }: RequestContext): number {
    const token = bearerTokenOf(authorization);
    const expiry = token === undefined ? null : (verify?.expiry?.(token) ?? null);
    return expiry === null ? VERIFY_MS : Math.min(VERIFY_MS, expiry - clock.now());
  }

  function check(each: OpenStream): void {
    const { stream, context } = each;
    const token = bearerTokenOf(context.authorization);
    if (verify === undefined || token === undefined) return;
    each.untilCheckMs = Number.POSITIVE_INFINITY;
    verify(token).then(
      () => {
        each.untilCheckMs = msUntilCheck(context);
      },
      (fault: unknown) => {
        const isInvalid = fault instanceof GatewayFault && fault.code === 'UNAUTHENTICATED';
        stream.end('token', isInvalid ? fault : streamEnded());
      },
    );
  }

  function close(each: OpenStream): void {
    const { stream } = each;
    open.delete(each);
    metrics.liveStreams.dec({ transport: stream.transport });
    metrics.liveStreamsEnded.inc({ reason: stream.ended });
  }

  return {
    /**
     * Reserves room for one more stream of the caller, and returns the function that releases it. Throws an HttpFault if there is no room.
     */
    reserve({ usage = new Usage() }: Pick<RequestContext, 'usage'>): () => void {
      if (isClosing()) throw busy('The server is shutting down. Try again in a moment.');
      if (taken >= max) throw busy(`The gateway has reached its maximum of ${max} streams. Try again in a moment.`);
      if (usage.streams >= maxPerCaller) {
        const message = `You have ${maxPerCaller} streams, which is the maximum; end one first.`;
        throw new HttpFault('RATE_LIMITED', message, { headers: RETRY_AFTER });
      }
      taken += 1;
      usage.streams += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        usage.streams -= 1;
      };
    },
    /** The body of a response. Calls `release` when the response closes. */
    start(context: RequestContext, source: ResultStream, transport: Transport, release: () => void): LiveStream {
      const { response } = context;
      const stream = new LiveStream(source, transport);
      const restMs = maxMs * (1 - JITTER + 2 * JITTER * Math.random());
      const each: OpenStream = { stream, context, restMs, untilCheckMs: msUntilCheck(context) };
      open.add(each);
      timer ??= setInterval(sweep, SWEEP_MS).unref();
      metrics.liveStreams.inc({ transport: transport.name });
      context.becomeStream(stream);
      // If data is waiting, the client reads nothing, and the server cuts it off. Otherwise this process was suspended.
      response.on('timeout', ({ writableLength }: Socket) => {
        if (writableLength > 0) stream.abandon('stalled');
      });
      response.on('close', () => {
        release();
        close(each);
      });
      return stream;
    },
  };
}

function busy(message: string): HttpFault {
  return new HttpFault('OVERLOADED', message, { headers: RETRY_AFTER });
}
