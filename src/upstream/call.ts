/**
 * The single door to the POST API: one typed call under one deadline, with the vendor's userId and a token, to the value
 * inside the endpoint's wrapper or an UpstreamFault. What it sends twice, it sends twice after a 401, which upstream has not
 * acted on, be it a read or a write (of a write, one in the HTTP line); or because `retry.ts` knows that it may.
 */
import { endpoints, type RequestField } from '../contract/endpoints.ts';
import type { Answers, CallName, Requests } from '../contract/messages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { readAnswer } from './answer.ts';
import { type Columns, createColumns } from './columns.ts';
import { cutFault, underDeadline } from './deadline.ts';
import { createDenials, isDenial } from './denials.ts';
import { createDownloads, type Downloads } from './download.ts';
import type { UpstreamFault } from './faults.ts';
import { Call, type CallOptions, type Door, type Tried } from './first-try.ts';
import { createGates, gateFor } from './gates.ts';
import { type GroupRow, groupOf, groups } from './groups.ts';
import { createOutcomes, type UpstreamState } from './outcomes.ts';
import { createRetries, type RetryOptions } from './retry.ts';
import { createShares } from './shares.ts';
import { createTokenSource, type HeldToken } from './token.ts';
import { createTransport, type HttpAnswer, type Receiver } from './transport.ts';
import { createUpload, type Upload } from './upload.ts';
import type { UploadEncoding } from './upload-body.ts';

export interface UpstreamOptions {
  /** May end in a path prefix. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Goes into every request that has a userId. */
  readonly vendorEmail: string;
  readonly tokenBody: 'json' | 'form';
  /** The header that carries `Bearer <token>`; authorization unless told. */
  readonly tokenHeader?: string | undefined;
  /** For reads; writes and files have their own, in proportion to these. */
  readonly connections: number;
  /** For a whole call, the wait for a token and a connection included. */
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
  /** Certificates in PEM that are trusted in place of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
  /** How a file is written into a request; multipart unless told. */
  readonly uploadEncoding?: UploadEncoding | undefined;
  /** Hosts that files may be read from; the base address's own unless told. */
  readonly fileHosts?: readonly string[] | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** How a retry is waited for. */
  readonly retrying?: Pick<RetryOptions, 'random' | 'pause'> | undefined;
}

export interface Upstream {
  readonly call: <E extends CallName>(endpoint: E, request: Requests[E], options?: CallOptions) => Promise<Answers[E]>;
  /** The call whose body is a stream. */
  readonly upload: Upload;
  /** Opens a file that an answer gives the address of. */
  readonly download: Downloads['open'];
  /** Gets the first token: upstream is there and knows us. */
  readonly connect: (options?: CallOptions) => Promise<void>;
  readonly state: () => UpstreamState;
  /** Waits for what is under way, then closes the connections. */
  readonly close: () => Promise<void>;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { clock, deadlineMs } = options;
  const gates = createGates(options.connections, options.log, options.metrics);
  // Connections of their own: what hangs in one group keeps no other from its calls.
  const connected = ({ places }: GroupRow, hearsOut = false) =>
    createTransport({ ...options, connections: places(options.connections), hearsOut });
  const transports = {
    token: connected(groups.token),
    reads: connected(groups.reads),
    writes: connected(groups.writes),
    uploads: connected(groups.uploads, true),
  };
  const downloads = createDownloads({ ...options, gate: gates.downloads });
  const outcomes = createOutcomes(clock, options.log, options.metrics);
  const retries = createRetries({ ...options, ...options.retrying });
  const tokens = createTokenSource(transports.token, {
    ...options,
    gate: gates.token,
    retries,
    onCall: (fault, startedAt) => outcomes.note('token', fault, startedAt),
  });
  const tokenHeader = options.tokenHeader ?? 'authorization';
  const denials = createDenials(tokens, clock);
  const columns = new Map<CallName, Columns>();

  function send(call: Call, { token }: HeldToken, receiver: Receiver): void {
    const { endpoint, request, options: asked, waiting } = call;
    if (waiting.aborted) throw cutFault(waiting, endpoint, false);
    const headers = headersWith(token.value, asked.requestId);
    headers.push('content-type', 'application/json');
    transports[groupOf[endpoint]].send(endpoint, headers, bodyOf(endpoint, request), call, receiver, waiting);
  }

