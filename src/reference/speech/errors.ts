/** Rewrites the body of an error (section 7), whose shape the specification does not show. */
import type { ErrorBody } from '../../contract/answers/errors.ts';
import { isJsonObject } from '../../contract/answers/json.ts';
import { PROBLEM_TYPE, problemOf } from '../http/failure.ts';
import type { Answer } from './answers.ts';
import type { Speech } from './speech.ts';

/** The error's answer, in our own shape if the body has any other. */
export function speakError(status: number, body: unknown, { errors }: Speech): Answer | null {
  const error = errorIn(body);
  if (error === null) return null;
  const { type, message } = error;
  const line = errors.line === 'ok' ? 200 : status;
  const shown = errors.status === 'number' ? error.status : errors.status === 'digits' ? String(error.status) : 'error';
  if (errors.body === 'text') return { status: line, type: 'text/plain; charset=utf-8', body: `${type}: ${message}` };
  if (errors.body === 'html') return { status: line, type: 'text/html; charset=utf-8', body: page(error) };
  const mediaType = errors.body === 'problem' ? PROBLEM_TYPE : 'application/json';
  const json = jsonOf(errors.body, shown, error);
  return { status: line, type: `${mediaType}; charset=utf-8`, body: JSON.stringify(json) };
}

function jsonOf(shape: 'problem' | 'object' | 'list' | 'nested', status: unknown, error: ErrorBody) {
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

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An error as the handlers answer it, or as tests write it. */
function errorIn(body: unknown): ErrorBody | null {
  if (!isJsonObject(body)) return null;
  const { status, title, detail, type, message } = body;
  const known = { status, type: title ?? type, message: detail ?? message };
  const isError = typeof status === 'number' && typeof known.type === 'string' && typeof known.message === 'string';
  return isError ? (known as ErrorBody) : null;
}
