/**
 * The bearer token of client credentials (4.1, 5): fetched once for all who wait, cached until shortly before it ends, and
 * replaced when it is denied. Failures that pass are tried again like those of reads, and then shared by those who wait; they
 * are not cached, but refused credentials are not offered again at once either.
 * The token is read for its end only, never verified: that is upstream's business.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type Clock, isAhead } from '../platform/clock.ts';
import { invalid, readAnswer } from './answer.ts';
import type { Cut } from './cut.ts';
import { underDeadline, waitUntilCut } from './deadline.ts';
import { UpstreamFault } from './faults.ts';
import type { Gate } from './gates.ts';
import type { Retries } from './retry.ts';
import type { HttpAnswer, Transport } from './transport.ts';

export interface TokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the specification shows it, or as the OAuth standard has it. */
  readonly tokenBody: 'json' | 'form';
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly retries: Retries;
  /** Told of every token call: null for a token, else the fault. */
  readonly onCall?: (fault: UpstreamFault | null, startedAt: number) => void;
}

export interface Token {
  readonly value: string;
  /** On our own clock; the margin is taken off. */
  readonly usableUntil: number;
}

export interface HeldToken {
  readonly token: Token;
  /** It was fetched while this caller waited, so nothing newer can be had. */
  readonly fresh: boolean;
}

export interface TokenSource {
  /** The cached token; null where a new one is needed. */
  readonly atHand: () => HeldToken | null;
  /** The cached token, at once, or a new one. The endpoint is the one that waits, for the fault of a wait that is cut. */
  readonly get: (cut: Cut, endpoint: EndpointName) => HeldToken | Promise<HeldToken>;
  /** The cached token if it is another one by now, else a new one. The denied one stays until that has come. */
  readonly renew: (denied: Token, cut: Cut, endpoint: EndpointName) => Promise<HeldToken>;
  /** A token other than this one is at hand, or on its way. */
  readonly hasOther: (than: Token) => boolean;
}

const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;
/** How long a refusal of our credentials stands before they are offered again. */
const REFUSAL_MS = 5_000;
const LONGEST_REFUSAL_MS = 60_000;

export function createTokenSource(transport: Transport, options: TokenOptions): TokenSource {
  const { clock } = options;
  /** As those get it who have not waited for it. */
  let cached: HeldToken | null = null;
  let flight: Promise<Token> | null = null;
  let refusal: { readonly fault: UpstreamFault; readonly until: number } | null = null;

  const usable = (): HeldToken | null => (cached !== null && clock.now() < cached.token.usableUntil ? cached : null);

  // The flight runs under a deadline of its own: whoever waits may leave, the others still get their token.
  function start(): Promise<Token> {
    const startedAt = clock.now();
    const started = underDeadline(options.deadlineMs, undefined, (cut) =>
      options.retries.run('token', cut, startedAt, () =>
        options.gate.run('token', cut, () => fetchToken(transport, options, cut)),
      ),
    ).then(
      (token) => {
        cached = { token, fresh: false };
        options.onCall?.(null, startedAt);
        return token;
      },
      (error: unknown) => {
        if (error instanceof UpstreamFault) {
          const pause = refusalPause(error);
          refusal = pause === 0 ? null : { fault: error, until: clock.now() + pause };
          options.onCall?.(error, startedAt);
        }
        throw error;
      },
    );
    const landed = (): void => {
      flight = null;
    };
    started.then(landed, landed);
    return started;
  }

  async function fetchOnce(cut: Cut, endpoint: EndpointName): Promise<HeldToken> {
    if (flight === null && refusal !== null && isAhead(refusal.until, clock, LONGEST_REFUSAL_MS)) throw refusal.fault;
    flight ??= start();
    return { token: await waitUntilCut(flight, cut, endpoint), fresh: true };
  }

  return {
    atHand: usable,
    get: (cut, endpoint) => usable() ?? fetchOnce(cut, endpoint),
    async renew(denied, cut, endpoint) {
      const other = usable();
      return other !== null && other.token !== denied ? other : fetchOnce(cut, endpoint);
    },
    hasOther: (than) => flight !== null || (usable()?.token ?? than) !== than,
  };
}

function refusalPause(fault: UpstreamFault): number {
  if (fault.code === 'UPSTREAM_ACCESS_DENIED' || fault.code === 'UPSTREAM_REJECTED') return REFUSAL_MS;
  if (fault.code !== 'UPSTREAM_RATE_LIMITED') return 0;
  return Math.min(LONGEST_REFUSAL_MS, (fault.retryAfterSeconds ?? 0) * 1000 || REFUSAL_MS);
}

async function fetchToken(transport: Transport, options: TokenOptions, cut: Cut): Promise<Token> {
  const fields = { grant_type: 'client_credentials', client_id: options.clientId, client_secret: options.clientSecret };
  const [type, body] =
    options.tokenBody === 'json'
      ? ['application/json', JSON.stringify(fields)]
      : ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()];
  // The life counts from before the request, so that a slow answer never makes it longer.
  const askedAt = options.clock.now();
  const answer = await transport.post('token', ['content-type', type], body, cut);
  const said = readAnswer('token', answer, { clock: options.clock, secrets: () => [options.clientSecret] });
  return readToken(said as Record<string, unknown>, answer, askedAt);
}

function readToken(said: Record<string, unknown>, answer: HttpAnswer, askedAt: number): Token {
  const { access_token: value, token_type: type = 'Bearer', expires_in: expiresIn } = said;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw invalid('token', answer, 'JSON without a token');
  if (String(type).toLowerCase() !== 'bearer')
    throw invalid('token', answer, 'JSON with a token that is no bearer token');
  const life = lifeOf(positive(expiresIn), readClaims(value), askedAt);
  if (life === null) throw invalid('token', answer, 'JSON with a token that does not say when it ends');
  return { value, usableUntil: askedAt + life - Math.min(MARGIN_MS, life * MARGIN_SHARE) };
}

/** The smaller of `expires_in` and the time to `exp`, in milliseconds. */
function lifeOf(expiresIn: number | null, claims: Record<string, unknown>, askedAt: number): number | null {
  const exp = positive(claims.exp);
  const issued = positive(claims.iat);
  let left = exp === null ? null : exp * 1000 - askedAt;
  // A token that is over when it is given means that the clocks differ; then only its own two times can be compared.
  if (left !== null && left <= 0) left = exp !== null && issued !== null && exp > issued ? (exp - issued) * 1000 : null;
  const lives = [expiresIn === null ? null : expiresIn * 1000, left].filter((life) => life !== null);
  return lives.length === 0 ? null : Math.min(...lives);
}

/** The claims of a JSON Web Token, unverified; none for an opaque token. */
function readClaims(token: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function positive(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}
