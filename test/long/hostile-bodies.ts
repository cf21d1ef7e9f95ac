/**
 * Requests with hostile bodies, generated from a seed: edge cases of JSON, valid bodies with damage, naughty strings in every
 * place for text, and content types that do not match the body.
 */
import { jsonBodies } from '../http/middleware/json-bodies.ts';
import { createRandom, type Random } from '../isolation/random.ts';
import { naughtyStrings } from '../support/hostile/naughty-strings.ts';
import { damageBody } from './damaged-bodies.ts';

export interface HostileRequest {
  /** The kind of attack, for the counts. */
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Unset if either is acceptable. */
  readonly expected?: 'executed' | 'rejected';
}

export type NextRequest = () => HostileRequest;
type Kind = (random: Random) => Omit<HostileRequest, 'kind'>;

const json = { 'content-type': 'application/json' };
const viewer = '{ viewer { role } }';
const readQuery = `query Reading($id: ID!, $after: String, $name: String) {
  node(id: $id) { id }
  byCursor: transactions(after: $after) { totalCount }
  byName: transactions(filter: {realtorName: $name}) { totalCount }
}`;
const createMutation = `mutation Creation($name: String!) { createTransaction(input: {agentNrdsId: "800", stateId: "OR",
  name: $name, streetAddress: "s", propertyType: RESIDENTIAL, type: LISTING, status: NEW}) { outcome } }`;

const executableBodies: readonly object[] = [
  { query: viewer },
  { query: viewer, variables: {}, extensions: {}, operationName: null },
  { query: 'query A { viewer { role } } query B { __typename }', operationName: 'B' },
  { query: 'query ($a: [ID!]! = ["x"], $b: Boolean! = false) { nodes(ids: $a) @include(if: $b) { id } __typename }' },
  { query: '{ __schema { types { name fields { name args { name } } } } }' },
];
const validBodies: readonly object[] = [
  ...executableBodies,
  { query: readQuery, variables: { id: 'x', after: null, name: 'Ada' }, operationName: 'Reading' },
  { query: createMutation, variables: { name: 'Elm Street' }, operationName: 'Creation' },
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
  'good body, unchanged': (random) => ({
    headers: json,
    body: bytesOf(random.pick(executableBodies)),
    expected: 'executed',
  }),
  'edge of JSON': (random) => {
    const [, body, expected] = random.pick(jsonBodies);
    return { headers: json, body: Buffer.from(body as string), expected };
  },
  'edge of JSON, damaged': (random) => ({
    headers: json,
    body: damageBody(Buffer.from(random.pick(jsonBodies)[1] as string), random),
  }),
  'good body, damaged': (random) => ({ headers: json, body: damageBody(bytesOf(random.pick(validBodies)), random) }),
  'naughty text in the body': (random) => ({ headers: json, body: bytesOf(naughtyBody(random)) }),
  'naughty headers': (random) => ({ headers: naughtyHeaders(random), body: bytesOf(random.pick(executableBodies)) }),
  'another content-type': (random) => {
    const body = Buffer.from(
      random.chance(0.5) ? random.pick(multipart) : JSON.stringify(random.pick(executableBodies)),
    );
    const headers = random.chance(0.05) ? {} : { 'content-type': random.pick(contentTypes) };
    return { headers, body: random.chance(0.5) ? body : damageBody(body, random) };
  },
};

/** Damage finds the most bugs, so it is sent three times as often as any other kind. */
const weightedKinds = Object.keys(kinds).flatMap((kind) =>
  kind === 'good body, damaged' ? [kind, kind, kind] : [kind],
);

export function createHostileBodies(seed: number): NextRequest {
  const random = createRandom(seed);
  return () => {
    const kind = random.pick(weightedKinds);
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
    () => ({ query: readQuery, variables: { id: text, after: other, name: text } }),
    () => ({ query: viewer, variables: { [text]: other }, extensions: { [other]: text } }),
    () => ({ query: viewer, operationName: text }),
    () => ({ query: viewer, [text]: other }),
    () => ({ query: createMutation, variables: { name: text } }),
  ])();
}

function naughtyHeaders(random: Random): Record<string, string> {
  const picked = Array.from({ length: 1 + random.integer(3) }, () => random.pick(headerNames));
  return { ...json, ...Object.fromEntries(picked.map((name) => [name, inHeader(random.pick(naughtyStrings))])) };
}

/** The string's bytes as Node accepts them in a header: without control characters except tab. */
function inHeader(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ' ');
}
