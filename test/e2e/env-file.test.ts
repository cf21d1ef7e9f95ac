// A `.env` file next to package.json, read by a copy of the program in its own folder.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, messagesIn, startMain, temporaryFolder } from '../support/programs/main-process.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of a copy of the program with this `.env`. */
function programWith(env: string): string {
  const folder = temporaryFolder();
  for (const name of ['src', 'schema', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.env'), env);
  return folder;
}

test('lines that have no effect are reported on standard error, and do not keep the program from starting', async () => {
  const folder = programWith('PORT 0\nRATELIMIT=5\nLOG_LEVEL=warn\nFILE_LINK_SECONDS=60\n');
  const gateway = startMain({ LOG_LEVEL: undefined, RATE_LIMIT: undefined, LIVE_MAX_SECONDS: '60' }, { folder });
  await gateway.printed(/"graphql":"(\S+?)"/);
  expect(messagesIn(gateway.stderr())).toEqual([
    'environment: LIVE_MAX_SECONDS is not a known setting and has no effect; did you mean LIVE_POLL_SECONDS?',
    '.env: FILE_LINK_SECONDS is not a known setting and has no effect',
    '.env: RATELIMIT is not a known setting and has no effect; did you mean RATE_LIMIT?',
    '.env: line 1 is not of the form KEY=value',
  ]);
});

test('a quote that is not closed on its line prevents the start, and the line is named without its value', async () => {
  const folder = programWith(
    'PORT=0\nRATE_LIMIT="60\nGRAPHIQL=on\nDATA_DIR="data"\nUPSTREAM_CLIENT_SECRET=\'hunter2\n',
  );
  const { code, stdout, stderr } = await startMain({ LOG_LEVEL: undefined }, { folder }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(messagesIn(stderr)).toEqual([
    '.env: line 2 opens a quote (") that line 4 closes, so that line 3 sets nothing',
    ".env: line 5 opens a quote (') that no line closes",
  ]);
});

test('a quote that is not closed in DATA_DIR makes no folder of what follows', async () => {
  const folder = programWith('');
  writeFileSync(join(folder, '.env'), `DATA_DIR="${folder}/data\nRATE_LIMIT="60"\n`);
  const env = environment({ DATA_DIR: undefined, RATE_LIMIT: undefined, NODE_COMPILE_CACHE: undefined });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'src/start.js')], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(messagesIn(stderr)).toEqual([
    '.env: line 1 opens a quote (") that line 2 closes, so that line 2 sets nothing',
  ]);
  expect(readdirSync(folder).sort()).toEqual(['.env', 'data', 'node_modules', 'package.json', 'schema', 'src']);
});
