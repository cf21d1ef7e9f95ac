/**
 * What a refusal means beyond its status: that the token is denied, in any of the forms that services and their proxies use, or that
 * something does not exist. The specification shows only some of these forms (5, 7).
 */
import { type EndpointName, endpoints } from '../calls/endpoints.ts';
import { namesTransaction } from '../calls/file-requests.ts';
import { textIn } from './envelope.ts';
import type { ReadError } from './errors.ts';
import type { Answer } from './judge.ts';

/**
 * `denied`: the token was not accepted, so nothing was executed if the status line says so. `nothing`: the requested record does not exist.
 * `unmatched`: no file matches, or the filter is wrong (4.8, 4.10). `unknownTransaction`: the transaction in a request for files does not
 * exist.
 */
export type Meaning = 'denied' | 'nothing' | 'unmatched' | 'unknownTransaction';

/** Whether the answer denies the token. `status` is that of the status line, or of the body if the line reports a success. */
export function deniesToken(
  endpoint: EndpointName,
  { headers, body, text, status: line }: Answer,
  status: number,
  error: ReadError | null,
): boolean {
  // Documented as 410, which no endpoint uses otherwise; the body may be missing.
  if (status === 401 || (status === 410 && body === undefined && text() === '')) return true;
  if (status >= 500 || status === 429) return false;
  const words = body === undefined ? [] : [error?.type, error?.message, textIn(body)].map(compact);
  if (words.includes('accessdenied')) return true;
  // A request to these two endpoints contains another token, which may be the denied one.
  if (endpoint === 'token' || endpoint === 'verifyToken') return false;
  if (words.includes('invalidtoken') || INVALID_TOKEN.test(headerOf(headers, 'www-authenticate'))) return true;
  if (line >= 300 && line < 400) return LOGIN.test(headerOf(headers, 'location'));
  return body === undefined && DENIED_TEXT.test(text().replace(MARKUP, ' '));
}

const INVALID_TOKEN = /\berror\s*=\s*"?invalid_token\b/i;
/** Addresses of pages where people sign in. */
const LOGIN = /\b(?:log|sign)[-_]?(?:in|on)\b|\/(?:sso|saml2?|oauth2?|auth|authorize|session)(?:[/?.]|$)/i;
const DENIED_TEXT = /\baccess[ _]denied\b|\binvalid[ _]token\b/i;
const MARKUP = /<(?:style|script)\b[\s\S]*?<\/(?:style|script)>|<[^>]*>/gi;

const headerOf = (headers: Answer['headers'], name: string): string => String(headers[name] ?? '');

/** Ignores case, spaces and punctuation. */
const compact = (text: string | null | undefined): string => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');

export function meaningOf(endpoint: EndpointName, answer: Answer, status: number, error: ReadError): Meaning | null {
  if (status < 500 && saysNotFound(endpoint, answer, error)) return 'nothing';
  if (isOfFiles(endpoint) && status === 400 && namesTransaction(error.message)) return 'unknownTransaction';
  if (endpoints[endpoint].effect === 'write') return null;
  // Behind a successful status line, a 404 cannot be a proxy's.
  if (status === 404 && (answer.status < 300 || isFromService(error, answer.body)))
    return isOfFiles(endpoint) ? 'unmatched' : 'nothing';
  return null;
}

function isOfFiles(endpoint: EndpointName): boolean {
  return endpoint === 'listFiles' || endpoint === 'downloadfiles' || endpoint === 'uploadfiles';
}

/**
 * Whether a refusal says that a list has no records. For files, only words say so, since the refusal may otherwise be about the
 * transaction.
 */
export function saysEmpty(endpoint: EndpointName, answer: Answer, error: ReadError): boolean {
  return (endpoint !== 'listFiles' && saysNotFound(endpoint, answer, error)) || isNothingMessage(error.message);
}

/** Whether a message says only that there are no records. */
export function isNothingMessage(message: unknown): boolean {
  return typeof message === 'string' && NOTHING_FOUND.test(message.trim());
}

const NOTHING_FOUND =
  /^(?:no|0) (?:matching )?(?:records?|results?|data|rows|files?|users|members|transactions)(?: (?:were |was )?found)?[.!]?$/i;

/** Whether it has the documented form of "not found": with the endpoint's name at the beginning, in the title and in the detail. */
function saysNotFound(endpoint: EndpointName, { body, text }: Answer, { type, message }: ReadError): boolean {
  const title = compact(`${endpoint} Not Found`);
  if (body === undefined) return compact(text().replace(MARKUP, ' ')).includes(title);
  const detail = compact(`${endpoint} matching id parameter not found`);
  return [type, message].map(compact).some((words) => words === title || words === detail);
}

/**
 * Whether an error is the service's own, not that of a proxy or an API gateway, whose JSON has at most a message (`no Route matched`, `Not
 * Found`), or names the address. A message alone is the service's if section 7 has it.
 */
export function isFromService({ status, type, message }: ReadError, body: unknown): boolean {
  const stated = [status, type, message].filter((part) => part !== null).length;
  const text = (JSON.stringify(body) ?? '').replace(/:\/\/[^\s"]+/g, '');
  return !ADDRESS.test(text) && (stated >= 2 || /^invalid filter\b/i.test(message ?? ''));
}

const ADDRESS = /\b(?:routes?|path|ur[il]|endpoint|resource|page|api|upstream|backend|host|proxy|cannot post)\b/i;
