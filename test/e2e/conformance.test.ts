/**
 * The service as `npm run reference` starts it, a separate process that is accessed only over HTTP: its switches have the effect
 * that conformance rules depend on. packages/reference/test/conformance holds the same service to every rule.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Need } from '../../packages/reference/test/conformance/rule.ts';
import { rules } from '../../packages/reference/test/conformance/rules/index.ts';
import { createTarget, type Target } from '../../packages/reference/test/conformance/target.ts';
import { readOnly } from '../../packages/reference/test/read-only-client.ts';
import { environment } from '../support/programs/main-process.ts';

const credentials = { id: 'conformance', secret: 'conformance-secret', vendorEmail: 'vendor@conformance.example' };
const switches = {
  port: '0',
  seed: '7',
  agents: '20',
  offices: '3',
  transactions: '300',
  'client-id': credentials.id,
  'client-secret': credentials.secret,
  'vendor-email': credentials.vendorEmail,
  client: `${readOnly.id}:${readOnly.secret}:${readOnly.vendorEmail}:${readOnly.scopes.join(',')}`,
};
let child: ChildProcess;
let dataDir: string;
let target: Target;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const main = join(import.meta.dirname, '../../src/commands/reference.ts');
  const given = Object.entries(switches).flatMap(([name, value]) => [`--${name}`, value]);
  child = spawn(process.execPath, [main, '--faults', '--data-dir', dataDir, ...given], {
    env: environment({ LOG_LEVEL: 'warn' }),
  });
  target = createTarget({
    baseUrl: await readUrl(child),
    credentials,
    readOnly,
    mayWrite: true,
    mobileUrl: 'https://mobile.example/register',
  });
});

afterAll(async () => {
  if (child.exitCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** The URL in the first lines that the service prints. */
async function readUrl({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('the service has no output');
  let errors = '';
  stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: stdout })) {
    const url = /^POST API +(http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The service did not start: ${errors}`);
}

/** What the switches above provide: clients with other scopes, and faults on request. */
const provided: ReadonlySet<Need> = new Set(['second-client', 'fault-switch']);

it('the service passes every rule that depends on its clients or its faults', {
  timeout: 60_000,
}, async () => {
  const failures: string[] = [];
  const dependent = rules.filter(({ needs = [] }) => needs.some((need) => provided.has(need)));
  for (const rule of dependent) {
    try {
      await rule.check(target);
    } catch (error) {
      failures.push(`${rule.id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  expect(dependent.length).toBeGreaterThan(20);
  expect(failures).toEqual([]);
});
