/**
 * Requests with bodies that nobody well-meaning writes, from a seed: rows at the edges of JSON, good bodies with damage,
 * naughty strings wherever text can stand, and types that the body is not of.
 */
import { jsonBodies } from '../http/json-bodies.ts';
import { createRandom, type Random } from '../isolation/random.ts';
import { naughtyStrings } from '../support/naughty-strings.ts';
import { damaged } from './damaged-bodies.ts';

export interface HostileRequest {
  /** What is tried, for the counts. */
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Unset where either is fine. */
  readonly expected?: 'carried out' | 'refused';
}

export type Make = () => HostileRequest;
type Kind = (random: Random) => Omit<HostileRequest, 'kind'>;

const json = { 'content-type': 'application/json' };
const viewer = '{ viewer { role } }';
const reading = `query Reading($id: ID!, $after: String, $name: String) {
  node(id: $id) { id }
  byCursor: transactions(after: $after) { totalCount }
  byName: transactions(filter: {realtorName: $name}) { totalCount }
}`;
const creation = `mutation Creation($name: String!) { createTransaction(input: {agentNrdsId: "800", stateId: "OR",
  name: $name, streetAddress: "s", propertyType: RESIDENTIAL, type: LISTING, status: NEW}) { outcome } }`;

const carriedOut: readonly object[] = [
  { query: viewer },
  { query: viewer, variables: {}, extensions: {}, operationName: null },
  { query: 'query A { viewer { role } } query B { __typename }', operationName: 'B' },
  { query: 'query ($a: [ID!]! = ["x"], $b: Boolean! = false) { nodes(ids: $a) @include(if: $b) { id } __typename }' },
  { query: '{ __schema { types { name fields { name args { name } } } } }' },
];
const good: readonly object[] = [
  ...carriedOut,
  { query: reading, variables: { id: 'x', after: null, name: 'Ada' }, operationName: 'Reading' },
  { query: creation, variables: { name: 'Elm Street' }, operationName: 'Creation' },
];

const headerNames = [
  ...['x-request-id', 'accept', 'user-agent', 'origin', 'x-forwarded-for', 'cookie', 'if-none-match', 'host'],
  ...['content-type', 'content-encoding', 'authorization', 'x-apollo-operation-name', 'accept-encoding', 'referer'],
];

const contentTypes = [
  ...['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'application/graphql', '*/*'],
  ...['application/jsonp', 'application/octet-stream', 'application', '/', ';', 'application/json, text/plain'],
  ...['application/json; charset=utf-16', 'application/json;charset', 'APPLICATION/JSON', 'application/json;;;'],
  ...['application/graphql-response+json', 'application/ld+json', 'text/json', 'application/json/x', 'null'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x', 'multipart/mixed'],
];

const multipart = [
  '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{ viewer { role } }"}\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{\r\n--x',
  '--x--',
];

const bytesOf = (body: object): Buffer => Buffer.from(JSON.stringify(body));

const kinds: Readonly<Record<string, Kind>> = {
  'good as it is': (random) => ({ headers: json, body: bytesOf(random.pick(carriedOut)), expected: 'carried out' }),
  'edge of JSON': (random) => {
    const [, body, expected] = random.pick(jsonBodies);
    return { headers: json, body: Buffer.from(body as string), expected };
  },
  'edge of JSON, damaged': (random) => ({
    headers: json,
    body: damaged(Buffer.from(random.pick(jsonBodies)[1] as string), random),
  }),
  'good body, damaged': (random) => ({ headers: json, body: damaged(bytesOf(random.pick(good)), random) }),
  'naughty text in the body': (random) => ({ headers: json, body: bytesOf(naughtyBody(random)) }),
  'naughty headers': (random) => ({ headers: naughtyHeaders(random), body: bytesOf(random.pick(carriedOut)) }),
  'another content-type': (random) => {
    const body = Buffer.from(random.chance(0.5) ? random.pick(multipart) : JSON.stringify(random.pick(carriedOut)));
    const headers = random.chance(0.05) ? {} : { 'content-type': random.pick(contentTypes) };
    return { headers, body: random.chance(0.5) ? body : damaged(body, random) };
  },
};

/** Damage finds the most, and is sent three times as often as any other kind. */
const shares = Object.keys(kinds).flatMap((kind) => (kind === 'good body, damaged' ? [kind, kind, kind] : [kind]));

export function createHostileBodies(seed: number): Make {
  const random = createRandom(seed);
  return () => {
    const kind = random.pick(shares);
    return { kind, ...(kinds[kind] as Kind)(random) };
  };
}

function naughtyBody(random: Random): object {
  const text = random.pick(naughtyStrings);
  const other = random.pick(naughtyStrings);
  const quoted = JSON.stringify(text);
  return random.pick<() => object>([
    () => ({ query: text }),
    () => ({ query: `{ node(id: ${quoted}) { id } }` }),
    () => ({ query: `{ viewer { role } } # ${text}` }),
    () => ({ query: `query ${text} { viewer { role } }`, operationName: text }),
    () => ({ query: `{ ${text}: viewer { role } ${other} }` }),
    () => ({ query: `query ($a: String = """${text}""") { transactions(after: $a) { totalCount } }` }),
    () => ({ query: reading, variables: { id: text, after: other, name: text } }),
    () => ({ query: viewer, variables: { [text]: other }, extensions: { [other]: text } }),
    () => ({ query: viewer, operationName: text }),
    () => ({ query: viewer, [text]: other }),
    () => ({ query: creation, variables: { name: text } }),
  ])();
}

function naughtyHeaders(random: Random): Record<string, string> {
  const picked = Array.from({ length: 1 + random.whole(3) }, () => random.pick(headerNames));
  return { ...json, ...Object.fromEntries(picked.map((name) => [name, inHeader(random.pick(naughtyStrings))])) };
}

/** The string's bytes, as Node takes them for a header: without controls other than tab. */
function inHeader(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ' ');
}
