// README.md and docs/ tell client developers what the gateway really does: error codes and limits; their links lead somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { dirname, join } from 'node:path';
import { clientCodeOf, type FaultCode, faults } from '@realty-forms/platform/fault.ts';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { MAX_PAGE_SIZE } from '../../src/gateway/paging/connection.ts';
import { limits, MAX_TOKENS } from '../../src/graphql/limits/limits.ts';
import { BODY_LIMIT_BYTES } from '../../src/http/server/server.ts';

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
