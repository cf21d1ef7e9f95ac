import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorRows } from '@realty-forms/contract/answers/errors.ts';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { readOnly } from '../read-only-client.ts';
import { runReference, shareReference, temporaryDir, vendor } from '../running.ts';
import { createResponseValidator, type Document, type Schema } from './response-validator.ts';

const shared = shareReference();

const read = async () => (await shared().send('/openapi.json')).body as Document;

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate({ ...(await read()) });
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('describes every endpoint with its fields, required fields and scope', async () => {
  const { paths } = await read();
  for (const [name, { path, request, scope }] of Object.entries(endpoints)) {
    const operation = paths[path]?.post;
    expect(operation?.operationId).toBe(name);
    const { schema } = operation?.requestBody?.content['application/json'] ?? {};
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(request));
    const required = Object.entries(request).filter(([, field]) => !('optional' in field));
    expect(schema?.required ?? []).toEqual(required.map(([field]) => field));
    if (scope !== null) expect(operation?.security).toContainEqual({ oauth2: [scope] });
  }
});

test('has a response for every row of section 7, with its type', async () => {
  const document = await read();
  for (const { endpoint, status, type } of errorRows) {
    const { schema } =
      document.paths[endpoints[endpoint].path]?.post?.responses[status]?.content?.['application/problem+json'] ?? {};
    expect(schema?.properties?.['title']?.enum).toContain(type);
  }
});

test('has the errors that no row covers at every endpoint', async () => {
  const { paths } = await read();
  for (const { path } of Object.values(endpoints))
    expect(Object.keys(paths[path]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['413', '429', '500', '503']),
    );
});

test('describes every operation and every field of a request', async () => {
  const { paths } = await read();
  for (const { post } of Object.values(paths)) {
    if (post === undefined) continue;
    expect(post.description).toMatch(/\.$/);
    for (const { schema } of Object.values(post.requestBody?.content ?? {})) {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        expect(field.description ?? field.$ref, `${post.operationId} ${name}`).toBeTruthy();
      }
    }
  }
});

/** The value that the page shows first for a field. */
function exampleOf(field: Schema, schemas: Document['components']['schemas']): unknown {
  const { $ref, examples, enum: codes, properties } = field;
  if ($ref !== undefined) return exampleOf(schemas[$ref.replace('#/components/schemas/', '')] ?? {}, schemas);
  if (examples !== undefined) return examples[0];
  if (codes !== undefined) return codes[0];
  if (properties === undefined) return undefined;
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each, schemas)]));
}

test('every endpoint answers its example request with success, as documented', async () => {
  const { post, send, token } = await runReference();
  const document = (await send('/openapi.json')).body as Document;
  const judge = createResponseValidator(document);
  const headers = { authorization: `Bearer ${await token()}` };
  const { body: registered } = await post(
    '/thlmobile/userRegistration',
    { ...fieldsOf('/thlmobile/userRegistration'), passcodeReturn: true },
    headers,
  );
  const secrets: Readonly<Record<string, object>> = {
    '/oauth/token': { grant_type: 'client_credentials', client_id: vendor.id, client_secret: vendor.secret },
    '/thlmobile/verifyToken': { token: registered.passcode },
  };
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    if (operation === undefined) continue;
    const answer = await post(
      path,
      secrets[path] ?? fieldsOf(path),
      path in secrets && !path.startsWith('/thl') ? {} : headers,
    );
    expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
    expect(judge.endpoint(path, { ...answer, contentType: answer.headers.get('content-type') })).toBeNull();
    if (path !== '/oauth/token' && !path.includes('Ticket') && path !== '/thlmobile/shareApp') {
      expect(answer.text, path).not.toMatch(/^\[\]$|"data":\[\]/);
    }
  }

  function fieldsOf(path: string): Record<string, unknown> {
    const { properties = {} } = document.paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {};
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      exampleOf(field, document.components.schemas),
    ]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
});

test('suggests the first client, and shows no secret', async () => {
  const running = shared();
  const page = await (await fetch(`${running.url}/docs`)).text();
  expect(page).toContain(vendor.id);
  for (const { secret } of [vendor, readOnly]) expect(page).not.toContain(secret);
  expect(page).not.toContain('secret');
});

test.each([
  ['has the secret that the service has made filled in', true, undefined, true],
  ['shows no such secret unless it is told to', false, undefined, false],
  ['never shows a secret that is configured', true, 'hush-hush', false],
])('%s', async (_, showsSecret, secret, isShown) => {
  const dataDir = temporaryDir();
  const { url } = await runReference({ dataDir, clients: [{ ...vendor, secret }], showsSecret });
  const known = secret ?? readFileSync(join(dataDir, 'client-secret'), 'utf8').trim();
  for (const path of ['/docs', '/openapi.json']) {
    const response = await fetch(url + path);
    expect((await response.text()).includes(known), path).toBe(isShown);
    // What can contain a secret stays in no cache.
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('serves the page and its files with a policy that forbids other origins', async () => {
  const running = shared();
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/docs/boot.js', '/docs/swagger-ui.css']) {
    const response = await fetch(running.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    await response.body?.cancel();
  }
});
