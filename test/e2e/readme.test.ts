/** What the README shows is what a newcomer gets: its requests, sent as they stand to a fresh gateway, give its answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMain, temporaryFolder } from '../support/main-process.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const bodies = [...readme.matchAll(/ -d '(\{.*\})'$/gm)].map(([, body = '']) => body);
const answers = [...readme.matchAll(/^```json\n(.*?)^```$/gms)].map(([, answer = '']) => JSON.parse(answer) as unknown);

test('the README answers its requests as a fresh gateway does', async () => {
  const gateway = startMain({ DATA_DIR: temporaryFolder() });
  const url = await gateway.printed(/^GraphQL +(\S+)$/m);
  const token = await gateway.printed(/^agent \d+ +(\S+)$/m);
  const ask = async (body: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  };
  const [query = '', mutation = ''] = bodies;
  const refused = mutation.replace('"name": "12 Example Street"', '"name": "12 <Example> Street"');

  expect([await ask(query), await ask(mutation), await ask(refused)]).toEqual(answers);
});
