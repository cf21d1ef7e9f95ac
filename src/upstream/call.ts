/**
 * The single entry point to the POST API. It makes one typed call under one deadline, with the vendor's userId and a token, and returns the
 * value inside the endpoint's wrapper or throws an UpstreamFault. It sends a request again only if `retry.ts` allows it, or after the token
 * was denied, which means that upstream has not executed it (for a write, only if the HTTP status line says so).
 */
import { type Endpoint, endpoints, type RequestField } from '@realty-forms/contract/calls/endpoints.ts';
import type { CallName, Requests, Responses } from '@realty-forms/contract/calls/messages.ts';
import { type RequestStyle, type TokenBody, writeRequest } from '@realty-forms/contract/calls/request-style.ts';
import type { Selection } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { type ColumnReader, createColumnReader } from './answers/columns.ts';
import { credentialSecrets } from './answers/redaction.ts';
import { readResponse } from './answers/response.ts';
import { Deadline, waitFault, withDeadline } from './connections/deadline.ts';
import { createTransport, type TransportOptions } from './connections/transport.ts';
import { isDenial, UpstreamFault } from './faults.ts';
import { createBreakers } from './resilience/breaker.ts';
import { createCallObserver } from './resilience/call-observer.ts';
import { createFairQueue, type FairQueueOptions, NO_CALLER } from './resilience/fair-queue.ts';
import { type CallGroup, groupOf, groups } from './resilience/groups.ts';
import { createRetries, type RetryOptions } from './resilience/retry.ts';
import { createTokenSource, fetchToken, type Token } from './token.ts';
import { createDownloads } from './transfers/download.ts';
import { createUpload, type UploadEncoding } from './transfers/upload.ts';

export interface UpstreamOptions extends Omit<TransportOptions, 'lookup' | 'readsEarlyResponse'> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The userId in every request that has one. */
  readonly vendorEmail: string;
  readonly tokenBody: TokenBody;
  /** The header for `Bearer <token>`. */
  readonly tokenHeader: string;
  readonly requestStyle?: RequestStyle | undefined;
  /** The number of connections for reads; writes and files have their own, in proportion to it. */
  readonly connections: number;
  /** The most requests in progress: this many reads may wait for a connection, and at least 1,000. */
  readonly maxRequests?: number | undefined;
  /** The deadline of a whole call, including the waits for a token and for a connection. */
  readonly deadlineMs: number;
  /** What all calls of this process may use together, at least two of each. By default, only the connections limit them. */
  readonly budget?: FairQueueOptions['budget'];
  /** The encoding of a file in a request. */
  readonly uploadEncoding: UploadEncoding;
  /** Hosts from which files may be read; by default the host of the base address. */
  readonly fileHosts?: readonly string[] | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The random source and the timer of retries. */
  readonly retrying?: Pick<RetryOptions, 'random' | 'pause'> | undefined;
}

export interface CallOptions {
  /** Aborts a read; aborts a write only if it has not been sent. */
  readonly signal?: AbortSignalLike | undefined;
  /** The caller for whom the call is made: callers compete for slots. Calls without a caller share one. */
  readonly caller?: string | undefined;
  /** The id of the request for which the call is made. It is sent as `x-request-id`, and logged. */
  readonly requestId?: string | undefined;
  /** The group in which it competes for slots, if not that of its endpoint. */
  readonly group?: CallGroup | undefined;
  /** A denial is an answer, and not due to the token: no other one is fetched, and it counts as no fault. */
  readonly mayBeDenied?: boolean | undefined;
  /** The columns of the answer's records that must be read; `responseFor` returns others to callers that need them later. */
  readonly selection?: Selection | undefined;
}

export type Upstream = Readonly<ReturnType<typeof createUpstream>>;

/**
 * The share of the deadline that may pass before a call is sent. After that, a write is not sent: with hardly any time left for its
 * answer, its outcome would probably be unknown. A read is still sent, but if it runs out of time, that says nothing about upstream.
 */
const MAX_WAIT_SHARE = 0.5;

