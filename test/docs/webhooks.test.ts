// docs/webhooks.md tells receivers what the gateway really sends, and when again; its receiver works.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSubscriptions } from '../../src/webhooks/config.ts';
import { createDestinations } from '../../src/webhooks/destinations.ts';
import { bodyOf, keyOf, signedHeaders } from '../../src/webhooks/message.ts';
import { freePort } from '../support/free-port.ts';
import { SECRET } from '../webhooks/receiver.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text = '']) => ({ language, text }));
const [file, body] = blocks.filter(({ language }) => language === 'json').map(({ text }) => text);

const event = {
  id: 'msg_1',
  subscription: 'crm',
  agentNrdsId: '999000001',
  change: { transId: 'T-1234', transactionId: 'AQECAAAABlQtMTIzNA…', version: 'mUyn2_5lPfM', changedAt: null },
  seenAt: Date.parse('2026-11-20T12:00:00Z'),
  attempts: 0,
  failures: 0,
  dueAt: 0,
  problem: null,
};

test('the file of the example can be used, with a secret in its place', () => {
  const secrets = [`whsec_${Buffer.alloc(32).toString('base64')}`];
  const { webhooks } = JSON.parse(file ?? '{}') as { webhooks: { secretsFile?: string }[] };
  const given = webhooks.map(({ secretsFile: _, ...hook }) => ({ ...hook, secrets }));
  const destinations = createDestinations({ networks: [] });
  expect(readSubscriptions(JSON.stringify({ webhooks: given }), destinations, String)).toHaveLength(1);
  const members = [...page.matchAll(/^\| `(\w+)`(?:, or `(\w+)`)? \|/gm)].flatMap(([, ...names]) =>
    names.filter(Boolean),
  );
  expect(members).toEqual(['name', 'url', 'secrets', 'secretsFile', 'agentNrdsIds', 'select']);
});

test('the message of the example is one that is sent', () => {
  expect(JSON.parse(bodyOf(event, null))).toEqual(JSON.parse(body ?? '{}'));
});

test('the receiver of the example accepts what is signed, once per id, and nothing else', async () => {
  const [program = ''] = blocks.filter(({ language }) => language === 'js').map(({ text }) => text);
  const port = await freePort();
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PORT: String(port), WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  const text = bodyOf(event, null);
  const post = async (id: string, at: number, sent = text): Promise<number> => {
    const headers = signedHeaders([keyOf(SECRET) ?? Buffer.alloc(0)], { id, at, body: text });
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
  };
  await expect.poll(() => post('msg_1', Date.now()).catch(() => 0)).toBe(204);
  expect(await post('msg_1', Date.now())).toBe(204);
  expect(await post('msg_2', Date.now())).toBe(204);
  expect(await post('msg_3', Date.now(), text.replace('T-1234', 'T-4321'))).toBe(400);
  expect(await post('msg_4', Date.now() - 600_000)).toBe(400);
  await expect.poll(() => printed).toBe('transaction.changed T-1234\ntransaction.changed T-1234\n');
});
