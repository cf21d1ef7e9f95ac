import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exchange } from '../support/hostile/graph-under-attack.ts';
import { comparable, send, service, startBothPaths, typename, viewer } from './both-paths.ts';
import { ordinary, others } from './requests.ts';

describe('the fast lane', () => {
  it('serves typical requests with the same bytes as the regular path', async () => {
    const { fast, plain, served } = await startBothPaths();
    for (const { what, sent } of ordinary) {
      const [first, second] = [await send(plain.url, sent), await send(plain.url, sent)];
      expect(comparable(await send(fast.url, sent)), what).toEqual(comparable(first));
      const before = served();
      expect(comparable(await send(fast.url, sent)), what).toEqual(comparable(second));
      expect(served() - before, what).toBe(1);
    }
    const requests = ({ lines }: typeof fast) =>
      lines
        .filter(({ msg }) => msg === 'request')
        .map(({ ms, requestId, time, ...rest }) => [rest, typeof ms, typeof requestId, typeof time]);
    expect(requests(fast)).toEqual(requests(plain));
  });

  it('leaves everything else to the regular path, whatever came before', async () => {
    const { fast, plain, served } = await startBothPaths();
    for (const url of [fast.url, plain.url]) for (const { sent } of ordinary) await send(url, sent);
    const before = served();
    for (const { what, sent } of others) {
      for (let time = 0; time < 2; time += 1) {
        expect(comparable(await send(fast.url, sent)), what).toEqual(comparable(await send(plain.url, sent)));
      }
    }
    expect(served()).toBe(before);
  });

  it('serves no request with two Host headers, which gets 400 as on the regular path', async () => {
    const { fast, served } = await startBothPaths();
    for (let time = 0; time < 2; time += 1)
      await send(fast.url, { headers: { authorization: service }, body: typename });
    const before = served();
    const body = JSON.stringify(typename);
    const head = [
      ...['POST /graphql HTTP/1.1', 'host: 127.0.0.1', 'Host: 127.0.0.1', `authorization: ${service}`],
      ...['content-type: application/json', `content-length: ${body.length}`, 'connection: close'],
    ];
    expect((await exchange(fast.url, `${head.join('\r\n')}\r\n\r\n${body}`)).status).toBe(400);
    expect(before).toBe(1);
    expect(served()).toBe(before);
  });

  it.each([
    ['nobody', () => ({})],
    ['a caller', () => ({ authorization: service })],
  ])('serves any media type that it has learned, however many others %s requested', async (_, authorized) => {
    const { fast, served } = await startBothPaths();
    const ask = (accept: string, headers: Record<string, string> = { authorization: service }) =>
      send(fast.url, { headers: { ...headers, accept }, body: typename });
    for (let at = 0; at < 110; at += 1) await ask(`application/json;q=0.${100 + at}`, authorized());
    const before = served();
    const responses = [await ask('application/json;q=0.9'), await ask('application/json;q=0.9')];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(served() - before).toBe(1);
  });

  it('learns no media type from unauthenticated requests', async () => {
    const { fast, served } = await startBothPaths();
    const headers = { accept: 'application/json;q=0.5' };
    await send(fast.url, { headers: { authorization: service }, body: typename });
    await send(fast.url, { headers, body: typename });
    await send(fast.url, { headers: { ...headers, authorization: service }, body: typename });
    expect(served()).toBe(0);
  });

  it('accepts a body in many chunks, and several requests over one connection', async () => {
    const { fast, served } = await startBothPaths();
    await send(fast.url, { headers: { authorization: service }, body: viewer });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const payload = JSON.stringify(viewer);
    for (let time = 0; time < 3; time += 1) {
      const headers = {
        authorization: service,
        'content-type': 'application/json',
        'content-length': String(payload.length),
      };
      const outgoing = request(`${fast.url}/graphql`, { method: 'POST', agent, headers });
      for (const character of payload) {
        outgoing.write(character);
        await turn();
      }
      outgoing.end();
      const body = await new Promise<string>((resolve) =>
        outgoing.on('response', (incoming) => resolve(text(incoming))),
      );
      expect(JSON.parse(body).data.viewer.role).toBe('SERVICE');
    }
    expect(served()).toBe(3);
  });

  it('logs a client that disconnects before its body has arrived, once', async () => {
    const { fast } = await startBothPaths();
    await send(fast.url, { headers: { authorization: service }, body: typename });
    const headers = { authorization: service, 'content-type': 'application/json', 'content-length': '100' };
    const outgoing = request(`${fast.url}/graphql`, { method: 'POST', agent: false, headers });
    outgoing.on('error', () => undefined);
    await new Promise<void>((resolve) => outgoing.write('{', () => resolve()));
    await vi.waitFor(async () =>
      expect((await send(fast.url, { method: 'GET', path: '/healthz' })).status).toBeLessThan(500),
    );
    outgoing.destroy();
    const left = () => fast.lines.filter(({ status }) => status === 499);
    await vi.waitFor(() => expect(left()).toHaveLength(1), { interval: 5 });
    expect(left()[0]).toMatchObject({ method: 'POST', route: '/graphql', msg: 'request' });
  });
});