export function createUpstream(options: UpstreamOptions) {
  const { clock, deadlineMs, log, metrics } = options;
  const queue = createFairQueue(options, metrics);
  const breakers = createBreakers(log, metrics);
  // The queue limits each group. Reads reuse connections, and writes do not.
  const connectionsFor = (...names: readonly CallGroup[]): number =>
    names.reduce((sum, name) => sum + groups[name].slots(options.connections), 0);
  const transports = {
    read: createTransport({ ...options, connections: connectionsFor('token', 'reads', 'feeds', 'index') }),
    write: createTransport({
      ...options,
      connections: connectionsFor('writes', 'uploads'),
      readsEarlyResponse: true,
    }),
  };
  const observer = createCallObserver(clock, log, metrics);
  const retries = createRetries({ ...options, ...options.retrying });
  const tokens = createTokenSource({
    clock,
    deadlineMs,
    retries,
    fetch: (signal) => inSlot('token', 'token', NO_CALLER, signal, () => fetchToken(transports.read, options, signal)),
    onCall: (fault, startedAt) => observer.record('token', fault, startedAt),
  });
  const downloads = createDownloads({ ...options, queue });
  const columns = new Map<CallName, ColumnReader>();

  async function call<E extends CallName>(
    endpoint: E,
    request: Requests[E],
    { caller = NO_CALLER, group = groupOf(endpoint), mayBeDenied, requestId, selection, signal }: CallOptions = {},
  ): Promise<Responses[E]> {
    const startedAt = clock.now();
    const { effect } = endpoints[endpoint];
    const isRead = effect === 'read';
    // Once its sending has begun, a write waits for its answer until its deadline, whether or not its caller does.
    const deadline = new Deadline(deadlineMs, isRead ? signal : undefined);
    const sendDeadline = isRead ? deadline : new Deadline(deadlineMs * MAX_WAIT_SHARE, signal);

    const send = (token: Token) =>
      inSlot(group, endpoint, caller, sendDeadline, async () => {
        if (sendDeadline.aborted) throw waitFault(sendDeadline, endpoint);
        deadline.isLate = clock.now() - startedAt > deadlineMs * MAX_WAIT_SHARE;
        const headers = ['content-type', 'application/json', ...headersWith(token.value, requestId)];
        const body = bodyOf(endpoint, request);
        const response = await transports[effect].post(endpoint, headers, body, deadline, sendDeadline);
        const secrets = () => [token.value, ...credentialSecrets(options), ...secretsOf(endpoint, request)];
        const columns = columnsOf(endpoint);
        const value = readResponse(endpoint, response, { clock, secrets, request, columns, selection });
        tokens.accept(endpoint);
        return value;
      });

    /** A request whose token was denied, so that upstream has not executed it, is sent once more with another token. */
    const attempt = async () => {
      const token = await tokens.get(sendDeadline, endpoint);
      try {
        return await send(token);
      } catch (error) {
        if (!isDenial(error) || mayBeDenied) throw error;
        const next = tokens.replace(token, sendDeadline, endpoint);
        if (next === null) throw error;
        // Only the HTTP status line proves that a write was not executed. A body may contain any status, even an echo of one that was sent.
        if (error.isInBody && !isRead) {
          next.catch(() => undefined);
          throw error;
        }
        return await send(await next);
      }
    };

    try {
      // What fills the index tries again later, by its own budget of calls.
      const value = await (group === 'index' ? attempt() : retries.run(endpoint, sendDeadline, startedAt, attempt));
      observer.record(endpoint, null, startedAt, requestId);
      return value as Responses[E];
    } catch (error) {
      const isAnswer = mayBeDenied && isDenial(error);
      if (error instanceof UpstreamFault) observer.record(endpoint, isAnswer ? null : error, startedAt, requestId);
      throw error;
    } finally {
      deadline.end();
      sendDeadline.end();
    }
  }

  /**
   * Does the work in a slot, which it holds until the answer has been read, unless the breaker of its endpoint is open.
   */
  async function inSlot<T>(
    group: CallGroup,
    endpoint: CallName | 'token',
    caller: string,
    signal: AbortSignalLike,
    work: () => Promise<T>,
  ): Promise<T> {
    const breaker = breakers[endpoint];
    // Also checked before queueing: while the breaker is open, no call should wait just to be rejected.
    breaker.check(caller);
    const waiting = queue.enter(group, endpoint, caller, signal);
    if (waiting !== undefined) await waiting;
    try {
      const end = breaker.begin(caller);
      try {
        const value = await work();
        end();
        return value;
      } catch (error) {
        end(error);
        throw error;
      }
    } finally {
      queue.leave(group, endpoint, caller);
    }
  }

  const columnsOf = (name: CallName): ColumnReader => {
    const { key = [] }: Endpoint = endpoints[name];
    return columns.getOrInsertComputed(name, () => createColumnReader(key));
  };

  const headersWith = (token: string, requestId: string | undefined): string[] => {
    const headers = [options.tokenHeader, `Bearer ${token}`];
    if (requestId !== undefined) headers.push('x-request-id', requestId);
    return headers;
  };

  const userId = `"userId":${JSON.stringify(options.vendorEmail)}}`;
  const bodyOf = (endpoint: CallName, request: object): string => {
    const body = JSON.stringify(writeRequest(endpoint, request, options.requestStyle));
    if (!endpointsWithUserId.has(endpoint)) return body;
    return body === '{}' ? `{${userId}` : `${body.slice(0, -1)},${userId}`;
  };

  return {
    call,
    /** The only call whose body is a stream. */
    upload: createUpload({
      ...options,
      transport: transports.write,
      queue,
      tokens,
      observer,
      headersWith,
    }),
    /** Opens a file whose address is in an answer. */
    download: downloads.open,
    /** Fetches the first token, which shows that upstream is reachable and accepts our credentials. */
    connect: ({ signal }: CallOptions = {}) =>
      withDeadline(deadlineMs, signal, async (deadlineSignal) => {
        await tokens.get(deadlineSignal, 'token');
      }),
    state: observer.state,
    /** Waits for calls in progress, then closes the connections. */
    async close(): Promise<void> {
      retries.end();
      await Promise.all([...Object.values(transports).map((transport) => transport.close()), downloads.close()]);
      queue.close();
    },
  };
}

const endpointsWithUserId: ReadonlySet<string> = new Set(
  Object.entries(endpoints).flatMap(([endpoint, { request }]) => ('userId' in request ? [endpoint] : [])),
);

/** The credentials in a request. */
function secretsOf(endpoint: CallName, request: object): string[] {
  const fields = Object.entries<RequestField>(endpoints[endpoint].request).filter(([, { secret }]) => secret);
  return fields.map(([name]): unknown => Reflect.get(request, name)).filter((value) => typeof value === 'string');
}
