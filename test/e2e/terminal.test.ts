// The program on a terminal, which `script` provides: its output is for people, and it ends with its terminal.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters, styleText } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { tokenCommandAnywhere } from '../../src/process/development.ts';
import { environment } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

const start = join(import.meta.dirname, '../../src/start.js');
const SCRIPT = '/usr/bin/script';
const hasTerminals = existsSync(SCRIPT) && existsSync('/proc/self/task');

test.skipIf(!hasTerminals)('what prevents the start is a line with a level, in red', async () => {
  const env = environment({ PORT: 'x', TERM: 'xterm-256color' });
  const run = promisify(execFile)(SCRIPT, ['-qec', `exec "${process.execPath}" "${start}"`, '/dev/null'], { env });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  expect(stdout).toContain(` ${styleText('red', 'FATAL', { validateStream: false })} PORT: "x" is not a `);
  expect(stripVTControlCharacters(stdout)).toMatch(/^\d\d:\d\d:\d\d\.\d{3} FATAL PORT: [^\n]*\r\n$/);
});

test.skipIf(!hasTerminals)(
  'lines are readable and none is hidden; a terminal that is closed ends the gateway in order',
  async () => {
    const dataDir = seededFolder();
    const env = environment({
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      DRAIN_GRACE_MS: '100',
    });
    const terminal = spawn(SCRIPT, ['-qec', `exec "${process.execPath}" "${start}"`, '/dev/null'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let shown = '';
    terminal.stdout.on('data', (chunk) => {
      shown += stripVTControlCharacters(String(chunk));
    });
    const ended = new Promise((resolve) => terminal.once('close', resolve));
    onTestFinished(async () => {
      terminal.kill('SIGKILL');
      await ended;
    });
    await expect.poll(() => shown).toContain('Tokens  ');
    const lines = shown.split('\r\n').filter((line) => line !== '');
    expect(lines.slice(0, 7)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}DRAIN_GRACE_MS: 100 is not longer than /),
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}the gateway starts {2}upstream=embedded$/),
      expect.stringMatching(/^GraphQL {5}http:\S+\/graphql$/),
      expect.stringMatching(/^GraphiQL {4}http:\S+\/graphiql$/),
      expect.stringMatching(/^POST API {4}http:\S+ \(embedded\)$/),
      expect.stringMatching(/^Try it {6}http:\S+\/docs \(development-client, secret \S+\)$/),
      `Tokens      ${tokenCommandAnywhere({ DATA_DIR: dataDir })} --role service | --role agent --nrds 999000001`,
    ]);
    for (const line of lines) expect(line.length).toBeLessThan(200);

    const [gateway = 0] = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8')
      .split(' ')
      .map(Number);
    process.kill(gateway, 'SIGHUP');
    await expect.poll(() => shown).toMatch(/WARN {2}SIGHUP has no effect: restart the gateway/);
    expect(existsSync(join(dataDir, 'ledger.sqlite-wal'))).toBe(true);
    terminal.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${gateway}`)).toBe(false);
    // What a shutdown in order removes.
    expect(existsSync(join(dataDir, 'ledger.sqlite-wal'))).toBe(false);
  },
);
