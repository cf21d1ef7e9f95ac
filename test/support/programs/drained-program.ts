/**
 * Shuts the complete program down under load, repeatedly: SIGTERM at a random moment while callers read, create, upload and
 * download. Each process on the same data is first asked for what earlier ones acknowledged.
 */
import { type GatewayProcess, startGateway } from '../../long/gateway-process.ts';
import { pdf, uploadForm } from '../uploads.ts';
import { callUntilClosed, type DrainCounts, type WorkItem } from './drained-callers.ts';

/** Longer than any call may take. */
const GRACE_MS = 11_000;
const CALLERS = 8;
const IDS_A_QUERY = 50;

/** The data that consecutive processes share, and the acknowledged ids that have not been checked yet. */
export interface ProgramRuns {
  readonly dataDir: string;
  readonly counts: DrainCounts;
  readonly acknowledged: string[];
}

/** Runs the program once; it gets the signal when that is due, after its callers have started. */
export async function drainOnce(runs: ProgramRuns, isDue: () => Promise<void>): Promise<void> {
  const { counts } = runs;
  await withProgram(runs, async (program) => {
    const { id, link } = await prepare(program);
    const signal = { at: Number.POSITIVE_INFINITY };
    const headers = headersOf(program);
    const callers = Array.from({ length: CALLERS }, (_, index) =>
      callUntilClosed({
        url: program.url,
        headers,
        workOf: (turn) => workOf(index + turn, { id, link }, runs),
        signal,
        counts,
      }),
    );
    await isDue();
    signal.at = performance.now();
    const code = await program.end();
    const endMs = Math.round(performance.now() - signal.at);
    await Promise.all(callers);
    counts.drains += 1;
    counts.slowestEndMs = Math.max(counts.slowestEndMs, endMs);
    if (code !== 0 || endMs > GRACE_MS) {
      counts.badEnds += 1;
      counts.losses.push(`ended with ${code} after ${endMs} ms`);
    }
  });
}

/** Runs the program once more, only to check what the last run acknowledged. */
export function verifyAcknowledged(runs: ProgramRuns): Promise<void> {
  return withProgram(runs, async () => undefined);
}

async function withProgram(runs: ProgramRuns, act: (program: GatewayProcess) => Promise<void>): Promise<void> {
  const program = await startGateway({
    DATA_DIR: runs.dataDir,
    RATE_LIMIT: '1000000',
    DRAIN_GRACE_MS: String(GRACE_MS),
  });
  try {
    await checkAcknowledged(program, runs);
    await act(program);
  } finally {
    await program.kill();
  }
}

function headersOf({ token }: GatewayProcess): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the query
async function execute(program: GatewayProcess, query: string, variables = {}): Promise<any> {
  const headers = { ...headersOf(program), 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  return await (await fetch(`${program.url}/graphql`, { method: 'POST', headers, body })).json();
}

async function checkAcknowledged(program: GatewayProcess, { acknowledged, counts }: ProgramRuns): Promise<void> {
  while (acknowledged.length > 0) {
    const ids = acknowledged.splice(0, IDS_A_QUERY);
    const { data, errors } = await execute(program, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    const present = new Set((data?.nodes ?? []).map((node: { id: string } | null) => node?.id));
    const missing = ids.filter((id) => !present.has(id));
    counts.found += ids.length - missing.length;
    counts.lost += missing.length;
    if (missing.length > 0)
      counts.losses.push(`acknowledged and not there: ${missing.join(' ')} ${JSON.stringify(errors)}`);
  }
}

interface Subject {
  readonly id: string;
  readonly link: string;
}

/** A transaction, and the link to one of its files that takes a while to read. */
async function prepare(program: GatewayProcess): Promise<Subject> {
  const { id } = (await execute(program, '{ transactions(first: 1) { nodes { id } } }')).data.transactions.nodes[0];
  const form = uploadForm({ transactionId: id, content: pdf(2_000_000) });
  const uploaded = await fetch(`${program.url}/graphql`, { method: 'POST', headers: headersOf(program), body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the mutation
  return { id, link: ((await uploaded.json()) as any).data.uploadFile.file.downloadUrl };
}

const json = { path: '/graphql', type: 'application/json' } as const;
const page = '{ transactions(first: 20) { nodes { id name } } }';

function workOf(turn: number, { id, link }: Subject, runs: ProgramRuns): WorkItem {
  const works: readonly (() => WorkItem)[] = [
    () => ({ name: 'read', ...json, body: JSON.stringify({ query: '{ viewer { role } }' }) }),
    () => ({ name: 'page', ...json, body: JSON.stringify({ query: page }) }),
    () => ({
      name: 'create',
      ...json,
      body: JSON.stringify(creation()),
      onResponse: (text) => acknowledge(text, runs),
    }),
    () => ({ name: 'download', path: link }),
    () => ({ name: 'upload', path: '/graphql', type: 'multipart/form-data; boundary=xx', body: multipart(id) }),
  ];
  return (works[turn % works.length] as () => WorkItem)();
}

function acknowledge(text: string, { acknowledged, counts }: ProgramRuns): void {
  const { outcome, transaction } = JSON.parse(text).data.createTransaction;
  if (outcome !== 'COMMITTED') return;
  counts.created += 1;
  acknowledged.push(transaction.id);
}

function creation() {
  const query = `mutation ($input: CreateTransactionInput!) {
    createTransaction(input: $input) { outcome transaction { id } }
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
