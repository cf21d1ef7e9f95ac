/**
 * The examples work for a newcomer: the shell commands of the README and of the pages on writing, listening and files, run against a fresh
 * gateway with only the address replaced, give the responses printed below them.
 */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { environment, startMain } from '../support/programs/main-process.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const pages = ['README.md', 'docs/write.md', 'docs/listen.md'].map(read).join('\n');
const blocks = [...pages.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
  language,
  text,
}));
const requests = blocks
  .filter(({ language, text }) => language === 'sh' && /^curl /m.test(text))
  .map(({ text }) => text);
const documentedResponses = blocks
  .filter(({ language }) => language === 'json')
  .map(({ text }) => JSON.parse(text) as unknown);

const documentedEvent = /^```text\n(event: .*?\n)```$/ms.exec(pages)?.[1] ?? 'none';

/** Runs the scripts in one shell, and returns the JSON that each prints on a line. */
async function shell(
  scripts: readonly string[],
  dataDir: string,
  more: Record<string, string> = {},
): Promise<unknown[]> {
  const script = scripts.map((each) => `${each}\necho`).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: root,
    env: environment({ DATA_DIR: dataDir, ...more }),
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('the requests of the README and the pages give the responses and the event they show, and a file is uploaded with curl', {}, async () => {
  const gateway = startMain({});
  const { dataDir } = gateway;
  const url = await gateway.printed(/"graphql":"(\S+?)\/graphql"/);
  const here = (text: string) => text.replaceAll('http://127.0.0.1:4000', url);
  const [query = '', mutation = '', subscription = ''] = requests.map(here);
  const refused = mutation.replace('"name": "12 Example Street"', '"name": "12 <Example> Street"');

  expect(refused).not.toBe(mutation);
  expect(await shell([query, mutation, refused], dataDir)).toEqual(documentedResponses);

  const given = { TOKEN: await developmentToken(dataDir) };
  const listener = spawn('sh', ['-euc', `exec ${subscription}`], { env: environment(given) });
  onTestFinished(() => void listener.kill());
  let streamed = '';
  listener.stdout.on('data', (chunk) => {
    streamed += String(chunk);
  });
  await expect.poll(() => streamed).toContain('READY');
  await shell([mutation], dataDir, given);
  await expect.poll(() => streamed).toContain(documentedEvent);

  // The page on files uploads one with curl.
  const [, upload = ''] = /^```sh\n([^`]* -F map=[^`]*)^```$/m.exec(read('docs/files.md')) ?? [];
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${given.TOKEN}`, 'content-type': 'application/json' },
    body: '{"query":"{ transactions(first: 1) { nodes { id } } }"}',
  });
  const { data } = (await response.json()) as { data: { transactions: { nodes: [{ id: string }] } } };
  const file = join(dataDir, 'contract.pdf');
  writeFileSync(file, '%PDF-1.7\n%%EOF\n');
  const uploadHere = here(upload).replace('0=@contract.pdf', `'0=@${file}'`);
  const variables = { ...given, ID: data.transactions.nodes[0].id };
  expect(await shell([uploadHere], dataDir, variables)).toMatchObject([
    { data: { uploadFile: { outcome: 'COMMITTED', userErrors: [], file: { name: 'contract.pdf' } } } },
  ]);
});

test('the pages send requests to the default address only, and each has its response', () => {
  expect(requests).toHaveLength(3);
  expect(requests.every((text) => text.includes('http://127.0.0.1:4000/graphql'))).toBe(true);
  // The third response belongs to a request that is described in the text above it.
  expect(documentedResponses).toHaveLength(3);
});
