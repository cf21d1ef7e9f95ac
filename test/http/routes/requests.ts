/** Requests, each with what it is about. */
import { agent, LISTED, narrow, type SentRequest, service, typename, viewer } from './sent-requests.ts';

const severalOperations = {
  query: `query A($x: Boolean!) { ...F } query B { viewer { role } }
    fragment F on Query { viewer { role @include(if: $x) scopes } }`,
  operationName: 'B',
};
/** Null is valid for the variable, but not for the condition that uses it. */
const undecided = {
  query: 'query Q($x: Boolean = true) { viewer { role @include(if: $x) scopes } }',
  variables: { x: null },
};
const long = {
  query: `{ ${Array.from({ length: 30 }, (_, at) => `${'a'.repeat(200)}${at}: viewer { role }`).join(' ')} }`,
};
/** A query whose error message contains the character unescaped. */
const quoting = (character: string) => ({
  query:
    'query Q($n: String!) { transactions(agentNrdsId: "100", filter: { realtorName: $n }) { totalCount } viewer { role } }',
  variables: { n: character },
});
const keyed = (idempotencyKey: string, to: string) => ({
  query: 'mutation S($input: ShareAppInput!) { shareApp(input: $input) { outcome replayed } }',
  variables: { input: { fields: { to }, idempotencyKey } },
});
const account = {
  query:
    'query A($e: String!, $s: Boolean = false) { account(by: { email: $e }) { id email firstName @skip(if: $s) } }',
  variables: { e: 'nobody@nowhere.example' },
};

/** Ordinary operations, which are run by their plan once they have come before. */
export const ordinary: readonly { what: string; sent: SentRequest }[] = [
  { what: 'an operation', sent: { headers: { authorization: service }, body: typename } },
  { what: 'an operation with a name', sent: { headers: { authorization: agent }, body: viewer } },
  { what: 'a long response', sent: { headers: { authorization: service }, body: long } },
  {
    what: 'a text beyond ASCII',
    sent: { headers: { authorization: service }, body: quoting('a\u0085') },
  },
  {
    what: 'a text beyond Latin-1',
    sent: { headers: { authorization: service }, body: quoting('a\u2028') },
  },
  {
    what: 'one of several operations, with a fragment of another whose variable it lacks',
    sent: { headers: { authorization: service }, body: severalOperations },
  },
  { what: 'a field error', sent: { headers: { authorization: service }, body: account } },
  { what: 'a missing scope', sent: { headers: { authorization: narrow }, body: account } },
  {
    what: 'a request for its cost',
    sent: { headers: { authorization: service, 'x-cost': '1' }, body: account },
  },
  {
    what: 'a request for its cost in the body',
    sent: { headers: { authorization: service }, body: { ...typename, extensions: { cost: true } } },
  },
  {
    what: 'null where nothing is given',
    sent: {
      headers: { authorization: service },
      body: { ...typename, variables: null, operationName: null, extensions: null },
    },
  },
  {
    what: 'a request id of its own',
    sent: { headers: { authorization: service, 'x-request-id': 'request-of-mine-1' }, body: typename },
  },
  {
    what: 'a request id that would forge a log line',
    sent: { headers: { authorization: service, 'x-request-id': 'a b' }, body: typename },
  },
  {
    what: 'a page whose origin is listed',
    sent: { headers: { authorization: service, origin: LISTED }, body: typename },
  },
  {
    what: 'a page whose origin is not listed',
    sent: { headers: { authorization: service, origin: 'https://evil.example' }, body: typename },
  },
  {
    what: 'the newer media type',
    sent: { headers: { authorization: service, accept: 'application/graphql-response+json' }, body: typename },
  },
  {
    what: 'a choice of media types',
    sent: {
      headers: { authorization: service, accept: 'application/graphql-response+json, application/json;q=0.5' },
      body: account,
    },
  },
  {
    what: 'no preference of media types',
    sent: { headers: { authorization: service, accept: '' }, body: typename },
  },
  {
    what: 'a media type with a character set',
    sent: {
      headers: { authorization: service, 'content-type': 'application/json; charset=utf-8' },
      body: typename,
    },
  },
];

