/**
 * The service from the doctor's point of view: sends one request under a deadline, and returns the response as JSON and as the contract
 * judges it. Any other outcome is a fault with the gateway's error code. Faults never quote the service.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { typeRow } from '@realty-forms/contract/answers/errors.ts';
import { parseExactly } from '@realty-forms/contract/answers/json.ts';
import { judge, type Refusal } from '@realty-forms/contract/answers/judge.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { Fault, type UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { describeError } from '@realty-forms/platform/quote.ts';
import { userAgent } from '@realty-forms/platform/version.ts';
import { jsonExcess, responseJsonLimits } from '@realty-forms/platform/web/json-size.ts';
import { retryAfterMs } from '@realty-forms/platform/web/retry-after.ts';
import { Agent, errors, ProxyAgent, request } from 'undici';

export interface ServiceOptions {
  /** May end in a path prefix. */
  readonly baseUrl: string;
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
  /** Certificates in PEM that are trusted instead of the built-in ones. */
  readonly caCertificate?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

export class ServiceFault extends Fault<UpstreamFaultCode> {
  /** In the HTTP status line, or in the body if that decided; null if there was no response. */
  readonly status: number | null;
  readonly retryAfterSeconds: number;

  constructor(code: UpstreamFaultCode, message: string, status: number | null = null, retryAfterSeconds = 0) {
    super(code, message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
  /** `named`: the response names another charset, in which it was read. `none`: it names none, and has bytes that are not UTF-8. */
  readonly otherCharset: 'named' | 'none' | null;
}

/** If a request does not say which encodings it accepts, a service may compress the response (RFC 9110, 12.5.3). */
const ownHeaders = ['accept', 'application/json', 'accept-encoding', 'identity', 'user-agent', userAgent];
/** How many characters of a body that is not JSON are read. */
const MAX_TEXT = 4_096;

export type Service = ReturnType<typeof openService>;

export function openService({ baseUrl, caCertificate, proxyUrl, deadlineMs, maxResponseBytes }: ServiceOptions) {
  const connect = { timeout: deadlineMs, ...(caCertificate === undefined ? {} : { ca: caCertificate }) };
  // Each call has its own connection: some services close one after each response without saying so, and the next call on it fails.
  const shared = { connections: 1, pipelining: 0, allowH2: false, maxResponseSize: maxResponseBytes };
  const dispatcher =
    proxyUrl === undefined
      ? new Agent({ ...shared, connect })
      : new ProxyAgent({ ...shared, uri: proxyUrl, requestTls: connect, proxyTls: connect });
  return {
    /** The complete response, with any status. Headers: name, value, name, value. */
    async post(endpoint: EndpointName, sent: readonly string[], body: string): Promise<Response> {
      const signal = AbortSignal.timeout(deadlineMs);
      const url = baseUrl.replace(/\/+$/, '') + endpoints[endpoint].path;
      const options = { dispatcher, headers: [...ownHeaders, ...sent], body, signal };
      try {
        const response = await request(url, { ...options, method: 'POST' });
        const bytes = Buffer.from(await response.body.arrayBuffer());
        const { statusCode: status, headers } = response;
        const charset = charsetOf(bytes, headers);
        const otherCharset = charset === null ? null : charset === '' ? 'none' : 'named';
        return { status, headers, bytes, json: jsonOf(bytes, charset || 'utf-8'), otherCharset };
      } catch (error) {
        const fault = (code: UpstreamFaultCode, problem: string) => new ServiceFault(code, `${endpoint}: ${problem}`);
        if (error instanceof errors.ResponseExceededMaxSizeError)
          throw fault('UPSTREAM_INVALID', `the response is longer than ${maxResponseBytes} bytes`);
        if (signal.aborted) throw fault('UPSTREAM_TIMEOUT', 'no complete response before the deadline');
        const reason = describeError(error as Error);
        throw fault('UPSTREAM_UNAVAILABLE', `it cannot be reached, or closed the connection (${reason})`);
      }
    },
    /** Does not wait for responses that are still arriving. */
    close: (): Promise<void> => dispatcher.destroy(),
  };
}

/** The value inside the wrapper, or the fault of the response. */
export function readContent(endpoint: EndpointName, response: Response, request?: object): unknown {
  const { status, headers, bytes, json: body } = response;
  const text = () => bytes.toString('latin1', 0, MAX_TEXT);
  const verdict = judge(endpoint, { status, headers, body, text, request });
  if (verdict.is === 'refusal') throw refusalFault(endpoint, verdict, headers);
  if (verdict.is === 'unreadable')
    throw new ServiceFault(
      'UPSTREAM_INVALID',
      `${endpoint}: responded with ${status} and ${bytes.length} bytes: ${verdict.problem}`,
      status,
    );
  return verdict.value;
}

function refusalFault(endpoint: EndpointName, refusal: Refusal, headers: IncomingHttpHeaders): ServiceFault {
  const { status, error, means } = refusal;
  // Any other type may quote something.
  const type = typeRow(error.type) === undefined ? '' : ` ${error.type}`;
  const pauseMs = retryAfterMs(headers['retry-after'], Date.now()) ?? 0;
  const code = means === 'denied' ? 'UPSTREAM_ACCESS_DENIED' : codeOf(status);
  return new ServiceFault(code, `${endpoint}: responded with ${status}${type}`, status, Math.ceil(pauseMs / 1_000));
}

function codeOf(status: number): UpstreamFaultCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  return status === 429 ? 'UPSTREAM_RATE_LIMITED' : 'UPSTREAM_REJECTED';
}

/**
 * The charset in which the response is written: null for UTF-8 (RFC 8259, 8.1), otherwise the one that it names; blank if it names no
 * other.
 */
function charsetOf(bytes: Buffer, { 'content-type': type = '' }: IncomingHttpHeaders): string | null {
  if (isUtf8(bytes)) return null;
  return /;\s*charset\s*=\s*"?(?!utf-?8\b)([^\s;"]+)/i.exec(type)?.[1] ?? '';
}

function jsonOf(bytes: Buffer, charset: string): unknown {
  if (jsonExcess(bytes, responseJsonLimits) !== null) return undefined;
  try {
    return parseExactly(new TextDecoder(charset).decode(bytes));
  } catch {
    return undefined;
  }
}
