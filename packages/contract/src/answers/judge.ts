/**
 * Decides what an answer is, for each endpoint by its row: a record, nothing, a refusal, or unreadable. Only this file decides whether an
 * object is a record, and whether a write was executed. Only the columns of its own key make an object a record, since an error may have a
 * column like `phone`. In doubt, an answer is unreadable.
 */
import { type Endpoint, type EndpointName, endpoints } from '../calls/endpoints.ts';
import { isBlank } from '../columns/kinds.ts';
import { SelectedRecord } from '../columns/selection.ts';
import { contentOf, type JsonObject, objectIn, onlyItem, outerObject, type Page, readCount } from './envelope.ts';
import { emptyError, type ReadError, readErrorBody, readErrorText } from './errors.ts';
import { hasMessage, hasRemark, isError, isErrorItem, isNothingFound, isRefuted } from './failures.ts';
import { isJsonObject, readNumber } from './json.ts';
import { deniesToken, type Meaning, meaningOf, saysEmpty } from './refusals.ts';
import { respell } from './spelling.ts';
import { isMeaningful, isSuccess, reportsSuccess } from './success.ts';

export interface Answer {
  /** The status in the HTTP status line. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if the body is not JSON. */
  readonly body: unknown;
  /** The beginning of a body that is not JSON. */
  readonly text: () => string;
  /** The request, whose values an answer may repeat. */
  readonly request?: object | undefined;
}

export interface Refusal {
  readonly is: 'refusal';
  /** The status in the HTTP status line or, if that reports a success, in the body. */
  readonly status: number;
  readonly error: ReadError;
  readonly means: Meaning | null;
}

export type Verdict =
  /** The content without its wrapper: a `Page`, a list of records, or an object. A text is in the object's `result`. */
  | { readonly is: 'record' | 'nothing'; readonly value: unknown }
  | Refusal
  /** `problem` says in a few words what was found or expected. */
  | { readonly is: 'unreadable'; readonly problem: string };

/** Renames columns of the body in place if they are in another case. */
export function judge(endpoint: EndpointName, received: Answer): Verdict {
  // Services that print the text `Success` (4.9) may forget JSON's quotation marks.
  const answer =
    received.body === undefined && isSuccess(received.text()) ? { ...received, body: 'Success' } : received;
  const { status, body } = answer;
  if (endpoints[endpoint].wrapper !== 'any') respell(endpoint, body);
  const error = readErrorBody(body);
  if (status >= 400) return refuse(endpoint, answer, status, error ?? readErrorText(endpoint, status, body));
  const verdict =
    status < 300 ? judgeSuccess(endpoint, answer, error) : unreadable('a redirect, which is not followed');
  const isDenied = verdict.is === 'unreadable' && deniesToken(endpoint, answer, status, error);
  return isDenied ? refuse(endpoint, answer, status, error) : verdict;
}

/** Whether an endpoint returns a list of records, which may be empty. */
function hasRecords(endpoint: EndpointName): boolean {
  const { wrapper } = endpoints[endpoint];
  return wrapper === 'list' || wrapper === 'page' || wrapper === 'pageInList';
}

const unreadable = (problem: string): Verdict => ({ is: 'unreadable', problem });
const unexpected = (problem: string): Verdict => unreadable(`JSON of an unexpected shape: ${problem}`);

/** A refusal may mean that a record does not exist, for an endpoint that looks up one record, or that a list is empty. */
function refuse(endpoint: EndpointName, answer: Answer, status: number, read: ReadError | null): Verdict {
  const { effect, wrapper } = endpoints[endpoint];
  const error = read ?? emptyError;
  if (deniesToken(endpoint, answer, status, read)) return { is: 'refusal', status, error, means: 'denied' };
  const means = meaningOf(endpoint, answer, status, error);
  if (means === 'nothing' && effect === 'read' && wrapper === 'list') return { is: 'nothing', value: [] };
  const isEmpty = status < 500 && hasRecords(endpoint) && saysEmpty(endpoint, answer, error);
  return isEmpty ? judgeRecords(endpoint, []) : { is: 'refusal', status, error, means };
}

/** For a status line that reports a success; 204 means that a list has no records. */
function judgeSuccess(endpoint: EndpointName, answer: Answer, error: ReadError | null): Verdict {
  const { body, request } = answer;
  if (body === undefined)
    return answer.status === 204 && hasRecords(endpoint) && answer.text() === ''
      ? judgeRecords(endpoint, [])
      : unreadable(notJson(answer));
  const status = errorStatus(endpoint, body, error, request);
  if (status !== null)
    return endpoints[endpoint].effect === 'write' && showsExecution(endpoint, body)
      ? unreadable(`JSON with the error status ${status} beside a sign of success`)
      : refuse(endpoint, answer, status, error);
  if (endpoints[endpoint].wrapper === 'any') {
    const isEcho = [error?.type, error?.message].some((text) => text && JSON.stringify(request ?? {}).includes(text));
    const isDenied = !isEcho && deniesToken(endpoint, answer, answer.status, error);
    return isDenied ? refuse(endpoint, answer, answer.status, error) : { is: 'record', value: body };
  }
  return hasRecords(endpoint) ? judgeRecords(endpoint, body, request) : judgeObject(endpoint, body, request);
}

/** What a body is instead of JSON. Services are asked not to compress (RFC 9110, 12.5.3). */
function notJson({ headers }: Answer): string {
  const encoding = /^(?:x-)?(?:br|compress|deflate|gzip|zstd)$/i.exec(String(headers['content-encoding'] ?? '').trim());
  return encoding === null ? 'not JSON' : `compressed (content-encoding: ${encoding[0]}), which was not asked for`;
}

