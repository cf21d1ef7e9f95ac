import { connect } from 'node:net';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { describe, expect, test } from 'vitest';
import { injectableFaults } from '../../src/http/fault-injection.ts';
import { creation, problem, type Running, runReference, shareReference, vendor } from '../running.ts';

const shared = shareReference({ faultInjection: { switches: true } });

const LIST = endpoints.listTrans.path;

async function callWithFault(running: Running, path: string, fault: string, fields: object = {}) {
  const headers = { authorization: `Bearer ${await running.token()}`, 'x-reference-fault': fault };
  return await running.post(path, { userId: vendor.vendorEmail, ...fields }, headers);
}

describe('a named fault', () => {
  test.each([
    ['server-error', 'getMember', 500, 'Internal Error'],
    ['unavailable', 'addTrans', 503, 'Service Unavailable'],
    ['unavailable', 'token', 503, 'Service Unavailable'],
  ] as const)('%s at %s is %i %s', async (fault, endpoint, status, type) => {
    const response = await callWithFault(shared(), endpoints[endpoint].path, fault);
    expect(response.status).toBe(status);
    expect(response.body).toEqual(problem(status, type, expect.stringMatching(/./)));
  });

  test('rate-limited says when to retry', async () => {
    const response = await callWithFault(shared(), LIST, 'rate-limited');
    expect([response.status, response.body.title]).toEqual([429, 'Too Many Requests']);
    expect(response.headers.get('retry-after')).toBe('1');
  });

  test('reset aborts the connection', async () => {
    await expect(callWithFault(shared(), LIST, 'reset')).rejects.toThrow();
  });

  test('lost-answer executes the request and aborts the connection', async () => {
    const running = await runReference({ faultInjection: { switches: true } });
    const fields = { filter: 'NRDSID=<999000001>', batch_size: 1 };
    const count = async () => (await running.call(LIST, fields)).body[0].meta.max;
    const before = await count();
    await expect(callWithFault(running, endpoints.addTrans.path, 'lost-answer', creation)).rejects.toThrow();
    expect(await count()).toBe(before + 1);
  });

  test('hang never responds, and ends when the service closes', async () => {
    const running = await runReference({ faultInjection: { switches: true } });
    const token = await running.token();
    const { port } = new URL(running.url);
    const socket = connect(Number(port), '127.0.0.1');
    const ended = new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk) => {
        received += String(chunk);
      });
      socket.on('close', () => resolve(received));
    });
    socket.write(
      `POST ${LIST} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nx-reference-fault: hang\r\ncontent-length: 0\r\n\r\n`,
    );
    // The response to a later request shows that the first one has arrived.
    await running.call(LIST, { filter: 'NRDSID=<1>' });
    await running.close();
    expect(await ended).toBe('');
  });

  test('that is unknown, or not available at this endpoint, gets a 400 that lists the available ones', async () => {
    for (const fault of ['no-such-fault', 'case-submission-error', 'toString']) {
      const { body } = await callWithFault(shared(), LIST, fault);
      expect(body).toMatchObject({ status: 400, title: 'Bad Request' });
      expect(body.detail).toContain(
        'list-trans-403, rate-limited, server-error, unavailable, reset, hang, lost-answer',
      );
    }
  });

  test('is available only to callers with a token', async () => {
    const response = await shared().post(LIST, {}, { 'x-reference-fault': 'reset' });
    expect(response.status).toBe(401);
  });

  test('is ignored while switches are off, which is the default', async () => {
    const running = await runReference();
    for (const fault of [...Object.keys(injectableFaults), 'no-such-fault']) {
      expect((await callWithFault(running, LIST, fault, { filter: 'NRDSID=<1>' })).status).toBe(200);
    }
  });
});

describe('a fault rate', () => {
  const outcomes = async (faultRate: number, calls: number) => {
    const running = await runReference({ faultInjection: { faultRate } });
    const statuses: (number | 'reset')[] = [];
    for (let call = 0; call < calls; call += 1) {
      statuses.push(
        await running.call(LIST, { filter: 'NRDSID=<1>' }).then(
          ({ status }) => status,
          () => 'reset' as const,
        ),
      );
    }
    return statuses;
  };

  test('of 0.5 fails some calls, the same ones each time, and no token request', async () => {
    const first = await outcomes(0.5, 32);
    const failed = first.filter((status) => status !== 200);
    expect(failed.length).toBeGreaterThan(8);
    expect(failed.length).toBeLessThan(24);
    expect(new Set(failed)).toEqual(new Set([429, 500, 503, 'reset']));
    expect(await outcomes(0.5, 32)).toEqual(first);
  });

  test('of 1 fails all calls', async () => {
    expect(new Set(await outcomes(1, 8))).not.toContain(200);
  });
});

test('latency delays every response to a POST, give or take a quarter', async () => {
  const running = await runReference({ faultInjection: { latencyMs: 100 } });
  const before = performance.now();
  await running.post(LIST, {});
  // Timers may fire a millisecond early.
  expect(performance.now() - before).toBeGreaterThanOrEqual(74);
});

test('latency delays no GET', async () => {
  const running = await runReference({ faultInjection: { latencyMs: 600_000 } });
  expect((await running.send('/.well-known/jwks.json')).status).toBe(200);
});
