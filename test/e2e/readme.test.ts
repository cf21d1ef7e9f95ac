/**
 * The README's examples work for a newcomer: its shell commands, run against a fresh gateway with only the address replaced, give
 * the responses printed below them.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environment, startMain, temporaryFolder } from '../support/main-process.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
  language,
  text,
}));
const requests = blocks
  .filter(({ language, text }) => language === 'sh' && /^curl /m.test(text))
  .map(({ text }) => text);
const documentedResponses = blocks
  .filter(({ language }) => language === 'json')
  .map(({ text }) => JSON.parse(text) as unknown);

/** Runs the scripts in one shell, and returns the JSON that each prints on a line. */
async function shell(scripts: readonly string[], dataDir: string): Promise<unknown[]> {
  const script = scripts.map((each) => `${each}\necho`).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: root,
    env: environment({ DATA_DIR: dataDir }),
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('the README’s requests give the responses it shows', { timeout: 30_000 }, async () => {
  const dataDir = temporaryFolder();
  const gateway = startMain({ DATA_DIR: dataDir });
  const url = await gateway.printed(/^GraphQL +(\S+)\/graphql$/m);
  const here = (text: string) => text.replaceAll('http://127.0.0.1:4000', url);
  const [query = '', mutation = ''] = requests.map(here);
  const refused = mutation.replace('"name": "12 Example Street"', '"name": "12 <Example> Street"');

  expect(refused).not.toBe(mutation);
  expect(await shell([query, mutation, refused], dataDir)).toEqual(documentedResponses);
});

test('the README sends requests to the default address only, and each has its response', () => {
  expect(requests).toHaveLength(2);
  expect(requests.every((text) => text.includes('http://127.0.0.1:4000/graphql'))).toBe(true);
  // The third response belongs to a request that is described in the text above it.
  expect(documentedResponses).toHaveLength(3);
});
