/**
 * Kills the service during concurrent creations and uploads, repeatedly, and checks after each start that everything
 * acknowledged is there, and no file without a row. It sees the service only from outside: its responses, and its folder of
 * files.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReferenceOptions } from '@realty-forms/reference/options.ts';
import {
  bearer,
  DOWNLOAD,
  filesDir,
  jsonFields,
  LIST,
  upload,
  uploadJson,
} from '../../../packages/reference/test/files/uploading.ts';
import { clientOf, creation } from '../../../packages/reference/test/running.ts';
import { type Standalone, startStandalone } from './standalone-reference.ts';

export interface ChaosCounts {
  kills: number;
  transactions: { acknowledged: number; lost: number };
  files: { acknowledged: number; lost: number; damaged: number; presentUnacknowledged: number };
  /** What the kills left on disk; `orphans` is what the next start failed to clean up. */
  left: { bytesWithoutRow: number };
  orphans: { bytesWithoutRow: number; rowsWithoutBytes: number };
  refused: number;
}

export interface ChaosOptions {
  readonly options: ReferenceOptions;
  readonly kills: number;
  /** Called after each kill. */
  readonly onKill?: (counts: ChaosCounts) => void;
}

type Client = ReturnType<typeof clientOf>;

const WORKERS = 4;
const TARGETS = 5;
const MAX_BYTES = 300_000;
const MAX_ACKNOWLEDGED = 40;
const MAX_DELAY_MS = 8;

interface Acknowledged {
  /** Records of created transactions by transId. */
  readonly transactions: Map<string, unknown>;
  /** Digests of files by their name, which is unique. */
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
    files: { acknowledged: 0, lost: 0, damaged: 0, presentUnacknowledged: 0 },
    left: { bytesWithoutRow: 0 },
    orphans: { bytesWithoutRow: 0, rowsWithoutBytes: 0 },
    refused: 0,
  };
  const all: Acknowledged = { transactions: new Map(), files: new Map() };
  let service = await startStandalone(options);
  try {
    const targets = await makeTargets(clientOf(service.url), all);
    for (let round = 0; round < kills; round += 1) {
      const fresh: Acknowledged = { transactions: new Map(), files: new Map() };
      await loadUntilKilled(service, targets, fresh, counts);
      counts.kills += 1;
      const before = onDisk(options.dataDir);
      // As if the next start were long after.
      for (const path of before) utimesSync(path, 0, 0);
      service = await startStandalone(options);
      const after = onDisk(options.dataDir);
      counts.left.bytesWithoutRow += before.length - after.length;
      for (const [id, record] of fresh.transactions) all.transactions.set(id, record);
      for (const [name, digest] of fresh.files) all.files.set(name, digest);
      await check(clientOf(service.url), targets, fresh, all.files, after, counts);
      onKill?.(counts);
    }
    // Check once more at the end: what survived its own kill must have survived all later ones.
    await check(clientOf(service.url), targets, all, all.files, onDisk(options.dataDir), counts);
  } finally {
    await service.kill();
  }
  counts.transactions.acknowledged = all.transactions.size;
  counts.files.acknowledged = all.files.size;
  return { ...counts, clean: isClean(counts) };
}

/** Creates the transactions that all files are uploaded to. */
async function makeTargets(client: Client, { transactions }: Acknowledged): Promise<string[]> {
  for (let made = 0; made < TARGETS; made += 1) {
    const { body } = await client.call('/fsforms/addTrans', creation);
    transactions.set(body[0].transId, body[0]);
  }
  return [...transactions.keys()];
}

/** Runs several creations and uploads at a time until a kill at a random moment. */
async function loadUntilKilled(
  service: Standalone,
  targets: readonly string[],
  acknowledgedNow: Acknowledged,
  counts: ChaosCounts,
): Promise<void> {
  const client = clientOf(service.url);
  const killAt = 1 + Math.floor(Math.random() * MAX_ACKNOWLEDGED);
  let acknowledged = 0;
  let killing: Promise<void> | null = null;
  const work = async (step: () => Promise<{ readonly status: number }>) => {
    while (killing === null) {
      const response = await step().catch(() => null);
      if (response === null) continue;
      if (response.status !== 200) counts.refused += 1;
      acknowledged += 1;
      // On a busy machine, forty creations may be answered before the first upload.
      const hasFile = acknowledgedNow.files.size > 0 || counts.refused > 0;
      if (acknowledged >= killAt && hasFile) killing ??= wait(Math.random() * MAX_DELAY_MS).then(() => service.kill());
    }
  };
  const create = async () => {
    const response = await client.call('/fsforms/addTrans', { ...creation, transName: randomUUID() });
    if (response.status === 200) acknowledgedNow.transactions.set(response.body[0].transId, response.body[0]);
    return response;
  };
  const send = async () => {
    const { name, content } = makeFile();
    const transId = targets[Math.floor(Math.random() * targets.length)] ?? '';
    const file_name = { name, content: content.toString('base64') };
    const response =
      Math.random() < 0.7
        ? await upload(client, name, content, { transId })
        : await uploadJson(client, { ...jsonFields, transId, file_name });
    if (response.status === 200) acknowledgedNow.files.set(name, digestOf(content));
    return response;
  };
  await Promise.all(Array.from({ length: WORKERS }, () => [work(create), work(send)]).flat());
  await killing;
}

function makeFile(): { readonly name: string; readonly content: Buffer } {
  const name = `${randomUUID()}.pdf`;
  const padding = Buffer.alloc(Math.floor(Math.random() ** 2 * MAX_BYTES), name);
  return { name, content: Buffer.concat([Buffer.from('%PDF-1.7\n'), padding, Buffer.from(`\n${name} ends\n`)]) };
}

const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function check(
  client: Client,
  targets: readonly string[],
  { transactions, files }: Acknowledged,
  acknowledgedFiles: ReadonlyMap<string, string>,
  disk: readonly string[],
  counts: ChaosCounts,
): Promise<void> {
  for (const [transId, record] of transactions) {
    const { body } = await client.call('/fsforms/getTransById', { transId });
    const expected = { ...(record as object), transId: undefined };
    if (JSON.stringify(body[0]) !== JSON.stringify(expected)) counts.transactions.lost += 1;
  }
  const rows = await listAll(client, targets);
  counts.orphans.bytesWithoutRow += Math.max(0, disk.length - rows.length);
  counts.orphans.rowsWithoutBytes += Math.max(0, rows.length - disk.length);
  const unacknowledged = rows.filter(({ name }) => !acknowledgedFiles.has(name));
  counts.files.presentUnacknowledged = unacknowledged.length;
  const present = new Set(rows.map(({ name }) => name));
  for (const name of files.keys()) if (!present.has(name)) counts.files.lost += 1;
  for (const row of rows.filter(({ name }) => files.has(name) || !acknowledgedFiles.has(name))) {
    const content = await read(client, row);
    const digest = content === null ? null : digestOf(content);
    // A file whose upload was never acknowledged may exist, but only if it is complete.
    const isWhole = acknowledgedFiles.has(row.name)
      ? digest === acknowledgedFiles.get(row.name)
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

function onDisk(dataDir: string): string[] {
  const folder = join(filesDir(dataDir), 'stored');
  return readdirSync(folder).map((name) => join(folder, name));
}
