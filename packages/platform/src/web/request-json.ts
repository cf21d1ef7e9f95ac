/** Parses the JSON of requests, within limits, and without keys that could replace a prototype. */
import { parse } from 'secure-json-parse';
import { type JsonLimits, jsonExcess } from './json-size.ts';

/** Twice what the limits on variables allow. */
const requestJsonLimits: JsonLimits = { values: 10_000, depth: 100, uncountedBytes: 65_536 };

/** The value of a request's JSON. If it is rejected, the error's message is the rest of a sentence about it, such as `is not valid JSON`. */
export function parseRequestJson(bytes: Buffer): unknown {
  const excess = jsonExcess(bytes, requestJsonLimits);
  if (excess !== null) throw new Error(`has ${excess}`);
  try {
    return parse(bytes.toString(), { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw new Error((error as Error).message === FORBIDDEN_KEY ? PROTOTYPE : 'is not valid JSON');
  }
}

/** The parser's message for a key that could replace a prototype; its other messages are about syntax errors. */
const FORBIDDEN_KEY = 'Object contains forbidden prototype property';
const PROTOTYPE = 'has the key `__proto__`, or `prototype` within `constructor`; neither is allowed';
