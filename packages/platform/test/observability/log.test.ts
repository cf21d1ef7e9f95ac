// The logger: what a line looks like, what it hides, and when it is written.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../src/observability/log.ts';

function lineOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

test('a line has the name of its level, and its time', () => {
  const line = lineOf((log) => log.info({ route: '/graphql' }, 'request'));
  expect(line).toEqual({ level: 'info', time: expect.any(String), route: '/graphql', msg: 'request' });
  expect(Math.abs(Date.parse(String(line.time)) - Date.now())).toBeLessThan(10_000);
});

test('hides fields that are named like secrets, down to three levels and in errors', () => {
  const given = { token: 'x', a: { password: 'x', b: { secret: 'x', kept: 1 } } };
  const line = lineOf((log) => log.info(given));
  expect(line).toMatchObject({
    token: '[redacted]',
    a: { password: '[redacted]', b: { secret: '[redacted]', kept: 1 } },
  });
  expect(given.a.b.secret).toBe('x');
  const error = Object.assign(new Error('refused'), { access_token: 'x', kept: 1 });
  expect(lineOf((log) => log.error({ err: error }, 'x'))).toMatchObject({
    err: { message: 'refused', access_token: '[redacted]', kept: 1, stack: expect.any(String) },
  });
});

const module = new URL('../../src/observability/log.ts', import.meta.url).href;

/** Runs a script with a log in a separate process. */
function run(script: string, stdout: 'pipe' | number = 'pipe') {
  const code = `import { createLog } from ${JSON.stringify(module)}; const log = createLog('info'); ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', stdout, 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += String(chunk);
  });
  return { out: () => out, ended: once(child, 'close') };
}

test.each([
  ['returns', ''],
  ['is told to exit', 'process.exit(3)'],
  ['throws', "throw new Error('x')"],
])('nothing is lost when the process %s', async (_, end) => {
  const { out, ended } = run(`for (let i = 0; i < 500; i += 1) log.info({ i }); ${end}`);
  await ended;
  expect(out().match(/"i":/g)).toHaveLength(500);
});

test.each([
  ['an error', 'error'],
  ['a line of a quiet process', 'info'],
])('%s is written while the process keeps running', async (_, level) => {
  const { out } = run(`log.${level}({ i: 1 }); setInterval(() => undefined, 1000)`);
  await expect.poll(out, { interval: 20 }).toContain('"i":1');
});

const FULL = '/dev/full';
const thread = `import('${module}').then(({ createLog }) => createLog('info').error('refused'))`;

test.skipIf(!existsSync(FULL)).each([
  ['returns', '', 0],
  ['is told to exit', 'process.exit(3)', 3],
  ['has a thread', `new (await import('node:worker_threads')).Worker(${JSON.stringify(thread)}, { eval: true });`, 0],
])('a full disk under the log ends nothing, and nothing waits for space when the process %s', async (_, end, code) => {
  const full = openSync(FULL, 'w');
  onTestFinished(() => closeSync(full));
  const refused = 'for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);';
  const { ended } = run(`log.error('refused'); ${refused} log.error('refused, too'); ${end}`, full);
  expect(await ended).toEqual([code, null]);
});

test.skipIf(!existsSync(FULL))(
  'with a full disk under the log, process.exit ends the process while many batches wait',
  async () => {
    const full = openSync(FULL, 'w');
    onTestFinished(() => closeSync(full));
    const { ended } = run("for (let i = 0; i < 50; i += 1) log.error('x'.repeat(50_000)); process.exit(3)", full);
    expect(await ended).toEqual([3, null]);
  },
);
