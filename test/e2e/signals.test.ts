// Signals to the real program with two workers, whose settings come from files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { childrenOf, isAlive } from '../support/programs/processes.ts';

const [TOKEN, OTHER] = ['hunter2-hunter2-1', 'hunter2-hunter2-2'] as const;

test('settings are those of the start, in a worker that replaces a dead one too; several signals at once end it cleanly', async () => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, `${TOKEN}\n`);
  const main = startMain({ WORKERS: '2', LOG_LEVEL: 'info', METRICS_TOKEN_FILE: file, METRICS_PORT: '0' });
  const url = await main.printed(/"graphql":"(http:\S+?)\/graphql"/);
  /** What the metrics of the workers answer that have started so far. */
  const metrics = async (token: string) => {
    const urls = [...main.stdout().matchAll(/"url":"(\S+\/metrics)"/g)].map(([, each = '']) => each);
    const headers = { authorization: `Bearer ${token}` };
    return await Promise.all(
      urls.map((each) =>
        fetch(each, { headers }).then(
          ({ status }) => status,
          () => null,
        ),
      ),
    );
  };
  await expect.poll(() => metrics(TOKEN)).toEqual([200, 200]);

  writeFileSync(file, `${OTHER}\n`);
  main.signal('SIGHUP');
  await main.printed(/"msg":"SIGHUP has no effect: (restart the gateway)/);
  const [victim = 0] = childrenOf(main.pid);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => main.stdout()).toContain('a worker exited');
  await expect.poll(async () => (await metrics(TOKEN)).filter((status) => status === 200)).toHaveLength(2);
  expect((await metrics(OTHER)).filter((status) => status === 401)).toHaveLength(2);

  const workers = childrenOf(main.pid);
  expect(workers).toHaveLength(2);
  main.signal('SIGINT');
  for (const pid of workers) process.kill(pid, 'SIGINT');
  main.signal('SIGTERM');
  main.signal('SIGHUP');
  const { code, signal, stdout, stderr } = await main.ended;
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
  expect(stdout).not.toContain('hunter2');
  expect(workers.filter(isAlive)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
});
