import { readdir, readFile } from 'node:fs/promises';
import { buildSchema, coerceInputValue, type GraphQLSchema, Kind, parse, typeFromAST, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PlaygroundTab, readTabs } from '../../../src/http/playground/tabs.ts';
import type { DevelopmentSignIn } from '../../../src/http/routes/development.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

const callers: readonly DevelopmentSignIn[] = [
  { role: 'agent', name: 'An Agent', nrdsId: '118002', token: 'agent-token' },
];

function appWith(of?: readonly DevelopmentSignIn[]) {
  return injectable(
    appUnderTest({ hasPlayground: of !== undefined, developmentCallers: async () => of ?? [] }).options,
  );
}

describe('the prepared queries', () => {
  let schema: GraphQLSchema;
  let tabs: PlaygroundTab[];

  beforeAll(async () => {
    const folder = new URL('../../../schema/', import.meta.url);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql')).sort();
    schema = buildSchema((await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('\n'));
    tabs = await readTabs(callers);
  });

  it('begin with the transactions of the agent whose token is shown', () => {
    expect(tabs[0]).toMatchObject({ caller: 'agent', query: expect.stringContaining('transactions(first: 10,') });
    expect(tabs[0]?.variables).toBeUndefined();
  });

  it('are valid against the schema', () => {
    for (const { query } of tabs) expect(validate(schema, parse(query))).toEqual([]);
  });

  it('have values for every variable that the schema accepts', () => {
    for (const { query, variables = '{}' } of tabs) {
      const values = JSON.parse(variables);
      const [operation] = parse(query).definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`No operation first in ${query}`);
      const declared = operation.variableDefinitions ?? [];
      expect(Object.keys(values)).toEqual(declared.map(({ variable }) => variable.name.value));
      for (const { variable, type } of declared) {
        const inputType = typeFromAST(schema, type as never);
        expect(() => coerceInputValue(values[variable.name.value], inputType as never)).not.toThrow();
      }
    }
  });

  it('give each write an idempotency key, and select whether it was replayed', () => {
    const writes = tabs.filter(({ query }) => /^mutation/m.test(query));
    expect(writes.length).toBeGreaterThan(1);
    for (const { query, variables = '' } of writes) {
      expect(JSON.parse(variables)).toMatchObject({
        input: { idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) },
      });
      expect(query).toMatch(/^ {4}replayed$/m);
    }
  });

  it('say where the token of the caller goes, unless it is known', async () => {
    const uploading = ({ query }: PlaygroundTab) => query.includes('curl -s');
    expect(tabs.find(uploading)?.query).toContain("-H 'Authorization: Bearer agent-token'");
    expect((await readTabs([])).find(uploading)?.query).toContain("-H 'Authorization: Bearer PASTE-A-TOKEN-HERE'");
  });

  it('have a placeholder for an id', () => {
    const adding = tabs.find(({ query }) => query.includes('addServiceProviders'));
    expect(JSON.parse(adding?.variables ?? '')).toMatchObject({ input: { transactionId: 'PASTE-AN-ID-HERE' } });
  });

  it("create a transaction for the shown token's agent", () => {
    const creating = tabs.find(({ query }) => query.includes('createTransaction'));
    expect(JSON.parse(creating?.variables ?? '')).toMatchObject({ input: { agentNrdsId: '118002' } });
  });
});

describe('the playground', () => {
  it('is not served unless it is enabled', async () => {
    const app = appWith();
    expect((await app.inject('/graphiql')).statusCode).toBe(404);
    expect((await app.inject('/')).statusCode).toBe(404);
  });

  it('is where the root path redirects to', async () => {
    const response = await appWith([]).inject('/');
    expect([response.statusCode, response.headers.location]).toEqual([302, 'graphiql']);
  });

  it('is where a browser gets that opens the address of the graph, below a path prefix too', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const visited = await appWith([]).inject({ url: '/graphql', headers });
    expect([visited.statusCode, visited.headers.location]).toEqual([302, 'graphiql']);
    const others = [
      appWith().inject({ url: '/graphql', headers }),
      appWith([]).inject({ url: '/graphql?query={viewer{role}}', headers }),
      appWith([]).inject({ url: '/graphql', headers: { accept: '*/*' } }),
    ];
    for (const other of others) expect((await other).statusCode).toBe(200);
  });

  it('has a page without inline scripts, under a policy that allows none, which is never stored', async () => {
    const response = await appWith(callers).inject('/graphiql');
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body.match(/<script(?! (?:defer|type="module") src="graphiql\/)[^>]*>/g)).toEqual([
      '<script type="application/json" id="settings">',
    ]);
  });

  it('has idempotency keys of its own at each visit, so that a sample that creates something does so again', async () => {
    const app = appWith(callers);
    const keyOf = async () => /idempotencyKey[\\": ]+([\da-f-]{36})/.exec((await app.inject('/graphiql')).body)?.[1];
    const first = await keyOf();
    expect([first, first === (await keyOf())]).toEqual([expect.any(String), false]);
  });

  it('embeds the tokens in the page so that they cannot close their script element', async () => {
    const token = '</script><script>alert(1)';
    const { body } = await appWith([{ role: 'agent', name: null, token }]).inject('/graphiql');
    expect(body).not.toContain('<script>alert');
    const settings = /id="settings">(.*?)<\/script>/.exec(body)?.[1];
    expect(JSON.parse(settings ?? '')).toMatchObject({ endpoint: './graphql', tokens: { agent: token } });
  });

  it('serves every file that its page and its boot script refer to', async () => {
    const app = appWith([]);
    const { body } = await app.inject('/graphiql');
    const boot = await app.inject('/graphiql/boot.js');
    const workers = ['editor', 'graphql', 'json'].map((name) => `/graphiql/worker-${name}.js`);
    expect(boot.body).toContain('`worker-');
    const named = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => String(match[1]));
    for (const path of [...named.map((link) => `/${link}`), ...workers]) {
      const response = await app.inject({ url: path, method: 'HEAD' });
      expect([path, response.statusCode]).toEqual([path, 200]);
    }
  });

  it('answers 304 if the browser already has a file', async () => {
    const app = appWith([]);
    const url = '/graphiql/worker-editor.js';
    const first = await app.inject(url);
    expect(first.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8' });
    const etag = String(first.headers.etag);
    const again = await app.inject({ url, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
