/**
 * The single entry point to the POST API: makes one typed call under one deadline, with the vendor's userId and a token, and
 * returns the value inside the endpoint's wrapper or throws an UpstreamFault. It sends a request again only after the token was denied,
 * so that upstream has not executed it (for a write, only if the HTTP status line says so), or if `retry.ts` allows it.
 */
import { type Endpoint, endpoints, type RequestField } from '../contract/calls/endpoints.ts';
import type { CallName, Requests, Responses } from '../contract/calls/messages.ts';
import { type RequestStyle, writeRequest } from '../contract/calls/request-style.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/observing/log.ts';
import type { Metrics } from '../platform/observing/metrics.ts';
import { type ColumnReader, createColumnReader } from './answers/columns.ts';
import { readResponse } from './answers/response.ts';
import { waitFault, withDeadline } from './connections/deadline.ts';
import { createTransport, type HttpResponse, type Receiver } from './connections/transport.ts';
import { Call, type CallHost, type CallOptions, type FailedAttempt } from './first-attempt.ts';
import { createCallObserver } from './resilience/call-observer.ts';
import { createDenials, isDenial } from './resilience/denials.ts';
import { createGates } from './resilience/gates.ts';
import { type GroupRow, groups } from './resilience/groups.ts';
import { createRetries, type RetryOptions } from './resilience/retry.ts';
import { type SharedBudgetOptions, startBudget } from './resilience/shared-budget.ts';
import { type SharedTokenOptions, shareTokens } from './shared-token.ts';
import { type AcquiredToken, createTokenSource } from './token.ts';
import type { TokenBody } from './token-request.ts';
import { createDownloads } from './transfers/download.ts';
import { createUpload } from './transfers/upload.ts';
import type { UploadEncoding } from './transfers/upload-body.ts';

export interface UpstreamOptions {
  /** May end in a path prefix. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The userId of every request that has one. */
  readonly vendorEmail: string;
  readonly tokenBody: TokenBody;
  /** The header for `Bearer <token>`. */
  readonly tokenHeader: string;
  readonly requestStyle?: RequestStyle | undefined;
  /** The number of connections for reads; writes and files have their own, in proportion to it. */
  readonly connections: number;
  /** How many requests are worked on at most: so many reads may wait for a connection, and at least 1,000. */
  readonly maxRequests?: number | undefined;
  /** The deadline of a whole call, including the waits for a token and for a connection. */
  readonly deadlineMs: number;
  /** What all processes may use together; nothing but their own connections limits them by default. */
  readonly budget?: SharedBudgetOptions | undefined;
  readonly maxResponseBytes: number;
  /** Certificates in PEM that are trusted instead of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
  /** The encoding of a file in a request. */
  readonly uploadEncoding: UploadEncoding;
  /** Hosts that files may be read from; defaults to the host of the base address. */
  readonly fileHosts?: readonly string[] | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** With whom it has one token; each process has its own by default. */
  readonly sharedToken?: Pick<SharedTokenOptions, 'peers' | 'pause'> | undefined;
  /** The random source and the timer of retries. */
  readonly retrying?: Pick<RetryOptions, 'random' | 'pause'> | undefined;
}

export type Upstream = Readonly<ReturnType<typeof createUpstream>>;