/** Requests that are rejected, or that no plan serves. */
export const others: readonly { what: string; sent: SentRequest }[] = [
  { what: 'no token', sent: { body: typename } },
  { what: 'a rejected token', sent: { headers: { authorization: 'Bearer a.b.c' }, body: typename } },
  { what: 'another authentication scheme', sent: { headers: { authorization: 'Basic YTpi' }, body: typename } },
  {
    what: 'a host that is not served',
    sent: { headers: { authorization: service, host: 'evil.example' }, body: typename },
  },
  {
    what: 'a form',
    sent: {
      headers: { authorization: service, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query={__typename}',
    },
  },
  {
    what: 'plain text',
    sent: { headers: { authorization: service, 'content-type': 'text/plain' }, body: typename },
  },
  {
    what: 'a compressed body',
    sent: { headers: { authorization: service, 'content-encoding': 'gzip' }, body: typename },
  },
  {
    what: 'a query in the URL',
    sent: {
      method: 'GET',
      path: '/graphql?query={__typename}',
      headers: { authorization: service, 'apollo-require-preflight': '1' },
    },
  },
  { what: 'another path', sent: { path: '/graphql/', headers: { authorization: service }, body: typename } },
  {
    what: 'a media type that is not served',
    sent: { headers: { authorization: service, accept: 'text/html' }, body: typename },
  },
  { what: 'no JSON', sent: { headers: { authorization: service }, body: '{"query":' } },
  {
    what: 'a body that is not UTF-8',
    sent: {
      headers: { authorization: service },
      body: Buffer.from(JSON.stringify(quoting('Zoë')), 'latin1'),
    },
  },
  {
    what: 'another charset',
    sent: {
      headers: { authorization: service, 'content-type': 'application/json; charset=iso-8859-1' },
      body: typename,
    },
  },
  {
    what: 'the replacement character',
    sent: { headers: { authorization: service }, body: quoting('a\ufffd') },
  },
  { what: 'an empty body', sent: { headers: { authorization: service }, body: '' } },
  { what: 'a list', sent: { headers: { authorization: service }, body: [typename] } },
  {
    what: 'a prototype',
    sent: { headers: { authorization: service }, body: '{"query":"{ __typename }","__proto__":{"a":1}}' },
  },
  {
    what: 'a prototype in escapes',
    sent: { headers: { authorization: service }, body: '{"query":"{ __typename }","\\u005f_proto__":{"a":1}}' },
  },
  {
    what: 'variables that are text',
    sent: { headers: { authorization: service }, body: { ...typename, variables: '{}' } },
  },
  {
    what: 'variables that do not fit',
    sent: { headers: { authorization: service }, body: { ...account, variables: { e: 1 } } },
  },
  {
    what: 'a null variable in a condition',
    sent: { headers: { authorization: service }, body: undecided },
  },
  {
    what: 'a variable too deep',
    sent: {
      headers: { authorization: service },
      body: { ...account, variables: { e: [[[[[[[[[[[1]]]]]]]]]]] } },
    },
  },
  {
    what: 'a name that no operation has',
    sent: { headers: { authorization: service }, body: { ...viewer, operationName: 'Else' } },
  },
  {
    what: 'an empty name',
    sent: { headers: { authorization: service }, body: { ...viewer, operationName: '' } },
  },
  {
    what: 'a query of the wrong kind',
    sent: { headers: { authorization: service }, body: { query: { a: 1 } } },
  },
  {
    what: 'a hash of a query',
    sent: {
      headers: { authorization: service },
      body: { ...typename, extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
    },
  },
  {
    what: 'the schema',
    sent: { headers: { authorization: service }, body: { query: '{ __schema { queryType { name } } }' } },
  },
  {
    what: 'a mutation',
    sent: {
      headers: { authorization: narrow },
      body: { query: 'mutation { shareApp(input: { fields: {} }) { outcome } }' },
    },
  },
  { what: 'a mutation with a key', sent: { headers: { authorization: service }, body: keyed('key-1', 'ada') } },
  { what: 'its key with another input', sent: { headers: { authorization: service }, body: keyed('key-1', 'bob') } },
  { what: 'a malformed key', sent: { headers: { authorization: service }, body: keyed('', 'ada') } },
  {
    what: 'a query that does not fit the schema',
    sent: { headers: { authorization: service }, body: { query: '{ nothing }' } },
  },
  {
    what: 'a body beyond the limit',
    sent: {
      headers: { authorization: service },
      body: { ...typename, extensions: { a: 'a'.repeat(1_100_000) } },
    },
  },
];

/** What precedes the file of a multipart request, or replaces it; the map is empty unless given. */
const multipart = (operations: string, map = '{}') =>
  `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations}\r\n` +
  `--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n${map}\r\n--b--\r\n`;
const form = { authorization: service, 'content-type': 'multipart/form-data; boundary=b' };
const unread = { 'apollo-require-preflight': '1' };
const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
});