/** The error status in an answer's body although the HTTP status line reports success. */
function errorStatus(
  endpoint: EndpointName,
  body: unknown,
  error: ReadError | null,
  request: object | undefined,
): number | null {
  const status = endpoints[endpoint].wrapper === 'any' ? topLevelStatus(body, request) : error?.status;
  if (typeof status !== 'number' || status < 400 || status >= 600) return null;
  // In a list or a wrapper, a status without any text may be a column that the specification does not have.
  const item = objectIn(body);
  const mayBeColumn = error?.type === null && error.message === null && item !== body;
  return mayBeColumn && hasKey(endpoint, item) ? null : status;
}

/** In an answer that may be any JSON (4.14), the top-level `status`, unless the request has one, which the answer may echo. */
function topLevelStatus(body: unknown, request: object | undefined): unknown {
  const isEcho = request !== undefined && Object.hasOwn(request, 'status');
  return typeof body === 'object' && body !== null && !isEcho ? Reflect.get(body, 'status') : null;
}

/** Whether a write's answer has what only an executed write has, so that an error next to it proves nothing. */
function showsExecution(endpoint: EndpointName, body: unknown): boolean {
  const object = objectIn(body);
  return object !== null && (isSuccess(object['result']) || hasKey(endpoint, recordIn(endpoint, object)));
}

function recordIn(endpoint: EndpointName, object: JsonObject): JsonObject | null {
  const { within }: Endpoint = endpoints[endpoint];
  return within === undefined ? object : objectIn(object[within]);
}

function hasKey(endpoint: EndpointName, value: unknown): boolean {
  const { key }: Endpoint = endpoints[endpoint];
  if (key === undefined || !isJsonObject(value)) return false;
  for (const column of key) if (isMeaningful(value[column])) return true;
  return false;
}

function judgeRecords(endpoint: EndpointName, body: unknown, sent: object = {}): Verdict {
  const { wrapper, single, request, key }: Endpoint = endpoints[endpoint];
  const { meta, data } = contentOf(isNothingFound(body) || isPastTheEnd(body, sent) ? [] : body);
  const around = meta === null ? null : (outerObject(body) as JsonObject);
  const isBatched = 'batch_no' in request;
  const records = Array.isArray(data) ? (data as readonly unknown[]) : recordsOf(data, meta, isBatched);
  if (records === null || !records.every((each) => each instanceof SelectedRecord || hasKey(endpoint, each)))
    return unexpected('expected a list of records');
  if (records.length === 1 && isErrorItem(records[0], key, onlyItem(body) === body))
    return unexpected('an error that repeats columns of a record');
  if (single === true && records.length > 1) return unexpected('expected one record, not several');
  if (around !== null && meta !== null && (isError(around, records.length === 0) || isError(meta, false)))
    return unexpected('an error beside the records');
  if (around !== null && records.length === 0 && !reportsSuccess(around) && hasRemark(around, Object.values(sent)))
    return unexpected('a message in place of the records');
  // An empty list without a meta means that nothing matches the filter only for the endpoint whose page is inside a list: an empty answer
  // of activeUsers must not be mistaken for a complete list without any user.
  const impliesNoMatch = wrapper === 'pageInList' && records.length === 0;
  const value: readonly unknown[] | Page<unknown> =
    wrapper === 'list'
      ? records
      : {
          total: readCount(meta?.['total']) ?? records.length,
          max: meta === null ? (impliesNoMatch ? 0 : null) : readCount(meta['max']),
          nextBatchNo: readCount(meta?.['next_batch_no']),
          data: records,
        };
  return { is: records.length === 0 ? 'nothing' : 'record', value };
}

/** Whether there is nothing in place of a batch other than the first one. */
const isPastTheEnd = (body: unknown, sent: object): boolean =>
  body === null && Number(Reflect.get(sent, 'batch_no')) > 1;

/** Accepts a record that is not in a list, or nothing in place of an empty list. A batch is always a list. */
function recordsOf(data: unknown, meta: JsonObject | null, isBatched: boolean): readonly unknown[] | null {
  if (isJsonObject(data)) return isBatched && meta === null ? null : [data];
  const isEmpty = data === null && (readCount(meta?.['total']) ?? readCount(meta?.['max'])) === 0;
  return isEmpty ? [] : null;
}

/** An object is a record only if it shows a success, and nothing in it or around it contradicts that. */
function judgeObject(endpoint: EndpointName, body: unknown, request: object | undefined): Verdict {
  const { wrapper, key, keyIf }: Endpoint = endpoints[endpoint];
  const content = onlyItem(contentOf(body).data);
  const isText = isSuccess(content) || (typeof content === 'string' && wrapper === 'text');
  const object = isText ? { result: content } : content;
  if (!isJsonObject(object)) return unexpected(`expected ${wrapper === 'text' ? 'a string or ' : ''}an object`);
  const echoed = new Set<unknown>(Object.values(request ?? {}));
  const around = outerObject(body);
  if (isRefuted(object, echoed) || (around !== null && isRefuted(around, echoed)))
    return unexpected('a sign of failure where a success was expected');
  const isKeyed = key !== undefined && (keyIf === undefined || isTrue(request && Reflect.get(request, keyIf)));
  const isReported = hasNoStatus(object) ? isFlagged(object) : reportsSuccess(object);
  const isDone = isKeyed
    ? hasKey(endpoint, recordIn(endpoint, object)) && (isReported || (hasNoStatus(object) && !hasMessage(object)))
    : isReported;
  return isDone ? { is: 'record', value: recordIn(endpoint, object) } : unexpected('expected a sign of success');
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
const isFlagged = ({ success }: JsonObject): boolean => isSuccess(success) || readNumber(success) === 1;
const hasNoStatus = ({ status, result }: JsonObject): boolean => isBlank(status) && isBlank(result);
