/** Uploads that break off, at every place of a file: afterwards no file, no bytes, no open connection and no memory is left. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesDir } from '../reference/uploading.ts';
import { abortUpload } from '../support/uploads.ts';
import { ask, startGateway } from './gateway-process.ts';

const AT_ONCE = 10;
const WARM_UP = 200;
const PATIENCE_S = 30;
/** Connections to the embedded service that stay open for the next calls, each with two ends in this process. */
const POOLED = 64;
const MEGABYTE = 1_048_576;

export async function uploads(count = 1000): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'aborted-uploads-'));
  const temporary = mkdtempSync(join(tmpdir(), 'aborted-uploads-tmp-'));
  const gateway = await startGateway({ DATA_DIR: dataDir, TMPDIR: temporary });
  try {
    const { token } = gateway;
    const { data } = await ask(gateway.url, token, '{ transactions(first: 1) { nodes { id } } }');
    const id = data.transactions.nodes[0].id as string;
    const incoming = () => readdirSync(join(filesDir(dataDir), 'incoming')).length;
    // The last ones are still being told upstream when their senders are gone.
    const settled = async () => {
      for (let second = 0; second < PATIENCE_S && (second < 2 || incoming() > 0); second += 1) await sleep(1_000);
    };
    const abort = (at: number) => abortUpload(gateway.url, token, id, (at * 7_919) % 1_000_000);
    const abortAll = async (all: number) => {
      for (let done = 0; done < all; done += AT_ONCE) {
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, all - done) }, (_, at) => abort(done + at)));
      }
    };
    await abortAll(WARM_UP);
    await settled();
    const before = { memory: gateway.memory(), descriptors: gateway.descriptors() };
    await abortAll(count);
    await settled();
    const left = {
      incoming: incoming(),
      stored: readdirSync(join(filesDir(dataDir), 'stored')).length,
      temporary: readdirSync(temporary).length,
      descriptors: gateway.descriptors() - before.descriptors,
      megabytes: Math.round((gateway.memory() - before.memory) / MEGABYTE),
    };
    const query = '{ transactions(first: 1) { nodes { files { totalCount } } } }';
    const files = (await ask(gateway.url, token, query)).data.transactions.nodes[0].files.totalCount;
    console.log(`${count} uploads broken off; left:`, { files, ...left });
    const isClean = files === 0 && left.incoming === 0 && left.stored === 0 && left.temporary === 0;
    return isClean && left.descriptors <= POOLED && left.megabytes < 100;
  } finally {
    await gateway.end();
    for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true });
  }
}
