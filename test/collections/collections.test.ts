/** What `npm run collections` writes: the OpenAPI document is valid, and a gateway answers each request. */
import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type BruRequest, bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from '@usebruno/lang';
import { expect, test } from 'vitest';
import { startSeededGateway } from '../clients/seeded-gateway.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { openSearchIndex } from '../support/gateways/search-index.ts';
import { collectionFiles } from './files.ts';

const files = collectionFiles();
const read = (path: string) => files[path] ?? '';

test('the OpenAPI document is valid', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(read('openapi.json')));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

/** The requests of a folder in their order, as Bruno reads them. */
function requestsOf(name: string): BruRequest[] {
  return Object.keys(files)
    .filter((path) => path.startsWith(`bruno/${name}/`) && !path.endsWith('/folder.bru'))
    .map((path) => bruToJsonV2(read(path)))
    .sort((one, other) => Number(one.meta.seq) - Number(other.meta.seq));
}

test('a gateway answers each request of the collection without an error, with no variable but two tokens filled in by hand', async () => {
  const { url, token } = await startSeededGateway({ index: await openSearchIndex() });
  const { variables } = bruToEnvJsonV2(read('bruno/environments/local.bru'));
  expect(variables.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(['token', 'serviceToken']);
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  values
    .set('url', url)
    .set('token', token)
    .set('serviceToken', await serviceToken());
  const filled = (text: string) => text.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) => lookUp(name));
  const lookUp = (name: string) => {
    if (name === '$guid') return randomUUID();
    const value = values.get(name);
    if (value === undefined || value === '') throw new Error(`nothing has set ${name}`);
    return value;
  };
  const { auth: inherited } = collectionBruToJson(read('bruno/collection.bru'));

  const all = [...requestsOf('queries'), ...requestsOf('mutations')];
  expect(all.length).toBeGreaterThan(15);
  for (const { meta, http, auth, body, vars } of all) {
    const bearer = (http.auth === 'inherit' ? inherited : auth)?.bearer?.token ?? '';
    const response = await fetch(filled(http.url), {
      method: http.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${filled(bearer)}` },
      body: JSON.stringify({
        query: body.graphql.query,
        variables: JSON.parse(filled(body.graphql.variables)),
      }),
    });
    const answer = (await response.json()) as Answer;
    expect(answer.errors, meta.name).toBeUndefined();
    const { outcome = 'COMMITTED', userErrors = [] } = answer.data[meta.name] ?? {};
    expect([meta.name, outcome, userErrors]).toEqual([meta.name, 'COMMITTED', []]);
    for (const { name, value } of vars?.res ?? []) values.set(name, String(valueAt(answer, value)));
  }
});

interface Answer {
  readonly errors?: unknown;
  readonly data: Readonly<
    Record<string, { readonly outcome?: string; readonly userErrors?: readonly unknown[] } | null>
  >;
}

/** `res.body.data.transactions.nodes[0].id`, in the body of a response. */
function valueAt(body: unknown, path: string): unknown {
  const keys = path.replace(/^res\.body\./, '').match(/\w+/g) ?? [];
  return keys.reduce<unknown>((value, key) => Reflect.get(value as object, key), body);
}
