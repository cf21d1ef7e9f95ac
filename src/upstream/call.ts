/**
 * The single door to the POST API: one typed call under one deadline, with the vendor's userId and a token, to the value
 * inside the endpoint's wrapper or an UpstreamFault. What it sends twice, it sends twice only after a 401, which upstream
 * has not acted on: so it may for reads and writes alike.
 */
import { endpoints, type RequestField } from '../contract/endpoints.ts';
import type { Answers, CallName, Requests } from '../contract/messages.ts';
import type { Selection } from '../contract/selection.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { readAnswer } from './answer.ts';
import { type Columns, createColumns } from './columns.ts';
import { underDeadline } from './deadline.ts';
import { createDownloads, type Downloads } from './download.ts';
import { UpstreamFault } from './faults.ts';
import { createOutcomes, type UpstreamState } from './outcomes.ts';
import { createTokenSource, type Token } from './token.ts';
import { createTransport } from './transport.ts';
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
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** What of the answer's records is read at least; `answerFor` gives more to whoever needs it after all. */
  readonly selection?: Selection | undefined;
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

/** How long an endpoint's denial of a fresh token stands before a new token is fetched for its sake again. */
const DENIAL_MS = 30_000;

export function createUpstream(options: UpstreamOptions): Upstream {
  const { clock, deadlineMs } = options;
  const transport = createTransport(options);
  // Uploads may last minutes: on connections of their own they keep nobody from reading.
  const uploadTransport = createTransport(options);
  const downloads = createDownloads(options);
  const outcomes = createOutcomes(clock, options.log, options.metrics);
  const tokens = createTokenSource(transport, {
    ...options,
    onCall: (fault, startedAt) => outcomes.note('token', fault, startedAt),
  });
  const tokenHeader = options.tokenHeader ?? 'authorization';
  const deniedUntil = new Map<CallName, number>();
  const columns = new Map<CallName, Columns>();

  async function call<E extends CallName>(
    endpoint: E,
    request: Requests[E],
    { signal, selection }: CallOptions = {},
  ): Promise<Answers[E]> {
    const startedAt = clock.now();
    try {
      // A retry of reads, or a breaker, has its place here: around the attempt and under the deadline.
      const answer = await underDeadline(deadlineMs, signal, (cut) => attempt(endpoint, request, cut, selection));
      outcomes.note(endpoint, null, startedAt);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamFault) outcomes.note(endpoint, error, startedAt);
      throw error;
    }
  }

  /** One answer for one request: with the token at hand, and after a 401 with another one, if one is to be had. */
  async function attempt<E extends CallName>(
    endpoint: E,
    request: Requests[E],
    cut: AbortSignal,
    selection: Selection | undefined,
  ): Promise<Answers[E]> {
    const send = async ({ value }: Token): Promise<Answers[E]> => {
      const answer = await transport.post(endpoint, headersWith(value), bodyOf(endpoint, request), cut);
      const secrets = [value, options.clientSecret, ...secretsOf(endpoint, request)];
      const unwrapped = readAnswer(endpoint, answer, { clock, secrets, columns: columnsOf(endpoint), selection });
      deniedUntil.delete(endpoint);
      return unwrapped as Answers[E];
    };

    const held = await tokens.get(cut, endpoint);
    let denial: unknown;
    try {
      return await send(held.token);
    } catch (error) {
      if (!isDenial(error)) throw error;
      denial = error;
    }
    if (held.fresh) noteFinalDenial(endpoint);
    if (!mayRenew(held.token, endpoint)) throw denial;
    const next = await tokens.renew(held.token, cut, endpoint);
    try {
      if (next.token.value === held.token.value) throw denial;
      return await send(next.token);
    } catch (error) {
      if (isDenial(error)) noteFinalDenial(endpoint);
      throw error;
    }
  }

  function noteFinalDenial(endpoint: CallName): void {
    deniedUntil.set(endpoint, clock.now() + DENIAL_MS);
  }

  // A scope that we lack must not become a token call for every call: where a fresh token was denied lately, none is fetched.
  function mayRenew(token: Token, endpoint: CallName): boolean {
    return tokens.hasOther(token) || clock.now() >= (deniedUntil.get(endpoint) ?? 0);
  }

  const columnsOf = (endpoint: CallName): Columns => columns.getOrInsertComputed(endpoint, () => createColumns());

  const headersWith = (token: string): Record<string, string> => ({
    'content-type': 'application/json',
    [tokenHeader]: `Bearer ${token}`,
  });

  const bodyOf = (endpoint: CallName, request: object): string =>
    JSON.stringify('userId' in endpoints[endpoint].request ? { ...request, userId: options.vendorEmail } : request);

  const upload = createUpload({
    transport: uploadTransport,
    tokens,
    outcomes,
    headersWith: (token) => ({ [tokenHeader]: `Bearer ${token}` }),
    encoding: options.uploadEncoding ?? 'multipart',
    vendorEmail: options.vendorEmail,
    clientSecret: options.clientSecret,
    deadlineMs,
    clock,
  });

  return {
    call,
    upload,
    download: downloads.open,
    connect: ({ signal } = {}) =>
      underDeadline(deadlineMs, signal, async (cut) => {
        await tokens.get(cut, 'token');
      }),
    state: outcomes.state,
    async close() {
      await Promise.all([transport.close(), uploadTransport.close(), downloads.close()]);
    },
  };
}

/** The values of a request that let their holder in. */
function secretsOf(endpoint: CallName, request: object): string[] {
  const fields: readonly (readonly [string, RequestField])[] = Object.entries(endpoints[endpoint].request);
  return fields.flatMap(([name, { secret }]) => {
    const value: unknown = secret ? Reflect.get(request, name) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

function isDenial(error: unknown): boolean {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_ACCESS_DENIED';
}
