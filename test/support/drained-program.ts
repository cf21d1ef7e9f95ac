/**
 * Ends the whole program under load, again and again: SIGTERM at a random moment while callers read, create, upload and
 * download on connections that they keep. Counts what became of every request, and knows which ends are not allowed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { pdf, uploadForm } from './uploads.ts';

export interface DrainCounts {
  drains: number;
  /** Requests answered in full. */
  answered: number;
  /** Of those, the ones that were under way at the signal. */
  answeredAfterSignal: number;
  /** Requests that found no open port any more. */
  refused: number;
  /** Requests on a new connection that the closing port never took in. */
  neverTaken: number;
  /** Requests on a kept connection that was closed without a word, or cut in the middle of an answer. */
  lost: number;
  /** Requests answered in full with 503 because of too much work, as the gateway may at any time. */
  turnedAway: number;
  /** Creations that were acknowledged. */
  created: number;
  /** Ends with another code than 0, or beyond the grace. */
  badEnds: number;
  slowestEndMs: number;
  /** What was lost, in words. */
  readonly losses: string[];
}

const GRACE_MS = 10_000;
const CALLERS = 8;
const MOST_PAUSE_MS = 20;

export function noDrains(): DrainCounts {
  return {
    drains: 0,
    answered: 0,
    answeredAfterSignal: 0,
    refused: 0,
    neverTaken: 0,
    lost: 0,
    turnedAway: 0,
    created: 0,
    badEnds: 0,
    slowestEndMs: 0,
    losses: [],
  };
}

interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly ended: Promise<number | null>;
}

/** One life of the program; `runMs` after its callers have begun, it gets the signal. */
export async function drainOnce(dataDir: string, runMs: number, counts: DrainCounts): Promise<void> {
  const program = await startProgram(dataDir);
  try {
    const { id, link } = await prepare(program);
    const signal = { at: Number.POSITIVE_INFINITY };
    const callers = Array.from({ length: CALLERS }, (_, index) => call(program, { id, link, index, signal, counts }));
    await new Promise((resolve) => setTimeout(resolve, runMs));
    signal.at = performance.now();
    program.child.kill('SIGTERM');
    const code = await program.ended;
    const endMs = Math.round(performance.now() - signal.at);
    await Promise.all(callers);
    counts.drains += 1;
    counts.slowestEndMs = Math.max(counts.slowestEndMs, endMs);
    if (code !== 0 || endMs > GRACE_MS) {
      counts.badEnds += 1;
      counts.losses.push(`ended with ${code} after ${endMs} ms`);
    }
  } finally {
    program.child.kill('SIGKILL');
    await program.ended;
  }
}

async function startProgram(dataDir: string): Promise<Program> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', REFERENCE_PORT: '0', LOG_LEVEL: 'error' };
  const limits = { RATE_LIMIT: '1000000', DRAIN_GRACE_MS: String(GRACE_MS) };
  const main = join(import.meta.dirname, '../../src/main.ts');
  const child = spawn(process.execPath, [main], { env: { ...env, ...limits }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  let printed = '';
  return await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const url = /^GraphQL +(\S+)\/graphql$/m.exec(printed)?.[1];
      const token = /^agent \S+ +(\S+)\nservice .*\n/m.exec(printed)?.[1];
      if (url !== undefined && token !== undefined) resolve({ child, url, token, ended });
    });
    void ended.then(() => reject(new Error(`the program ended:\n${printed}`)));
  });
}

/** A transaction, and the link of a file of it that takes a while to read. */
async function prepare({ url, token }: Program): Promise<{ id: string; link: string }> {
  const headers = { authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' };
  const asked = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ transactions(first: 1) { nodes { id } } }' }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the query
  const { id } = ((await asked.json()) as any).data.transactions.nodes[0];
  const form = uploadForm({ transactionId: id, content: pdf(2_000_000) });
  const uploaded = await fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the mutation
  return { id, link: ((await uploaded.json()) as any).data.uploadFile.file.downloadUrl };
}

interface Caller {
  readonly id: string;
  readonly link: string;
  readonly index: number;
  readonly signal: { readonly at: number };
  readonly counts: DrainCounts;
}