/** Requests of other forms, methods and paths. */
export const elsewhere: readonly { what: string; sent: SentRequest }[] = [
  { what: 'a form without a file', sent: { headers: { ...form, ...unread }, body: multipart(JSON.stringify(viewer)) } },
  { what: 'a form that a page could send', sent: { headers: form, body: multipart(JSON.stringify(viewer)) } },
  { what: 'a form without its operations', sent: { headers: { ...form, ...unread }, body: '--b--\r\n' } },
  {
    what: 'a form without the file that its map names',
    sent: {
      headers: { ...form, ...unread },
      body: multipart('{"query":"{ __typename }","variables":{"f":null}}', '{"0":["variables.f"]}'),
    },
  },
  { what: 'a query in the URL that a page could send', sent: { method: 'GET', path: '/graphql?query={__typename}' } },
  {
    what: 'a mutation in the URL',
    sent: { method: 'GET', path: '/graphql?query=mutation{shareApp(input:{fields:{}}){outcome}}', headers: unread },
  },
  {
    what: 'two queries in the URL',
    sent: { method: 'GET', path: '/graphql?query={__typename}&query={viewer{role}}', headers: unread },
  },
  { what: 'no query in the URL', sent: { method: 'GET', path: '/graphql', headers: unread } },
  { what: 'another method', sent: { method: 'PUT', headers: { authorization: service }, body: typename } },
  { what: 'the head of the graph', sent: { method: 'HEAD', path: '/graphql' } },
  { what: 'a preflight of a listed origin', sent: { method: 'OPTIONS', headers: preflight(LISTED) } },
  { what: 'a preflight of another origin', sent: { method: 'OPTIONS', headers: preflight('https://evil.example') } },
  { what: 'OPTIONS without an origin', sent: { method: 'OPTIONS' } },
  { what: 'a preflight for another path', sent: { method: 'OPTIONS', path: '/nowhere', headers: preflight(LISTED) } },
  { what: 'the liveness', sent: { method: 'GET', path: '/healthz' } },
  { what: 'the liveness, its head', sent: { method: 'HEAD', path: '/healthz' } },
  { what: 'the liveness for a page', sent: { method: 'GET', path: '/healthz', headers: { origin: LISTED } } },
  { what: 'the readiness', sent: { method: 'GET', path: '/readyz' } },
  { what: 'the readiness, sent to', sent: { path: '/readyz', body: typename } },
  { what: 'the schema for a page', sent: { method: 'HEAD', path: '/schema.graphql', headers: { origin: LISTED } } },
  { what: 'a file behind an invalid link', sent: { method: 'GET', path: '/files/sealed' } },
  { what: 'nothing that is served', sent: { method: 'GET', path: '/nowhere?token=1' } },
  { what: 'nothing that is served, sent to', sent: { path: '/nowhere', body: typename } },
  { what: 'a malformed path', sent: { method: 'GET', path: '/%E0%A4%A' } },
  { what: 'an encoded path', sent: { method: 'GET', path: '/%68ealthz' } },
];
