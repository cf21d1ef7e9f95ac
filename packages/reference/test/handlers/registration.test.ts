import { describe, expect, test } from 'vitest';
import { problem, type Running, runReference, shareReference, temporaryDir, valueIn } from '../running.ts';

const shared = shareReference({ mobileUrls: ['https://mobile.example/', 'https://other.example/app'] });

const REGISTER = '/thlmobile/userRegistration';
const VERIFY = '/thlmobile/verifyToken';
const email = 'zoe.o.example.1@agents.example';
const url = 'https://mobile.example/register?from=mail';
const MINUTE = 60_000;

const badRequest = (message: string) => problem(400, 'Bad Request', message);
const unknown = badRequest('Unknown error happened');

async function passcodeOf(running: Running): Promise<string> {
  return (await running.call(REGISTER, { email, url, passcodeReturn: true })).body.passcode;
}

describe('userRegistration', () => {
  test('sends a link without passcodeReturn, and stores its plain token only in the outbox, until it is used', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    const { body } = await running.call(REGISTER, { email, url });
    expect(body).toEqual({ status: 200, title: expect.any(String), detail: expect.any(String) });
    const link = new URL(String(valueIn(dataDir, 'select link from outbox')));
    expect(link.href).toContain('https://mobile.example/register?from=mail&token=');
    expect(valueIn(dataDir, 'select recipient from outbox')).toBe(email);
    const token = link.searchParams.get('token') ?? '';
    expect(token).toHaveLength(43);
    expect(valueIn(dataDir, 'select token_hash from registrations')).not.toContain(token);
    expect((await running.call(VERIFY, { token })).body.member.email).toBe(email);
    expect(valueIn(dataDir, 'select count(*) from outbox')).toBe(0);
    expect(valueIn(dataDir, 'select count(*) from registrations')).toBe(0);
  });

  test('gives every registration its own passcode, and keeps earlier ones valid', async () => {
    const running = shared();
    const [first, second] = [await passcodeOf(running), await passcodeOf(running)];
    expect(first).not.toBe(second);
    for (const token of [first, second]) expect((await running.call(VERIFY, { token })).status).toBe(200);
  });

  test('accepts only one of many simultaneous requests with the same token', async () => {
    const running = shared();
    const token = await passcodeOf(running);
    const answers = await Promise.all(Array.from({ length: 8 }, () => running.call(VERIFY, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('expires a passcode after 15 minutes and a link after a day, and deletes them', async () => {
    const dataDir = temporaryDir();
    let now = Date.parse('2026-11-20T10:00:00Z');
    const running = await runReference({ dataDir, clock: { now: () => now }, tokenLifetimeSeconds: 1_000_000 });
    const [early, late] = [await passcodeOf(running), await passcodeOf(running)];
    await running.call(REGISTER, { email, url });
    const token = new URL(String(valueIn(dataDir, 'select link from outbox'))).searchParams.get('token');
    now += 15 * MINUTE - 1;
    expect((await running.call(VERIFY, { token: early })).status).toBe(200);
    now += 1;
    expect((await running.call(VERIFY, { token: late })).body).toEqual(unknown);
    now += 24 * 60 * MINUTE;
    expect((await running.call(VERIFY, { token })).body).toEqual(unknown);
    await passcodeOf(running);
    expect(valueIn(dataDir, 'select count(*) from registrations')).toBe(1);
    expect(valueIn(dataDir, 'select count(*) from outbox')).toBe(0);
  });

  test.each([
    'http://mobile.example/',
    'https://mobile.example.evil.example/',
    'https://user:pass@mobile.example/',
    'https://mobile.example:444/',
    'https://other.example/',
    'https://other.example/apple',
    'https://other.example/app/../x',
    'javascript:alert(1)',
    '/register',
    'mobile.example',
  ])('rejects the URL %s', async (address) => {
    const running = shared();
    expect((await running.call(REGISTER, { email, url: address })).body).toEqual(
      badRequest('Missing Required Parameter: url'),
    );
  });

  test('accepts a configured URL and URLs below it', async () => {
    const running = shared();
    for (const address of [
      'https://other.example/app',
      'https://other.example/app/deep?x=1',
      'https://MOBILE.example',
    ]) {
      expect((await running.call(REGISTER, { email, url: address })).status).toBe(200);
    }
  });

  test('rejects a passcodeReturn that is neither a boolean nor its text', async () => {
    const { body } = await shared().call(REGISTER, { email, url, passcodeReturn: 'yes' });
    expect(body).toEqual(badRequest('Missing Required Parameter: passcodeReturn'));
  });
});
