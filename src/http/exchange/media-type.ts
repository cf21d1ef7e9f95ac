/** The media types of responses: JSON, and GraphQL's own for clients whose Accept header prefers it. */
import Negotiator from 'negotiator';

export const JSON_TYPE = 'application/json; charset=utf-8';

const graphqlTypes = [JSON_TYPE, 'application/graphql-response+json; charset=utf-8'];

/** The answers to Accept headers; clients send few distinct ones. */
const MAX_KNOWN = 100;
const MAX_HEADER_CHARACTERS = 200;
const known = new Map<string, string | null>();

/** The media type for the response to an operation; null if the client accepts none. */
export function graphqlTypeFor(accept: string | undefined): string | null {
  // A header without a value states no preference.
  if (accept === undefined || accept === '' || accept === '*/*') return JSON_TYPE;
  const found = known.get(accept);
  if (found !== undefined) return found;
  const type = new Negotiator({ headers: { accept } }).mediaType(graphqlTypes) ?? null;
  if (known.size >= MAX_KNOWN) known.clear();
  if (accept.length <= MAX_HEADER_CHARACTERS) known.set(accept, type);
  return type;
}
