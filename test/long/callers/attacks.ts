/**
 * What one caller can do to the others: each attack goes on until its signal aborts. The limits named in a comment are those of
 * docs/security.md that stop it.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { pdf, post, uploadForm } from '../../support/uploads.ts';
import { sendQuery } from '../gateway-process.ts';
import { agents, type ServiceOptions } from './service.ts';

export interface Target {
  readonly url: string;
  /** The attacker's token. */
  readonly token: string;
}

export interface Attack {
  readonly what: string;
  /** Settings of the gateway under attack. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A service of our own behind the gateway; the embedded one by default. */
  readonly service?: ServiceOptions;
  readonly run: (target: Target, signal: AbortSignal) => Promise<void>;
}

const SLOW_MS = 300;
const BEYOND_THE_DEADLINE_MS = 20_000;
let lists = 0;
/** A list that no other request reads, since requests for the same one share a call. */
const list = (): string => {
  lists += 1;
  return `{ transactions(filter: { realtorName: "${lists}" }) { nodes { name status } } }`;
};

/** Every field of the record; not its files and its agent's account, which are calls of their own. */
function everyField(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).map(({ name, type: fieldType }) => {
    const named = getNamedType(fieldType);
    if (!isObjectType(named)) return name === 'flat' || name === 'archiveUrl' ? '' : name;
    return /(Connection|^Account)$/.test(named.name) ? '' : `${name} ${everyField(named)}`;
  });
  return `{ ${fields.join(' ')} }`;
}
const record = everyField(createSchema().getType('Transaction') as GraphQLObjectType);

const aliased = (count: number): string => {
  const aliases = Array.from({ length: count }, (_, index) => `n${index}: nodes { ...T }`);
  return `{ transactions(first: 100) { ${aliases.join(' ')} } } fragment T on Transaction ${record}`;
};

/** The largest response that is accepted, of a list that no other request reads, beside a field that fails. */
const widest = (): string => {
  lists += 1;
  const since = new Date(Date.UTC(2000, 0, 1) + lists * 1_000).toISOString();
  const page = `transactions(first: 100, filter: { insertDateMin: "${since}" })`;
  return aliased(2).replace('{ transactions(first: 100)', `{ node(id: "x") { id } ${page}`);
};

/** So many at a time, one after another. */
async function loop(parallel: number, signal: AbortSignal, each: () => Promise<unknown>): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) await each().catch(() => sleep(10));
  };
  await Promise.all(Array.from({ length: parallel }, one));
}

function abandon({ url, token }: Target, query: string, afterMs: number): Promise<unknown> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(afterMs),
  }).then((response) => response.text());
}

/** Sockets that send this and never read; opened at a pace, and all kept until the end. */
async function hold(url: string, text: string, count: number, perSecond: number, signal: AbortSignal): Promise<void> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count && !signal.aborted; index += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('error', () => undefined).pause();
    sockets.push(socket);
    if (index % 10 === 9) await sleep(10_000 / perSecond);
  }
  if (!signal.aborted) await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
}

function rawQuery({ token }: Target, query: string): string {
  const body = JSON.stringify({ query });
  const head = `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const manyKeys = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]));

export const attacks: Readonly<Record<string, Attack>> = {
  nothing: { what: 'nothing', run: (_, signal) => once(signal, 'abort').then(() => undefined) },
  aliases: {
    what: 'a page of 100 whole records under 45 aliases, 16 at a time',
    run: (target, signal) => loop(16, signal, () => sendQuery(target.url, target.token, aliased(45))),
  },
  pages: {
    what: 'a page of 100 whole records, 16 at a time',
    run: (target, signal) => loop(16, signal, () => sendQuery(target.url, target.token, aliased(1))),
  },
  widest: {
    what: 'two pages of 100 whole records beside a field that fails, each of a list of its own, 16 at a time',
    run: (target, signal) => loop(16, signal, () => sendQuery(target.url, target.token, widest())),
  },
  abandoned: {
    what: 'a page of 100 whole records, 100 at a time, each broken off after 0.4 s',
    run: (target, signal) => loop(100, signal, () => abandon(target, aliased(1), 400)),
  },
  unread: {
    what: 'up to 1,000 answers of 100 whole records that nobody reads, 50 a second',
    run: (target, signal) => hold(target.url, rawQuery(target, aliased(1)), 1_000, 50, signal),
  },
  idle: {
    what: '5,500 sockets that ask for /healthz once and stay',
    run: ({ url }, signal) => hold(url, 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n', 5_500, 2_000, signal),
  },
  slow: {
    what: `80 queries at a time of a service that takes ${SLOW_MS} ms`,
    service: { pauseMs: () => SLOW_MS },
    run: (target, signal) => loop(80, signal, () => sendQuery(target.url, target.token, list())),
  },
  'own-slow': {
    what: '40 queries at a time that the service never answers in time, for this caller alone',
    service: { pauseMs: (nrdsId) => (nrdsId === agents.attacker ? BEYOND_THE_DEADLINE_MS : 20) },
    settings: { UPSTREAM_DEADLINE_MS: '1000' },
    run: (target, signal) => loop(40, signal, () => sendQuery(target.url, target.token, list())),
  },
  nested: {
    what: 'lists of the service with 10 MB of nested JSON, 4 at a time',
    service: { pauseMs: () => 0, attackersList: `${'{"a":'.repeat(1_600_000)}1${'}'.repeat(1_600_000)}` },
    settings: { UPSTREAM_MAX_RESPONSE_BYTES: '33554432' },
    run: (target, signal) => loop(4, signal, () => sendQuery(target.url, target.token, list())),
  },
  variables: {
    what: 'bodies of 1 MB with 80,000 variables, 8 at a time',
    run: ({ url, token }, signal) => loop(8, signal, () => sendBody(url, { variables: manyKeys }, token)),
  },
  extensions: {
    what: 'bodies of 1 MB with 80,000 extensions, without a token, 8 at a time',
    run: ({ url }, signal) => loop(8, signal, () => sendBody(url, { extensions: manyKeys })),
  },
  uploads: {
    what: 'uploads of 3 MB, 100 at a time',
    run: ({ url, token }, signal) =>
      loop(100, signal, () => post(url, token, uploadForm({ transactionId: 'forged', content: pdf(3_000_000) }))),
  },
};

function sendBody(url: string, part: object, token?: string): Promise<unknown> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { role } }', ...part }),
  }).then((response) => response.text());
}
