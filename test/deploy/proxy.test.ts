// deploy/haproxy: HAProxy with its file in front of two gateways, whose ledger is in PostgreSQL.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { keySetDocument, sign } from '../support/callers/caller-tokens.ts';
import { isMissing } from '../support/debian-packages.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgresql/server.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';
import { deploy, readDeployed } from './deployed-settings.ts';

const PROGRAM = '/usr/sbin/haproxy';

const HOST = 'graph.localhost';
const RATE_LIMIT = 20;

async function startGateways(): Promise<readonly ReturnType<typeof startMain>[]> {
  const [upstream, issuer, ledger] = [await startHandTypedUpstream(), await startStubUpstream(), await startPostgres()];
  for (const each of [upstream, issuer, ledger]) onTestFinished(() => each.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const settings = {
    ...settingsFor(upstream.url, `${issuer.url}/jwks.json`),
    LEDGER_URL: `postgresql://postgres@127.0.0.1:${ledger.port}/postgres`,
    REPLICAS: '2',
    ALLOWED_HOSTS: HOST,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: String(2 * RATE_LIMIT),
    DRAIN_DELAY_MS: '1000',
  };
  return [startMain(settings), startMain(settings)];
}

/** As HAProxy reads a path. */
const quoted = (path: string) => path.replaceAll(' ', '\\ ');

/** The file with other ports and its certificate elsewhere; the replicas are named, since there is no network with a DNS of its own. */
async function startProxy(ports: readonly string[]) {
  const tls = temporaryFolder();
  execFileSync(join(deploy, 'tls/make-demo.sh'), [tls]);
  const [plain, secure] = [await freePort(), await freePort()];
  const servers = ports.map((port, index) => `    server gateway-${index + 1} 127.0.0.1:${port}`).join('\n');
  const changes: readonly (readonly [string, string])[] = [
    ['bind :80\n', `bind 127.0.0.1:${plain}\n`],
    ['bind :443 ', `bind 127.0.0.1:${secure} `],
    ['/run/tls', quoted(tls)],
    ['    server-template gateway- 16 gateway:4000', servers],
    ['inter 2s ', 'inter 100ms '],
    ['sc0_conn_cur gt 500', 'sc0_conn_cur gt 50'],
    // Each takes two open files, of which a shell may allow only 1,024.
    ['maxconn 4000', 'maxconn 400'],
    // Otherwise a check may take no longer than the time between two of them, which a busy machine takes.
    ['timeout connect 2s', 'timeout connect 2s\n    timeout check 10s'],
  ];
  const given = readDeployed('haproxy/haproxy.cfg');
  const file = join(tls, 'haproxy.cfg');
  for (const [before] of changes) expect(given).toContain(before);
  writeFileSync(
    file,
    changes.reduce((config, [before, after]) => config.replace(before, after), given),
  );
  const proxy = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill('SIGKILL');
    await ended;
  });
  return { plain, secure, ca: readFileSync(join(tls, 'ca.pem'), 'utf8') };
}

test.skipIf(isMissing('haproxy', 'postgresql'))('HAProxy accepts both files', () => {
  const folder = temporaryFolder();
  execFileSync(join(deploy, 'tls/make-demo.sh'), [folder]);
  for (const name of ['haproxy.cfg', 'demo.cfg']) {
    const file = join(folder, name);
    writeFileSync(file, readDeployed(`haproxy/${name}`).replace('/run/tls', quoted(folder)));
    execFileSync(PROGRAM, ['-c', '-f', file], { stdio: 'pipe' });
  }
});

test.skipIf(isMissing('haproxy', 'postgresql'))(
  'through the proxy: TLS, compression, client addresses, streams, and replicas that go',
  async () => {
    const gateways = await startGateways();
    const urls = await Promise.all(gateways.map((each) => each.printed(/"graphql":"(\S+?)\/graphql"/)));
    const { plain, secure, ca } = await startProxy(urls.map((url) => new URL(url).port));
    const agent = new Agent({ ca, keepAlive: true });
    onTestFinished(() => agent.destroy());
    const token = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read transactions.create' });

    const send = async (query: string, headers: Record<string, string> = {}) => {
      const options: RequestOptions = {
        agent,
        host: '127.0.0.1',
        port: secure,
        servername: HOST,
        path: '/graphql',
        method: 'POST',
        headers: { host: HOST, 'content-type': 'application/json', ...headers },
      };
      const sent = request(options).end(JSON.stringify({ query }));
      const [response] = await once(sent, 'response');
      return response as import('node:http').IncomingMessage;
    };
    const authorization = `Bearer ${token}`;
    const ask = async (query: string, headers?: Record<string, string>) => {
      const response = await send(query, headers);
      return { status: response.statusCode, body: await text(response) };
    };
    const query = '{ transactions { totalCount nodes { id name } } }';
    await expect.poll(() => ask(query, { authorization }).catch(({ code }) => code)).toMatchObject({ status: 200 });

    const response = await send(query, { authorization, 'accept-encoding': 'gzip' });
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(gunzipSync(Buffer.concat(await response.toArray())).toString()).toContain('"totalCount":');

    const redirected = await fetch(`http://127.0.0.1:${plain}/graphiql`, { redirect: 'manual' });
    expect(redirected.status).toBe(308);
    expect(redirected.headers.get('location')).toMatch(/^https:\/\/.*\/graphiql$/);

    const socket = connect({
      host: '127.0.0.1',
      port: secure,
      servername: HOST,
      ca,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();

    // One address has no more than its connections, idle as they are, and keeps nobody out.
    const idle = Array.from({ length: 60 }, () => {
      const opened = connectPlainly({ host: '127.0.0.1', port: secure, localAddress: '127.0.0.2' });
      onTestFinished(() => void opened.destroy());
      return opened.on('error', () => undefined);
    });
    await expect.poll(() => idle.filter(({ closed }) => closed).length).toBe(10);
    expect((await ask(query, { authorization })).status).toBe(200);

    const subscription = 'subscription { transactionChanges { kind } }';
    const stream = await send(subscription, { authorization, accept: 'text/event-stream' });
    let received = '';
    stream.on('data', (chunk) => {
      received += String(chunk);
    });
    await expect.poll(() => received).toContain('READY');
    stream.destroy();

    // Whoever claims another address each time is still one client, for whichever of the two counts it.
    const claims = Array.from({ length: 2 * RATE_LIMIT + 1 }, (_, index) => ({
      'x-forwarded-for': `203.0.113.${index}`,
    }));
    const statuses = await Promise.all(
      claims.map((claim) => ask('{ __typename }', claim).then(({ status }) => status)),
    );
    expect(statuses).toContain(429);

    const [stopped] = gateways;
    stopped?.signal('SIGTERM');
    let isOver = false;
    void stopped?.ended.then(() => {
      isOver = true;
    });
    const others = await Promise.all(
      ['200', '300', '400'].map(async (nrds) => {
        const own = `Bearer ${await sign({ role: 'agent', nrds: [nrds], scope: 'transactions.read', sub: `agent-${nrds}` })}`;
        const seen: unknown[] = [];
        while (!isOver && seen.length < RATE_LIMIT) seen.push((await ask(query, { authorization: own })).status);
        return seen;
      }),
    );
    expect(new Set(others.flat())).toEqual(new Set([200]));
    expect((await stopped?.ended)?.code).toBe(0);
    expect((await ask(query, { authorization })).status).toBe(200);
  },
);