export function createUpstream(options: UpstreamOptions) {
  const { clientSecret, clock, deadlineMs, tokenHeader } = options;
  const budget = options.budget && startBudget(options.budget, options.log, options.metrics);
  const gates = createGates(options, options.log, options.metrics, budget);
  // Each group has its own connections: calls that hang in one group do not block those of another.
  const transportFor = ({ slots }: GroupRow, readsEarlyResponse = false) =>
    createTransport({ ...options, connections: slots(options.connections), readsEarlyResponse });
  const transports = {
    token: transportFor(groups.token),
    reads: transportFor(groups.reads),
    feeds: transportFor(groups.feeds),
    writes: transportFor(groups.writes),
    uploads: transportFor(groups.uploads, true),
  };
  const downloads = createDownloads({ ...options, gate: gates.downloads });
  const observer = createCallObserver(clock, options.log, options.metrics);
  const retries = createRetries({ ...options, ...options.retrying });
  const tokens = createTokenSource(transports.token, {
    ...options,
    gate: gates.token,
    retries,
    shared: options.sharedToken && shareTokens({ ...options, ...options.sharedToken }),
    onCall: (fault, startedAt) => observer.record('token', fault, startedAt),
    onOthersToken: observer.recordToken,
  });
  const denials = createDenials(tokens, clock);
  const columns = new Map<CallName, ColumnReader>();

  function send(call: Call, { token }: AcquiredToken, receiver: Receiver): void {
    const { endpoint, request, options: callOptions, sendSignal } = call;
    if (sendSignal.aborted) throw waitFault(sendSignal, endpoint);
    call.onSend();
    const headers = headersWith(token.value, callOptions.requestId);
    headers.push('content-type', 'application/json');
    transports[call.group].send(endpoint, headers, bodyOf(endpoint, request), call, receiver, sendSignal);
  }

  function read(
    { endpoint, request, options: callOptions }: Call,
    { token }: AcquiredToken,
    response: HttpResponse,
  ): unknown {
    const secrets = () => [token.value, clientSecret, ...secretsOf(endpoint, request)];
    const answered = { clock, secrets, request, columns: columnsOf(endpoint), selection: callOptions.selection };
    const value = readResponse(endpoint, response, answered);
    denials.forget(endpoint);
    return value;
  }

  /** Sends the request with this token, in a slot of its own. */
  const sendWith = (call: Call, acquired: AcquiredToken): Promise<unknown> =>
    gates[call.group].run(call.endpoint, call.caller, call.sendSignal, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      send(call, acquired, { onResponse: resolve, onFault: reject });
      return read(call, acquired, await promise);
    });

  /** Makes one attempt, which after a denied token includes sending the request once more. */
  async function attempt(call: Call): Promise<unknown> {
    const acquired = await tokens.get(call.sendSignal, call.endpoint);
    try {
      return await sendWith(call, acquired);
    } catch (error) {
      return await sendAgainAfterDenial(call, { acquired, error });
    }
  }

  /** If the token was denied and another one can be had, sends the request once more with that one; else throws the error. */
  async function sendAgainAfterDenial(call: Call, { acquired, error: denial }: FailedAttempt): Promise<unknown> {
    if (!isDenial(denial)) throw denial;
    const { endpoint, sendSignal } = call;
    // Only an error in the HTTP status line proves that a write was not executed. A body may contain any status, even an
    // echo of one that was sent.
    if (denial.isInBody && endpoints[endpoint].effect === 'write') throw denials.replace(denial, acquired);
    if (acquired.isFresh) denials.record(endpoint, acquired);
    if (!denials.mayRenew(acquired.token, endpoint)) throw denials.faultOf(denial, acquired);
    const next = await tokens.renew(acquired.token, sendSignal, endpoint);
    try {
      if (next.token.value === acquired.token.value) throw denial;
      return await sendWith(call, next);
    } catch (error) {
      if (!isDenial(error)) throw error;
      denials.record(endpoint, next);
      throw denials.faultOf(error, next);
    }
  }

  const callHost: CallHost = {
    deadlineMs,
    now: clock.now,
    gateOf: (group) => gates[group],
    token: tokens.cachedToken,
    send,
    read,
    resume: (call, failed) =>
      retries.run(call.endpoint, call.sendSignal, call.startedAt, (number) =>
        failed !== null && number === 1 ? sendAgainAfterDenial(call, failed) : attempt(call),
      ),
    onFirstSuccess: ({ endpoint }) => retries.earn(endpoint),
    onEnd: ({ endpoint, caller, startedAt, options: { requestId } }, fault) =>
      observer.record(endpoint, fault, startedAt, { caller, requestId }),
  };

  const columnsOf = (endpoint: CallName): ColumnReader =>
    columns.getOrInsertComputed(endpoint, (name) => createColumnReader(undefined, keyOf(name)));

  const headersWith = (token: string, requestId: string | undefined): string[] => {
    const headers = [tokenHeader, `Bearer ${token}`];
    if (requestId !== undefined) headers.push('x-request-id', requestId);
    return headers;
  };

  const userId = `"userId":${JSON.stringify(options.vendorEmail)}}`;
  const bodyOf = (endpoint: CallName, request: object): string => {
    const body = JSON.stringify(writeRequest(endpoint, request, options.requestStyle));
    if (!endpointsWithUserId.has(endpoint)) return body;
    return body === '{}' ? `{${userId}` : `${body.slice(0, -1)},${userId}`;
  };

  const upload = createUpload({
    transport: transports.uploads,
    gate: gates.uploads,
    tokens,
    denials,
    observer,
    headersWith,
    encoding: options.uploadEncoding,
    vendorEmail: options.vendorEmail,
    clientSecret,
    deadlineMs,
    clock,
  });

  return {
    call: <E extends CallName>(endpoint: E, request: Requests[E], callOptions: CallOptions = {}) =>
      new Promise<Responses[E]>((resolve, reject) => {
        const resolveValue = resolve as (value: unknown) => void;
        new Call(callHost, endpoint, request, callOptions, resolveValue, reject).begin();
      }),
    /** The call whose body is a stream. */
    upload,
    /** Opens a file whose address is in a response. */
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
      budget?.close();
    },
  };
}

const endpointsWithUserId: ReadonlySet<string> = new Set(
  Object.entries(endpoints).flatMap(([endpoint, { request }]) => ('userId' in request ? [endpoint] : [])),
);

function keyOf(endpoint: CallName): readonly string[] | undefined {
  const { key }: Endpoint = endpoints[endpoint];
  return key;
}

/** By endpoint, the names of the request fields that are credentials; most endpoints have none. */
const secretFields = new Map(
  Object.entries(endpoints).map(([endpoint, { request }]) => {
    const fields = Object.entries<RequestField>(request).filter(([, { secret }]) => secret);
    return [endpoint, fields.map(([name]) => name)];
  }),
);

function secretsOf(endpoint: CallName, request: object): string[] {
  const values: unknown[] = (secretFields.get(endpoint) ?? []).map((name) => Reflect.get(request, name));
  return values.filter((value) => typeof value === 'string');
}