  function read({ endpoint, request, options: asked }: Call, { token }: HeldToken, answer: HttpAnswer): unknown {
    const secrets = () => [token.value, options.clientSecret, ...secretsOf(endpoint, request)];
    const { selection } = asked;
    const value = readAnswer(endpoint, answer, { clock, secrets, request, columns: columnsOf(endpoint), selection });
    denials.forget(endpoint);
    return value;
  }

  /** One answer for one request: with the token at hand, and after a 401 with another one, if one is to be had. */
  async function attempt(call: Call, tried: Tried | null): Promise<unknown> {
    const { endpoint, waiting } = call;
    const again = (held: HeldToken): Promise<unknown> =>
      gateFor(gates, endpoint).run(endpoint, waiting, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
        send(call, held, { onAnswer: resolve, onFault: reject });
        return read(call, held, await promise);
      });

    const held = tried?.held ?? (await tokens.get(waiting, endpoint));
    let denial: UpstreamFault;
    try {
      if (tried !== null) throw tried.error;
      return await again(held);
    } catch (error) {
      if (!isDenial(error)) throw error;
      denial = error;
    }
    // That a write was not carried out, an HTTP line says for certain; a body may hold any status, one that was sent among them.
    if (denial.isInBody && endpoints[endpoint].effect === 'write') throw denials.replace(denial, held);
    if (held.fresh) denials.note(endpoint);
    if (!denials.mayRenew(held.token, endpoint)) throw denial;
    const next = await tokens.renew(held.token, waiting, endpoint);
    try {
      if (next.token.value === held.token.value) throw denial;
      return await again(next);
    } catch (error) {
      if (isDenial(error)) denials.note(endpoint);
      throw error;
    }
  }

  const door: Door = {
    deadlineMs,
    now: clock.now,
    gateOf: (endpoint) => gateFor(gates, endpoint),
    token: tokens.atHand,
    send,
    read,
    goOn(call, tried) {
      let first = tried;
      return retries.run(call.endpoint, call.waiting, call.startedAt, () => {
        const before = first;
        first = null;
        return attempt(call, before);
      });
    },
    onFirst: retries.earn,
    onEnd: ({ endpoint, startedAt, options: { requestId } }, fault) =>
      outcomes.note(endpoint, fault, startedAt, requestId),
  };

  const columnsOf = (endpoint: CallName): Columns => columns.getOrInsertComputed(endpoint, () => createColumns());

  const headersWith = (token: string, requestId: string | undefined): string[] => {
    const headers = [tokenHeader, `Bearer ${token}`];
    if (requestId !== undefined) headers.push('x-request-id', requestId);
    return headers;
  };

  const userId = `"userId":${JSON.stringify(options.vendorEmail)}}`;
  const bodyOf = (endpoint: CallName, request: object): string => {
    const body = JSON.stringify(request);
    if (!takesUserId.has(endpoint)) return body;
    return body === '{}' ? `{${userId}` : `${body.slice(0, -1)},${userId}`;
  };

  const { uploads } = groups;
  const upload = createUpload({
    transport: transports.uploads,
    gate: gates.uploads,
    shares: createShares({ places: Math.ceil(uploads.places(options.connections) / 2), queue: uploads.queue }),
    tokens,
    denials,
    outcomes,
    headersWith,
    encoding: options.uploadEncoding ?? 'multipart',
    vendorEmail: options.vendorEmail,
    clientSecret: options.clientSecret,
    deadlineMs,
    clock,
  });

  return {
    call: <E extends CallName>(endpoint: E, request: Requests[E], asked: CallOptions = {}) =>
      new Promise<Answers[E]>((resolve, reject) => {
        const done = resolve as (value: unknown) => void;
        new Call(door, endpoint, request, asked, done, reject).begin();
      }),
    upload,
    download: downloads.open,
    connect: ({ signal } = {}) =>
      underDeadline(deadlineMs, signal, async (cut) => {
        await tokens.get(cut, 'token');
      }),
    state: outcomes.state,
    async close() {
      retries.end();
      await Promise.all([...Object.values(transports).map((transport) => transport.close()), downloads.close()]);
    },
  };
}

const takesUserId: ReadonlySet<string> = new Set(
  Object.entries(endpoints).flatMap(([endpoint, { request }]) => ('userId' in request ? [endpoint] : [])),
);

/** By endpoint, the names of a request's values that let their holder in; most have none. */
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
