// The program with the embedded service: the index is filled after the start, and kept over a restart.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, test } from 'vitest';
import { startMain } from '../support/programs/main-process.ts';

const filled = /\{[^\n]*the search index is filled[^\n]*\}/;
/** One agent is enough. */
const start = (dataDir: string | undefined, given = {}) =>
  startMain({
    ...{ PORT: '0', LOG_LEVEL: 'info', INDEX_AGENTS: demoAgentNrdsId },
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...given,
  });

test('an index is filled by itself, and is still filled after a kill', async () => {
  const first = start(undefined, { INDEX: '' });
  const line = JSON.parse(await first.printed(filled));
  expect(line).toMatchObject({ agents: 1, complete: 1 });
  expect(line.transactions).toBeGreaterThan(0);
  const path = join(first.dataDir, 'index.sqlite');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  first.signal('SIGKILL');
  await first.ended;

  const second = start(first.dataDir, { INDEX: 'on' });
  expect(JSON.parse(await second.printed(filled))).toMatchObject({ transactions: line.transactions, calls: 0 });
  second.signal('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0 });
});
