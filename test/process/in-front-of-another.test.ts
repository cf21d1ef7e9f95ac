// What a gateway in front of another service than the embedded one does without.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const loaded = ['config/config', 'process/serve'].map((each) => new URL(`../../src/${each}.ts`, import.meta.url).href);
const listLoaded = `
  import { registerHooks } from 'node:module';
  const load = (url, context, next) => {
    if (url.includes('/packages/reference/')) console.log(url);
    return next(url, context);
  };
  registerHooks({ load });
  for (const each of ${JSON.stringify(loaded)}) await import(each);
`;

test('nothing of the embedded service is loaded', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', listLoaded]);
  expect(stdout).toBe('');
});
