/**
 * Reads one HTTP answer for one endpoint: the value inside the wrapper, or a typed fault. Statuses mean what section 7 makes
 * of them (402, 405, 411, 412 and 413 are upstream's refusals of a value, not HTTP's), and a status in the body counts as
 * much as the one in the HTTP line.
 */
import { isAscii } from 'node:buffer';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { unwrap } from '../contract/envelope.ts';
import { errorRows, isSaid, type ReadError, readErrorBody, unsaid } from '../contract/errors.ts';
import { isOneRecord } from '../contract/known-records.ts';
import { covers, type Selection } from '../contract/selection.ts';
import type { Clock } from '../platform/clock.ts';
import type { Columns, Read } from './columns.ts';
import { parseExactly } from './exact-json.ts';
import { UpstreamFault, type UpstreamFaultCode } from './faults.ts';
import type { HttpAnswer } from './transport.ts';

export interface AnswerContext {
  readonly clock: Clock;
  /** What must not come back in a message, should upstream quote the request. */
  readonly secrets: () => readonly string[];
  /** What was asked: an answer that may be any JSON may hold it again. */
  readonly request?: object | undefined;
  /** Reads the endpoint's records without the columns that are not asked for. */
  readonly columns?: Columns | undefined;
  readonly selection?: Selection | undefined;
}

/**
 * Where an answer that was read in part holds what more there is. No WeakMap: a young collection takes its values for alive
 * whatever becomes of their keys, so that each body would survive until the next full one.
 */
const MORE = Symbol('more');

/** An answer with what is selected, all without a selection: as it is, or read once more where it lacks any of that. */
export function answerFor<T extends object>(answer: T, selection?: Selection): T {
  const more = (answer as { readonly [MORE]?: More })[MORE];
  if (more === undefined || (selection !== undefined && covers(more.selection, selection))) return answer;
  return more.whole() as T;
}

/** What stands inside the wrapper, or throws the fault that the answer amounts to. */
export function readAnswer(endpoint: EndpointName, answer: HttpAnswer, context: AnswerContext): unknown {
  const part = readPart(endpoint, answer, context);
  const body = part === null ? parse(textOf(answer), context) : part.body;
  const said = body === undefined ? null : readErrorBody(body);
  if (answer.status >= 400) throw refusal(endpoint, answer.status, said, answer, context);
  const status = answer.status < 300 ? statusInBody(endpoint, body, said, context.request) : null;
  const isError =
    status !== null && !(isWordless(said) && isOneRecord(endpoint, part === null ? body : wholeOf(answer)));
  if (isError) throw refusal(endpoint, status, said, answer, context);
  if (answer.status >= 300) throw invalid(endpoint, answer, 'a redirect, which is not followed');
  if (body === undefined) throw invalid(endpoint, answer, `${contentType(answer)}, not JSON`);
  const unwrapped = unwrap(endpoints[endpoint].wrapper, body);
  if (!unwrapped.ok) throw invalid(endpoint, answer, `JSON of another shape: ${unwrapped.problem}`);
  const { value } = unwrapped;
  if (part !== null && context.selection !== undefined)
    (value as { [MORE]?: More })[MORE] = new More(endpoint, answer, context.selection);
  return value;
}

/** The body of an answer that was read for one selection: for whoever asks the same answer for more. */
class More {
  readonly selection: Selection;
  readonly #endpoint: EndpointName;
  readonly #answer: HttpAnswer;
  #whole: unknown;

  constructor(endpoint: EndpointName, answer: HttpAnswer, selection: Selection) {
    this.#endpoint = endpoint;
    this.#answer = answer;
    this.selection = selection;
  }

  whole(): unknown {
    this.#whole ??= this.#read();
    return this.#whole;
  }

