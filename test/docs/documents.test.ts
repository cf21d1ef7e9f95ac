// README.md and docs/ tell client developers what the gateway really does: its limits; their links lead somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { limits, MAX_TOKENS } from '../../src/graphql/limits/limits.ts';
import { BODY_LIMIT_BYTES } from '../../src/http/server/server.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const section = (text: string, title: string) =>
  text.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

const pages = readdirSync(join(import.meta.dirname, '../../docs'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md'),
);

describe('the pages for clients', () => {
  const rows = section(read('docs/errors.md'), 'Limits').matchAll(/^\| `?(\w+)`? \| ([\d,]+) \|/gm);
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
