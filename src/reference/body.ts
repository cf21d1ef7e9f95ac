/**
 * Reads request bodies (section 4: content types are not shown). JSON where the type says so or there is none; at the token
 * endpoint also the form that OAuth clients send. Anything else is the endpoint's own 400.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { malformedRequest } from './failure.ts';
import type { RequestBody } from './validate.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function readBody(endpoint: EndpointName, contentType: string | undefined, bytes: Buffer): RequestBody {
  if (bytes.length === 0) return {};
  const text = decode(endpoint, bytes);
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === '' || JSON_TYPE.test(type)) return readJson(endpoint, text);
  if (endpoint === 'token' && type === FORM_TYPE) return readForm(text);
  throw malformedRequest(endpoint);
}

function decode(endpoint: EndpointName, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedRequest(endpoint);
  }
}

function readJson(endpoint: EndpointName, text: string): RequestBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedRequest(endpoint);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedRequest(endpoint);
  return value as RequestBody;
}

/** A field that is given twice reads as a list, which is no value of any field. */
function readForm(text: string): RequestBody {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}