  #read(): unknown {
    const unwrapped = unwrap(endpoints[this.#endpoint].wrapper, wholeOf(this.#answer));
    return unwrapped.ok ? unwrapped.value : undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf({ body }: HttpAnswer): string | undefined {
  // In ASCII every byte is its character.
  if (isAscii(body)) return body.toString('latin1');
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

function readPart(endpoint: EndpointName, { body }: HttpAnswer, { columns, selection }: AnswerContext): Read {
  if (columns === undefined || selection === undefined) return null;
  return columns.read(body, endpoints[endpoint].wrapper, selection);
}

/** JSON under any content type; undefined where it is none. The parser's error quotes the body, so it goes no further. */
function parse(text: string | undefined, { columns, selection }: AnswerContext): unknown {
  if (text === undefined) return undefined;
  try {
    const body = parseExactly(text);
    if (selection !== undefined) columns?.learn(body);
    return body;
  } catch {
    return undefined;
  }
}

/** The status of an error that an answer without one in its HTTP line holds. */
function statusInBody(
  endpoint: EndpointName,
  body: unknown,
  said: ReadError | null,
  request: object | undefined,
): number | null {
  const status = endpoints[endpoint].wrapper === 'any' ? ownStatus(body, request) : said?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

/** Of any JSON (4.14), a status is what stands at its top under that name, unless the request holds one, which it may echo. */
function ownStatus(body: unknown, request: object | undefined): unknown {
  const isEcho = request !== undefined && Object.hasOwn(request, 'status');
  return typeof body === 'object' && body !== null && !isEcho ? Reflect.get(body, 'status') : null;
}

/** Nothing but a status: where records are due, that may be a column that is new. */
function isWordless(said: ReadError | null): boolean {
  return said?.type === null && said.message === null;
}

function wholeOf(answer: HttpAnswer): unknown {
  return parseExactly(textOf(answer) as string);
}

function refusal(
  endpoint: EndpointName,
  status: number,
  said: ReadError | null,
  answer: HttpAnswer,
  { clock, secrets }: AnswerContext,
): UpstreamFault {
  const hidden = secrets();
  const rows = errorRows.filter((row) => row.endpoint === endpoint && row.status === status);
  const type = said?.type ?? (rows.length === 1 ? (rows[0]?.type ?? null) : null);
  // A type that the specification does not have may quote anything, and the message goes into the log.
  const isKnown = errorRows.some((row) => row.type === type);
  const told = isKnown ? `${status} ${type}` : `${status}`;
  const isListed = rows.length > 0;
  const message = `answered ${told}${isListed || status >= 500 ? '' : ', which the specification does not list'}`;
  const isWrite = endpoints[endpoint].effect === 'write';
  const between =
    isWrite && answer.status >= 400 && !isListed && !isSaid(said ?? unsaid) ? saidBetween[status] : undefined;
  return new UpstreamFault(between ?? codeOf(status), message, {
    endpoint,
    status,
    isInBody: answer.status < 400,
    sent: between !== 'UPSTREAM_UNAVAILABLE',
    upstreamType: isKnown ? type : withoutSecrets(type, hidden),
    upstreamMessage: withoutSecrets(said?.message ?? null, hidden),
    said: said ?? unsaid,
    retryAfterSeconds: retryAfter(answer.headers['retry-after'], clock),
  });
}

/**
 * What somebody in between says of a write in words that are none of upstream's, and what is no refusal of its input: that the
 * request found no way to it, so that nothing was done (404, 421, 425), or got lost where nobody can tell (408, 409).
 */
const saidBetween: Readonly<Partial<Record<number, UpstreamFaultCode>>> = {
  404: 'UPSTREAM_UNAVAILABLE',
  421: 'UPSTREAM_UNAVAILABLE',
  425: 'UPSTREAM_UNAVAILABLE',
  408: 'UPSTREAM_INVALID',
  409: 'UPSTREAM_INVALID',
};

function codeOf(status: number): UpstreamFaultCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  if (status === 401) return 'UPSTREAM_ACCESS_DENIED';
  return status === 429 ? 'UPSTREAM_RATE_LIMITED' : 'UPSTREAM_REJECTED';
}

/** An answer in no known shape, described without quoting it. */
export function invalid(endpoint: EndpointName, answer: HttpAnswer, what: string): UpstreamFault {
  const message = `answered ${answer.status} with ${answer.body.length} bytes of ${what}`;
  return new UpstreamFault('UPSTREAM_INVALID', message, { endpoint, status: answer.status, sent: true });
}

function contentType({ headers }: HttpAnswer): string {
  return headers['content-type']?.split(';')[0]?.trim().slice(0, 80) || 'no named type';
}

function withoutSecrets(text: string | null, secrets: readonly string[]): string | null {
  if (text === null) return null;
  return secrets
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
}

/** Seconds, or a date (RFC 9110, 10.2.3); null for anything else. */
function retryAfter(header: string | undefined, clock: Clock): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  // Date.parse takes many things for a date that are none.
  const at = /^[A-Z][a-z]{2},? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - clock.now()) / 1000));
}
