/**
 * `npm run soak -- --minutes 30`: the gateway under a steady mix of valid and invalid requests, while upstream tokens expire and
 * the directory is reloaded. Every 10 s it samples the heap after a collection, memory and descriptors; fails if the heap grows,
 * descriptors leak or too few renewals happened.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFolder } from '../support/programs/script-resources.ts';
import { duration, readSwitches } from '../support/switches.ts';
import { abortUpload, pdf, uploadForm } from '../support/uploads.ts';
import { REFRESH_SECONDS, RELOAD_SECONDS, type Sample, startSoaked, TOKEN_SECONDS } from './soaked-program.ts';

const SAMPLE_MS = 10_000;
const PAUSE_MS = 40;
/** Caches fill at the beginning, so this share of the run is not judged. */
const WARM_UP_SHARE = 0.3;
const MAX_HEAP_GROWTH_PER_MINUTE = 0.2;
/** In a shorter run, caches still fill after the warm-up. */
const JUDGED_MINUTES = 10;
const SPARE_DESCRIPTORS = 20;
/** The acceptable statuses for each kind of request. */
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

const { minutes } = readSwitches(
  process.argv.slice(2),
  { minutes: duration(30) },
  'npm run soak: the gateway under a steady mix of requests; fails if memory or descriptors leak.',
);
const dataDir = createFolder('soak-');
const counts: Record<string, number> = {};
const samples: (Sample & { readonly minute: number })[] = [];
let calls: ReadonlyMap<string, number> = new Map();
const program = await startSoaked(dataDir);
try {
  const work = await prepare(program.url, program.token);
  const startedAt = performance.now();
  const minute = () => (performance.now() - startedAt) / 60_000;
  let nextSample = 0;
  for (let iteration = 0; minute() < minutes; iteration += 1) {
    await work(iteration);
    await sleep(PAUSE_MS);
    if (performance.now() - startedAt < nextSample) continue;
    nextSample += SAMPLE_MS;
    samples.push({ minute: minute(), ...(await program.sample()) });
  }
  calls = await program.calls();
} finally {
  await program.end();
}
process.exit(isSteady() ? 0 : 1);

function isSteady(): boolean {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  // Between the least of the first third and the least of the last.
  const leastOf = (part: typeof warm) => Math.min(...part.map(({ heapMb }) => heapMb));
  const third = Math.ceil(warm.length / 3);
  const growth =
    (leastOf(warm.slice(-third)) - leastOf(warm.slice(0, third))) / (minutes * (1 - WARM_UP_SHARE) * (2 / 3));
  const descriptors = warm.map((each) => each.descriptors);
  const isHeapSteady = growth < MAX_HEAP_GROWTH_PER_MINUTE;
  const last = descriptors.slice(-3);
  const areDescriptorsSteady = Math.min(...last) <= Math.min(...descriptors.slice(0, 3)) + SPARE_DESCRIPTORS;
  console.log('responses:', counts);
  for (const each of samples) {
    const [heap, resident] = [each.heapMb, each.residentMb].map((megabytes) => megabytes.toFixed(1));
    console.log(`${each.minute.toFixed(1)} min: heap ${heap} MB, rss ${resident} MB, ${each.descriptors} fds`);
  }
  const verdict = isHeapSteady ? 'steady' : minutes < JUDGED_MINUTES ? 'too short a run to judge' : 'GROWS';
  console.log(`heap: ${growth.toFixed(2)} MB per minute: ${verdict}`);
  console.log(
    `descriptors: ${descriptors[0]} to ${descriptors.at(-1)}: ${areDescriptorsSteady ? 'steady' : 'LEFT BEHIND'}`,
  );
  const [tokens = 0, loads = 0] = [calls.get('token'), calls.get('activeUsers')];
  const times = `token lifetime ${TOKEN_SECONDS} s; directory refreshed every ${REFRESH_SECONDS} s, reloaded every ${RELOAD_SECONDS} s`;
  console.log(`${times}: ${tokens} tokens, ${loads} calls for the directory`);
  // At least half the number that the lifetimes imply: a run without renewals proves nothing.
  const seconds = minutes * 60;
  const areRenewed = tokens >= seconds / TOKEN_SECONDS / 2 && loads >= seconds / REFRESH_SECONDS / 2;
  if (!areRenewed) console.log('TOO FEW RENEWALS');
  const unexpected = Object.keys(counts).filter((key) => key.startsWith('UNEXPECTED'));
  return isHeapSteady && areDescriptorsSteady && areRenewed && unexpected.length === 0;
}

/** Returns the function that sends one request of the mix per turn and counts its response. */
async function prepare(url: string, token: string): Promise<(iteration: number) => Promise<void>> {
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
  // Links expire within minutes, so each upload provides the link for the downloads after it.
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
  const mix: readonly [name: string, send: (iteration: number) => Promise<Response>][] = [
    ['read', () => ask(query('{ viewer { role } }'))],
    ['page', () => ask(query('{ transactions(first: 20) { nodes { id name } } }'))],
    ['read', () => ask(query('query ($id: ID!) { node(id: $id) { id } }', { id }))],
    ['create', (iteration) => ask(query(create, { input: { ...input, ...kinds, name: `Soaked ${iteration}` } }))],
    ['page', () => ask(query('{ transactions(first: 50) { totalCount nodes { id name type } } }'))],
    ['download', () => fetch(url + link)],
    ['no token', () => ask(query('{ viewer { role } }'), {})],
    ['bad query', () => ask(query('{ nothing }'))],
    ['broken body', () => ask('{')],
    ['broken link', () => fetch(`${url}/files/broken`)],
  ];
  return async (iteration) => {
    // Few uploads, because files are never deleted: otherwise the run would measure a folder of thousands, not the gateway.
    if (iteration % 100 === 50) return await countResponse('upload', await uploadAnew());
    if (iteration % 100 === 75) {
      await abortUpload(url, token, id, 20_000);
      counts['aborted upload'] = (counts['aborted upload'] ?? 0) + 1;
      return;
    }
    const [name, send] = mix[iteration % mix.length] ?? ['read', () => ask('')];
    await countResponse(name, await send(iteration));
  };
}

async function countResponse(name: string, response: Response): Promise<void> {
  await response.arrayBuffer();
  const isExpected = expected[name]?.includes(response.status);
  const key = `${isExpected ? '' : 'UNEXPECTED '}${name} ${response.status}`;
  counts[key] = (counts[key] ?? 0) + 1;
}
