// README.md and docs/ tell client developers what the gateway really does: error codes, limits.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { dirname, join } from 'node:path';
import { clientCodeOf, type FaultCode, faults } from '@realty-forms/platform/fault.ts';
import { DEFAULT_MOBILE_URLS } from '@realty-forms/reference/options.ts';
import { isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { MAX_PAGE_SIZE } from '../../src/gateway/paging/connection.ts';
import { limits, MAX_TOKENS } from '../../src/graphql/limits/limits.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { BODY_LIMIT_BYTES } from '../../src/http/server/server.ts';
import { appUnderTest } from '../http/app-under-test.ts';
import { injectable } from '../support/gateways/injectable.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const section = (text: string, title: string) =>
  text.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

const codes = Object.keys(faults) as FaultCode[];
/** The cells of each row of the table whose first column has this title. */
const tableOf = (text: string, title: string): string[][] =>
  (text.split(`\n| ${title} |`)[1] ?? '')
    .split('\n\n')[0]
    ?.split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? [];
const codesIn = (text: string): string[] => text.match(/\b[A-Z_]{6,}\b/g) ?? [];

const pages = readdirSync(join(import.meta.dirname, '../../docs'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md'),
);

it.each(pages)('docs/%s has no two versions of a passage', (name) =>
  expect(read(`docs/${name}`)).not.toMatch(/^(<<<<<<<|=======|>>>>>>>)/m),
);

describe('the README', () => {
  it('lists all error codes and no others', () => {
    const listed = tableOf(section(read('README.md'), 'Errors'), 'code').flatMap(([code = '']) => codesIn(code));
    expect(new Set(listed)).toEqual(new Set(codes.map(clientCodeOf)));
  });
});

describe('the page on logs', () => {
  const rows = tableOf(read('docs/logs.md'), 'code');

  it('lists the codes that clients see as others, those of rejections and documents apart', () => {
    const documented = rows.flatMap(([names = '', seen = '']) =>
      codesIn(names).map((name) => [name, codesIn(seen)[0]]),
    );
    const expected = codes.filter((code) => clientCodeOf(code) !== code && faults[code].link?.code !== code);
    for (const [code, seen] of documented) expect([code, clientCodeOf(code as FaultCode)]).toEqual([code, seen]);
    const apart = (code: FaultCode) => clientCodeOf(code) === 'BAD_USER_INPUT';
    expect(expected.filter((code) => !apart(code) && !documented.some(([each]) => each === code))).toEqual([]);
  });
});

describe('the page on assumptions', () => {
  const tables = read('docs/assumptions.md').split(/^## /m).slice(1);
  /** The gateway cannot be configured for what only the embedded service has, nor for its own choices. */
  const withoutSettings = ['The service itself', 'What the gateway adds'];

  it('names for every open question a setting, what is tolerated, or why there is no setting', () => {
    const rows = tables
      .filter((text) => !withoutSettings.some((title) => text.startsWith(title)))
      .flatMap((text) => text.match(/^\|.*\|$/gm)?.slice(2) ?? [])
      .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.filter(([, spec, question, ours, setting]) => !spec || !question || !ours || !setting)).toEqual([]);
  });

  it.each(withoutSettings)('says in a sentence why there are no settings in: %s', (title) => {
    const text = tables.find((each) => each.startsWith(title)) ?? '';
    expect(text.split('|')[0]).toMatch(/setting/);
  });
});

describe('the page on clients', () => {
  const page = section(read('docs/clients.md'), 'Errors');

  it('says for every code whether a retry can help', () => {
    const documented = tableOf(page, 'code').map(([code = '', , retry]) => [codesIn(code)[0], retry]);
    const expected = codes.map((code) => [clientCodeOf(code), faults[code].retryable ? 'yes' : 'no']);
    expect(new Map(documented as [string, string][])).toEqual(new Map(expected as [string, string][]));
  });

  it('says with which status a file link is answered', () => {
    const documented = tableOf(page, 'status').flatMap(([statuses = '', , other = '']) =>
      codesIn(other).map((code) => `${code} ${statuses}`),
    );
    for (const code of codes) {
      const { link, status } = faults[code];
      if (link === undefined) continue;
      const row = documented.find(
        (each) => each.startsWith(`${link.code ?? clientCodeOf(code)} `) && each.includes(String(status)),
      );
      expect(row, code).toBeDefined();
    }
  });

  it.each([
    ['docs/clients/live.md', 'test/clients/live/graphql-sse.ts'],
    ['docs/clients/relay.md', 'test/clients/live/relay.ts'],
  ])('shows how a client listens in %s, as the tests do it: %s', (shown, file) => {
    const code = read(file);
    expect(read(shown)).toContain(`\`\`\`ts\n${code.slice(code.search(/^export /m))}\`\`\``);
  });

  it('names the headers that pages on other origins may send and read', async () => {
    const app = injectable(appUnderTest({ corsOrigins: ['https://app.example'] }).options);
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/graphql',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    await app.close();
    const page = section(read('docs/clients.md'), 'Browsers on another origin');
    for (const kind of ['allow', 'expose']) {
      for (const name of String(headers[`access-control-${kind}-headers`]).split(', '))
        expect(page).toContain(`\`${name}\``);
    }
  });

  const rows = section(read('docs/clients.md'), 'Limits').matchAll(/^\| `?(\w+)`? \| ([\d,]+) \|/gm);
  const documented = Object.fromEntries(
    [...rows].map(([, name, number = '']) => [name, Number(number.replaceAll(',', ''))]),
  );

  it('states every limit of a request with its value', () => {
    const { UPLOAD_MAX_BYTES, QUERY_MAX_CALLS, QUERY_MAX_RESPONSE_BYTES, RATE_LIMIT, MAX_REQUESTS_PER_CALLER } = (
      readConfig({}) as { config: Config }
    ).config;
    expect(documented).toEqual({
      ...Object.fromEntries(Object.entries(limits).map(([name, { max }]) => [name, max])),
      tokens: MAX_TOKENS,
      page: MAX_PAGE_SIZE,
      body: BODY_LIMIT_BYTES,
      headers: maxHeaderSize,
      UPLOAD_MAX_BYTES,
      QUERY_MAX_CALLS,
      QUERY_MAX_RESPONSE_BYTES,
      RATE_LIMIT,
      MAX_REQUESTS_PER_CALLER,
    });
  });
});

describe('the access rules', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src', 'packages', 'test', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const numbered = section(read('docs/security.md'), 'Access rules').matchAll(/^(\d+)\. /gm);
  const documented = new Set([...numbered].map(([, number]) => Number(number)));

  it('that the code refers to by number are on the security page', () => {
    const lost = files.flatMap((file) => {
      const text = read(file);
      // The word before is looked at afterwards: a pattern that began with it would try each word of each file.
      return [...text.matchAll(/(?<=\w) rules? (\d[^.):;]*)/g)]
        .filter(({ index, 1: list = '' }) => {
          const [first = 0, last = first] = [list.match(/\d+/g) ?? []].flat().map(Number);
          return (
            !/\baccess$/.test(text.slice(Math.max(0, index - 7), index)) ||
            !documented.has(first) ||
            !documented.has(last)
          );
        })
        .map(({ index, 0: words }) => `${file}: ${text.slice(Math.max(0, index - 20), index)}${words}`);
    });
    expect(lost).toEqual([]);
  });
});

describe('the URL that a registration leads to', () => {
  it('is documented where a newcomer looks for it', () => {
    for (const address of DEFAULT_MOBILE_URLS) expect(read('docs/clients.md')).toContain(`\`${address}\``);
    const { RegisterMemberInput } = createSchema().getTypeMap();
    expect(isInputObjectType(RegisterMemberInput) && RegisterMemberInput.getFields()['url']?.description).toMatch(
      /https.*list of addresses/,
    );
  });
});

describe('links between documents', () => {
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
  const headings = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title));

  const root = join(import.meta.dirname, '../..');
  const linked = ['README.md', 'CONTRIBUTING.md', 'client/README.md', ...pages.map((name) => `docs/${name}`)];

  it.each(linked)('in %s lead to a file or a heading', (page) => {
    const lost = [...read(page).matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)].filter(([, to = '', anchor]) => {
      const file = to === '' ? page : join(dirname(page), to);
      return !existsSync(join(root, file)) || (anchor !== undefined && !headings(file).includes(anchor));
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });
});
