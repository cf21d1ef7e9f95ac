/** Rewrites errors (section 7): the shape of the body, which the specification leaves open, and the differences that the public documentation shows. */
import type { ErrorBody } from '@realty-forms/contract/answers/errors.ts';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { PROBLEM_TYPE, problemOf } from '../http/failure.ts';
import type { Answer, AnswerOptions } from './answers.ts';
import type { Dialect } from './dialect.ts';

/** Null if the body is not an error. */
export function writeError(
  endpoint: EndpointName | null,
  answer: Answer,
  body: unknown,
  options: AnswerOptions,
): Answer | null {
  const error = errorIn(body);
  if (error === null) return null;
  if (options.dialect.errors.kinds === 'specified') return printError(answer.status, error, options);
  if (isBadToken(answer, error)) return { status: 401, type: null, body: '' };
  const { line, ...shown } = documented(endpoint, error);
  const isSameStatus = shown.status === error.status;
  return printError(line ?? (isSameStatus ? answer.status : shown.status), shown, options);
}

/**
 * A bad token gets an answer without a body, a missing permission one with a body; the challenge distinguishes them. Stubs in tests send no
 * challenge.
 */
function isBadToken({ challenge }: Answer, { type }: ErrorBody): boolean {
  return type === 'Access Denied' && challenge !== undefined && !challenge.includes('insufficient_scope');
}

/** Names the missing parameters, so that the error cannot be mistaken for one about an unknown value. */
export const missingParameters = (names: readonly string[]): ErrorBody => ({
  status: 400,
  type: 'Missing Required Parameters',
  message: `Missing Required parameters: ${names.join(', ')}`,
});

export const notFound = (endpoint: EndpointName): ErrorBody => ({
  status: 400,
  type: `${endpoint} Not Found`,
  message: `${endpoint} matching id parameter not found`,
});

/** `line` is the status of the HTTP line, if it differs. */
function documented(endpoint: EndpointName | null, error: ErrorBody): ErrorBody & { readonly line?: number } {
  const { status, type, message } = error;
  if (type === 'Access Denied' && status === 401) return { ...error, status: 410 };
  if (endpoint === 'listTrans' && status === 404) return { ...error, status: 400, line: 404 };
  const isOfFile = endpoint === 'listFiles' || endpoint === 'downloadfiles';
  if (isOfFile && message === 'Missing Required Parameter: transId') return notFound(endpoint);
  if (endpoint === 'downloadfiles' && status === 404) return notFound(endpoint);
  const [, names] = /^Missing Required Parameter: (.*)$/s.exec(message) ?? [];
  return names === undefined ? error : missingParameters([names]);
}

/** Prints the error in the shape of the dialect. */
export function printError(status: number, error: ErrorBody, { dialect, accept }: AnswerOptions): Answer {
  const { errors } = dialect;
  const { type, message } = error;
  const line = errors.line === 'ok' ? 200 : status;
  const shown = errors.status === 'number' ? error.status : errors.status === 'digits' ? String(error.status) : 'error';
  if (errors.body === 'text') return { status: line, type: 'text/plain; charset=utf-8', body: `${type}: ${message}` };
  if (errors.body === 'html') return { status: line, type: 'text/html; charset=utf-8', body: page(error) };
  if (errors.kinds === 'documented' && !/\bjson\b/.test(accept ?? ''))
    return { status: line, type: 'application/problem+xml; charset=utf-8', body: xmlOf(error) };
  const mediaType = errors.body === 'problem' ? PROBLEM_TYPE : 'application/json';
  const json = jsonOf(errors.body, shown, error);
  return { status: line, type: `${mediaType}; charset=utf-8`, body: JSON.stringify(json) };
}

function jsonOf(shape: Exclude<Dialect['errors']['body'], 'text' | 'html'>, status: unknown, error: ErrorBody) {
  const { type, message } = error;
  switch (shape) {
    case 'problem':
      return { ...problemOf(error), status };
    case 'object':
      return { status, type, message };
    case 'list':
      return [{ status, type, message }];
    case 'nested':
      return { error: { code: status, type, message } };
  }
}

const page = ({ status, type, message }: ErrorBody) =>
  `<!DOCTYPE html><html><head><title>${status} ${escaped(type)}</title></head><body><p>${escaped(message)}</p></body></html>`;

/** RFC 9457, appendix B. */
function xmlOf(error: ErrorBody): string {
  const members = Object.entries(problemOf(error)).map(
    ([name, value]) => `<${name}>${escaped(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><problem xmlns="urn:ietf:rfc:7807">${members.join('')}</problem>`;
}

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An error as the handlers return it, or as tests write it. */
function errorIn(body: unknown): ErrorBody | null {
  if (!isJsonObject(body)) return null;
  const { status, title, detail, type, message } = body;
  const known = { status, type: title ?? type, message: detail ?? message };
  const isError = typeof status === 'number' && typeof known.type === 'string' && typeof known.message === 'string';
  return isError ? (known as ErrorBody) : null;
}
