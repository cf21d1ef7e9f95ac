/** Rewrites the body of an error (section 7), whose shape the specification does not show. */
import type { ErrorBody } from '../../contract/answers/errors.ts';
import type { Answer } from './answers.ts';
import type { Speech } from './speech.ts';

/** The error's answer, in our own shape if the body has any other. */
export function speakError(status: number, body: unknown, { errors }: Speech): Answer | null {
  if (!isErrorBody(body)) return null;
  const { type, message } = body;
  const line = errors.line === 'ok' ? 200 : status;
  const shown = errors.status === 'number' ? body.status : errors.status === 'digits' ? String(body.status) : 'error';
  if (errors.body === 'text') return { status: line, type: 'text/plain; charset=utf-8', body: `${type}: ${message}` };
  if (errors.body === 'html') return { status: line, type: 'text/html; charset=utf-8', body: page(body) };
  const json = jsonOf(errors.body, shown, type, message);
  return { status: line, type: 'application/json; charset=utf-8', body: JSON.stringify(json) };
}

function jsonOf(shape: 'object' | 'list' | 'nested' | 'renamed', status: unknown, type: string, message: string) {
  switch (shape) {
    case 'object':
      return { status, type, message };
    case 'list':
      return [{ status, type, message }];
    case 'nested':
      return { error: { code: status, type, message } };
    case 'renamed':
      return { statusCode: status, title: type, detail: message };
  }
}

const page = ({ status, type, message }: ErrorBody) =>
  `<!DOCTYPE html><html><head><title>${status} ${escaped(type)}</title></head><body><p>${escaped(message)}</p></body></html>`;

const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false;
  const { status, type, message } = body as Partial<ErrorBody>;
  return typeof status === 'number' && typeof type === 'string' && typeof message === 'string';
}
