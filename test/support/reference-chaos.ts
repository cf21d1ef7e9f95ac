/**
 * Kills the service in the middle of concurrent creations and uploads, again and again, and looks after each start whether
 * everything that was acknowledged is there, and nothing that no row speaks of. It sees the service from outside: its
 * answers, and the folder of its files.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReferenceOptions } from '../../src/reference/options.ts';
import { creation, talkTo } from '../reference/running.ts';
import { bearer, DOWNLOAD, filesDir, jsonFields, LIST, upload, uploadJson } from '../reference/uploading.ts';
import { type Standalone, startStandalone } from './standalone-reference.ts';

export interface ChaosCounts {
  kills: number;
  transactions: { acknowledged: number; lost: number };
  files: { acknowledged: number; lost: number; damaged: number; standingUnacknowledged: number };
  /** What kills left on the disk, and what of it a start did not remove. */
  left: { drafts: number; bytesWithoutRow: number };
  orphans: { drafts: number; bytesWithoutRow: number; rowsWithoutBytes: number };
  refused: number;
}

export interface ChaosOptions {
  readonly options: ReferenceOptions;
  readonly kills: number;
  /** Told after each kill. */
  readonly onKill?: (counts: ChaosCounts) => void;
}

type Client = ReturnType<typeof talkTo>;

const WORKERS = 4;
const TARGETS = 5;
const MOST_BYTES = 300_000;
const MOST_ACKNOWLEDGED = 40;
const LONGEST_DELAY_MS = 8;

interface Acknowledged {
  /** Records of created transactions by transId. */
  readonly transactions: Map<string, unknown>;
  /** Digests of files by their name, which only one file has. */
  readonly files: Map<string, string>;
}

const isClean = (counts: ChaosCounts) =>
  [counts.transactions.lost, counts.files.lost, counts.files.damaged, counts.refused].every((count) => count === 0) &&
  Object.values(counts.orphans).every((count) => count === 0);

export async function killReference({
  options,
  kills,
  onKill,
}: ChaosOptions): Promise<ChaosCounts & { clean: boolean }> {
  const counts: ChaosCounts = {
    kills: 0,
    transactions: { acknowledged: 0, lost: 0 },
    files: { acknowledged: 0, lost: 0, damaged: 0, standingUnacknowledged: 0 },
    left: { drafts: 0, bytesWithoutRow: 0 },
    orphans: { drafts: 0, bytesWithoutRow: 0, rowsWithoutBytes: 0 },
    refused: 0,
  };
  const all: Acknowledged = { transactions: new Map(), files: new Map() };
  let service = await startStandalone(options);
  try {
    const targets = await makeTargets(talkTo(service.url), all);
    for (let round = 0; round < kills; round += 1) {
      const fresh: Acknowledged = { transactions: new Map(), files: new Map() };
      await loadUntilKilled(service, targets, fresh, counts);
      counts.kills += 1;
      const before = onDisk(options.dataDir);
      service = await startStandalone(options);
      const after = onDisk(options.dataDir);
      counts.left.drafts += before.drafts.length;
      counts.left.bytesWithoutRow += before.stored.length - after.stored.length;
      for (const [id, record] of fresh.transactions) all.transactions.set(id, record);
      for (const [name, digest] of fresh.files) all.files.set(name, digest);
      await check(talkTo(service.url), targets, fresh, all.files, after, counts);
      onKill?.(counts);
    }
    // Once more at the end: what stood after its own kill must have outlived all later ones.
    await check(talkTo(service.url), targets, all, all.files, onDisk(options.dataDir), counts);
  } finally {
    await service.kill();
  }
  counts.transactions.acknowledged = all.transactions.size;
  counts.files.acknowledged = all.files.size;
  return { ...counts, clean: isClean(counts) };
}

/** The transactions that all files go to. */
async function makeTargets(client: Client, { transactions }: Acknowledged): Promise<string[]> {
  for (let made = 0; made < TARGETS; made += 1) {
    const { body } = await client.call('/fsforms/addTrans', creation);
    transactions.set(body[0].transId, body[0]);
  }
  return [...transactions.keys()];
}

