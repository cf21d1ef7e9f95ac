/**
 * `npm run soak -- --minutes 30`: the gateway under a steady mix of requests, good and bad, while upstream's tokens end and the
 * directory is reloaded. Samples its heap after a collection, memory, descriptors and event loop each 10 s; fails where the
 * heap grows, descriptors are left behind or too little was renewed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { grows, slopeOf } from '../soak/slope.ts';
import { duration, readSwitches } from '../support/switches.ts';
import { abortUpload, pdf, uploadForm } from '../support/uploads.ts';
import type { Sample } from './heap-probe.ts';
import { REFRESH_SECONDS, RELOAD_SECONDS, startSoaked, TOKEN_SECONDS } from './soaked-program.ts';

const SAMPLE_MS = 10_000;
const PAUSE_MS = 40;
const MEGABYTE = 1_048_576;
/** Caches fill in the beginning; so much of the run is left out of the verdict. */
const WARM_UP_SHARE = 0.3;
const HEAP_BYTES_A_MINUTE = 0.2 * MEGABYTE;
const SPARE_DESCRIPTORS = 20;
/** What each request may be answered with. */
const expected: Readonly<Record<string, readonly number[]>> = {
  read: [200],
  page: [200],
  create: [200],
  upload: [200],
  download: [200],
  'no token': [200, 401],
  'bad query': [400],
  'broken body': [400],
  'broken link': [404, 410],
};

const { minutes } = readSwitches(process.argv.slice(2), { minutes: duration(30) });
const dataDir = mkdtempSync(join(tmpdir(), 'soak-'));
const counts: Record<string, number> = {};
const samples: (Sample & { readonly minute: number })[] = [];
let calls: ReadonlyMap<string, number> = new Map();
const program = await startSoaked(dataDir);
let exitCode: number | null = null;
try {
  const work = await prepare(program.url, program.token);
  const begun = performance.now();
  const minute = () => (performance.now() - begun) / 60_000;
  let nextSample = 0;
  for (let turn = 0; minute() < minutes; turn += 1) {
    await work(turn);
    await sleep(PAUSE_MS);
    if (performance.now() - begun < nextSample) continue;
    nextSample += SAMPLE_MS;
    samples.push({ minute: minute(), ...(await program.sample()) });
  }
  calls = await program.calls();
} finally {
  exitCode = await program.end();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(verdict() && exitCode === 0 ? 0 : 1);

function verdict(): boolean {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const heap = slopeOf(warm.map(({ minute, heap }) => [minute, heap]));
  const descriptors = warm.map((each) => each.descriptors);
  const isHeapSteady = !grows(heap, HEAP_BYTES_A_MINUTE);
  const last = descriptors.slice(-3);
  const areDescriptorsSteady = Math.min(...last) <= Math.min(...descriptors.slice(0, 3)) + SPARE_DESCRIPTORS;
  console.log('answers:', counts);
  for (const each of samples) {
    const [heapMb, rssMb] = [each.heap, each.rss].map((bytes) => Math.round(bytes / 1e5) / 10);
    console.log(
      `${each.minute.toFixed(1)} min: heap ${heapMb} MB, rss ${rssMb} MB, ${each.descriptors} fds, loop p99 ${each.loopMs} ms`,
    );
  }
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
  console.log(
    `heap: ${kilobytes(heap.slope)} a minute, give or take ${kilobytes(heap.within)}: ${isHeapSteady ? 'steady' : 'GROWS'}`,
  );
  console.log(
    `descriptors: ${descriptors[0]} to ${descriptors.at(-1)}: ${areDescriptorsSteady ? 'steady' : 'LEFT BEHIND'}`,
  );
  const [tokens = 0, loads = 0] = [calls.get('token'), calls.get('activeUsers')];
  const times = `tokens of ${TOKEN_SECONDS} s; the directory refreshed each ${REFRESH_SECONDS} s, reloaded each ${RELOAD_SECONDS} s`;
  console.log(`${times}: ${tokens} tokens, ${loads} calls for the directory`);
  // At least half of what the times make: a run that had neither proves nothing.
  const seconds = minutes * 60;
  const areRenewed = tokens >= seconds / TOKEN_SECONDS / 2 && loads >= seconds / REFRESH_SECONDS / 2;
  if (!areRenewed) console.log('TOO FEW RENEWALS');
  const unexpected = Object.keys(counts).filter((key) => key.startsWith('UNEXPECTED'));
  return isHeapSteady && areDescriptorsSteady && areRenewed && unexpected.length === 0;
}

/** What a turn does: one request of the mix, counted by its answer. */
async function prepare(url: string, token: string): Promise<(turn: number) => Promise<void>> {
  const ask = (body: string, more: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body });
  const query = (text: string, variables = {}) => JSON.stringify({ query: text, variables });
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the queries
  const read = async (response: Response) => (await response.json()) as any;
  const { id } = (await read(await ask(query('{ transactions(first: 1) { nodes { id } } }')))).data.transactions
    .nodes[0];
  const headers = { authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' };
  const upload = () =>
    fetch(`${url}/graphql`, { method: 'POST', headers, body: uploadForm({ transactionId: id, content: pdf(50_000) }) });
  // Links end within minutes, so that each upload gives the next ones theirs.
  let link = '';
  const uploadAnew = async () => {
    const response = await upload();
    link = (await read(response.clone())).data.uploadFile.file.downloadUrl;
    return response;
  };
  await uploadAnew();
  const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }`;
  const input = { agentNrdsId: '999000001', stateId: 'OR', streetAddress: '1 Test Lane', propertyType: 'RESIDENTIAL' };
  const kinds = { type: 'LEASE_RENTAL', status: 'PENDING' };
  const mix: readonly [name: string, send: (turn: number) => Promise<Response>][] = [
    ['read', () => ask(query('{ viewer { role } }'))],
    ['page', () => ask(query('{ transactions(first: 20) { nodes { id name } } }'))],
    ['read', () => ask(query('query ($id: ID!) { node(id: $id) { id } }', { id }))],
    ['create', (turn) => ask(query(create, { input: { ...input, ...kinds, name: `Soaked ${turn}` } }))],
    ['page', () => ask(query('{ transactions(first: 50) { totalCount nodes { id name type } } }'))],
    ['download', () => fetch(url + link)],
    ['no token', () => ask(query('{ viewer { role } }'), {})],
    ['bad query', () => ask(query('{ nothing }'))],
    ['broken body', () => ask('{')],
    ['broken link', () => fetch(`${url}/files/broken`)],
  ];
  return async (turn) => {
    // Files stay: a folder of thousands would be measured, and not the gateway.
    if (turn % 100 === 50) return await note('upload', await uploadAnew());
    if (turn % 100 === 75) {
      await abortUpload(url, token, id, 20_000);
      counts['upload broken off'] = (counts['upload broken off'] ?? 0) + 1;
      return;
    }
    const [name, send] = mix[turn % mix.length] ?? ['read', () => ask('')];
    await note(name, await send(turn));
  };
}

async function note(name: string, response: Response): Promise<void> {
  await response.arrayBuffer();
  const isExpected = expected[name]?.includes(response.status);
  const key = `${isExpected ? '' : 'UNEXPECTED '}${name} ${response.status}`;
  counts[key] = (counts[key] ?? 0) + 1;
}
