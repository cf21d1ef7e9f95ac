/**
 * What the README shows is what a newcomer gets: its shell lines run as they stand against a fresh gateway, but for the
 * gateway's address, and give the answers that stand below them.
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
const answers = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text) as unknown);

/** What a shell prints that is given one script after the other, each on a line of its own. */
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

test('the README’s requests give its answers', { timeout: 30_000 }, async () => {
  const dataDir = temporaryFolder();
  const gateway = startMain({ DATA_DIR: dataDir });
  const url = await gateway.printed(/^GraphQL +(\S+)\/graphql$/m);
  const here = (text: string) => text.replaceAll('http://127.0.0.1:4000', url);
  const [query = '', mutation = ''] = requests.map(here);
  const refused = mutation.replace('"name": "12 Example Street"', '"name": "12 <Example> Street"');

  expect(refused).not.toBe(mutation);
  expect(await shell([query, mutation, refused], dataDir)).toEqual(answers);
});

test('the README sends requests to the default address only, and each has its answer', () => {
  expect(requests).toHaveLength(2);
  expect(requests.every((text) => text.includes('http://127.0.0.1:4000/graphql'))).toBe(true);
  // The third answer is that of a request which the text above it describes.
  expect(answers).toHaveLength(3);
});