/** Several creations and uploads at a time, cut off in a moment that nobody chose. */
async function loadUntilKilled(
  service: Standalone,
  targets: readonly string[],
  seen: Acknowledged,
  counts: ChaosCounts,
): Promise<void> {
  const client = talkTo(service.url);
  const killAt = 1 + Math.floor(Math.random() * MOST_ACKNOWLEDGED);
  let acknowledged = 0;
  let killing: Promise<void> | null = null;
  const work = async (step: () => Promise<{ readonly status: number }>) => {
    while (killing === null) {
      const answer = await step().catch(() => null);
      if (answer === null) continue;
      if (answer.status !== 200) counts.refused += 1;
      acknowledged += 1;
      if (acknowledged >= killAt) killing ??= wait(Math.random() * LONGEST_DELAY_MS).then(() => service.kill());
    }
  };
  const create = async () => {
    const answer = await client.call('/fsforms/addTrans', { ...creation, transName: randomUUID() });
    if (answer.status === 200) seen.transactions.set(answer.body[0].transId, answer.body[0]);
    return answer;
  };
  const send = async () => {
    const { name, content } = makeFile();
    const transId = targets[Math.floor(Math.random() * targets.length)] ?? '';
    const file_name = { name, content: content.toString('base64') };
    const answer =
      Math.random() < 0.7
        ? await upload(client, name, content, { transId })
        : await uploadJson(client, { ...jsonFields, transId, file_name });
    if (answer.status === 200) seen.files.set(name, digestOf(content));
    return answer;
  };
  await Promise.all(Array.from({ length: WORKERS }, () => [work(create), work(send)]).flat());
  await killing;
}

function makeFile(): { readonly name: string; readonly content: Buffer } {
  const name = `${randomUUID()}.pdf`;
  const filling = Buffer.alloc(Math.floor(Math.random() ** 2 * MOST_BYTES), name);
  return { name, content: Buffer.concat([Buffer.from('%PDF-1.7\n'), filling, Buffer.from(`\n${name} ends\n`)]) };
}

const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function check(
  client: Client,
  targets: readonly string[],
  { transactions, files }: Acknowledged,
  everKnown: ReadonlyMap<string, string>,
  disk: ReturnType<typeof onDisk>,
  counts: ChaosCounts,
): Promise<void> {
  for (const [transId, record] of transactions) {
    const { body } = await client.call('/fsforms/getTransById', { transId });
    const expected = { ...(record as object), transId: undefined };
    if (JSON.stringify(body[0]) !== JSON.stringify(expected)) counts.transactions.lost += 1;
  }
  const rows = await listAll(client, targets);
  counts.orphans.drafts += disk.drafts.length;
  counts.orphans.bytesWithoutRow += Math.max(0, disk.stored.length - rows.length);
  counts.orphans.rowsWithoutBytes += Math.max(0, rows.length - disk.stored.length);
  const unacknowledged = rows.filter(({ name }) => !everKnown.has(name));
  counts.files.standingUnacknowledged = unacknowledged.length;
  const standing = new Set(rows.map(({ name }) => name));
  for (const name of files.keys()) if (!standing.has(name)) counts.files.lost += 1;
  for (const row of rows.filter(({ name }) => files.has(name) || !everKnown.has(name))) {
    const content = await read(client, row);
    const digest = content === null ? null : digestOf(content);
    // A file that its sender was never told of may stand, but only whole.
    const isWhole = everKnown.has(row.name)
      ? digest === everKnown.get(row.name)
      : content?.toString('latin1').endsWith(`\n${row.name} ends\n`);
    if (!isWhole) counts.files.damaged += 1;
  }
}

interface Row {
  readonly transId: string;
  readonly fileID: string;
  readonly name: string;
}

async function listAll(client: Client, targets: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const transId of targets) {
    const { status, body, text } = await client.call(LIST, { transId });
    if (status !== 200) throw new Error(text);
    for (const { fileID, fileName } of body.data) rows.push({ transId, fileID, name: fileName });
  }
  return rows;
}

async function read(client: Client, { transId, fileID }: Row): Promise<Buffer | null> {
  const { body } = await client.post(
    DOWNLOAD,
    { userId: jsonFields.userId, transId, filter: `fileID=<${fileID}>` },
    await bearer(client),
  );
  const response = await fetch(body.file_url);
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
}

function onDisk(dataDir: string) {
  const list = (folder: string) => readdirSync(join(filesDir(dataDir), folder));
  return { drafts: list('incoming'), stored: list('stored') };
}