/** Sends one request after the other on one connection, until the port is closed. */
async function call(program: Program, { id, link, index, signal, counts }: Caller): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let turn = 0; ; turn += 1) {
      const sent = await send(program, agent, workOf(index + turn, id, link));
      if (sent === 'refused') {
        counts.refused += 1;
        return;
      }
      if (sent === 'never taken') {
        counts.neverTaken += 1;
      } else if (sent === 'turned away') {
        counts.turnedAway += 1;
      } else if (typeof sent === 'string') {
        counts.lost += 1;
        counts.losses.push(sent);
      } else {
        counts.answered += 1;
        if (performance.now() > signal.at) counts.answeredAfterSignal += 1;
        if (sent.created) counts.created += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_PAUSE_MS));
    }
  } finally {
    agent.destroy();
  }
}

interface Work {
  readonly name: 'read' | 'page' | 'create' | 'upload' | 'download';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly type?: string;
}

function workOf(turn: number, id: string, link: string): Work {
  const json = { path: '/graphql', type: 'application/json' };
  const kind = turn % 5;
  if (kind === 0) return { name: 'read', ...json, body: JSON.stringify({ query: '{ viewer { role } }' }) };
  if (kind === 1) {
    return {
      name: 'page',
      ...json,
      body: JSON.stringify({ query: '{ transactions(first: 20) { nodes { id name } } }' }),
    };
  }
  if (kind === 2) return { name: 'create', ...json, body: JSON.stringify(creation()) };
  if (kind === 3) return { name: 'download', path: link };
  const type = 'multipart/form-data; boundary=xx';
  return { name: 'upload', path: '/graphql', type, body: multipart(id) };
}

function creation() {
  const query = `mutation ($input: CreateTransactionInput!) {
    createTransaction(input: $input) { outcome transaction { transId } }
  }`;
  const kinds = { propertyType: 'RESIDENTIAL', type: 'LEASE_RENTAL', status: 'PENDING' };
  const place = { agentNrdsId: '999000001', stateId: 'OR', streetAddress: '1 Test Lane' };
  return { query, variables: { input: { ...place, ...kinds, name: `Drained ${Math.random()}` } } };
}

function multipart(transactionId: string): Buffer {
  const query = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { outcome } }';
  const input = { transactionId, file: null, description: 'd', sender: 's', pageCount: 1 };
  const part = (name: string) => `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
  const fields = [
    `${part('operations')}${JSON.stringify({ query, variables: { input } })}\r\n`,
    `${part('map')}{"0":["variables.input.file"]}\r\n`,
    '--xx\r\ncontent-disposition: form-data; name="0"; filename="a.pdf"\r\n\r\n',
  ].join('');
  return Buffer.concat([Buffer.from(fields), pdf(20_000), Buffer.from('\r\n--xx--\r\n')]);
}

type Sent = { readonly created: boolean } | 'refused' | 'never taken' | 'turned away' | (string & {});

function send({ url, token }: Program, agent: Agent, { name, path, body, type }: Work): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${token}`,
    'apollo-require-preflight': 'yes',
    ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
  };
  return new Promise((resolve) => {
    const asking = request(url + path, { method: body === undefined ? 'GET' : 'POST', agent, headers });
    let answer: IncomingMessage | undefined;
    const fail = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else if (answer === undefined && !asking.reusedSocket) resolve('never taken');
      else resolve(`${name}: ${error.code ?? error.message}, ${answer === undefined ? 'unanswered' : 'half answered'}`);
    };
    asking.once('error', fail);
    asking.once('response', (response) => {
      answer = response;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => {
        const text = path === '/graphql' ? Buffer.concat(chunks).toString() : '';
        if (response.statusCode === 503 && response.headers['retry-after'] !== undefined) resolve('turned away');
        else if (response.statusCode !== 200) resolve(`${name}: status ${response.statusCode} ${text.slice(0, 200)}`);
        else if (text.includes('"errors"') || text.includes('UNKNOWN')) resolve(`${name}: ${text.slice(0, 200)}`);
        else resolve({ created: name === 'create' && text.includes('COMMITTED') });
      });
    });
    asking.end(body);
  });
}
