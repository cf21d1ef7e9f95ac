/** Uploads that break off at every point of a file: afterwards no file, bytes, open connections or memory may be left behind. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesDir } from '../../packages/reference/test/files/uploading.ts';
import { createFolder } from '../support/programs/script-resources.ts';
import { abortUpload } from '../support/uploads.ts';
import { sendQuery, startGateway } from './gateway-process.ts';

const CONCURRENCY = 10;
const WARM_UP = 200;
const TIMEOUT_SECONDS = 30;
/** Pooled connections to the embedded service that stay open for later calls; each has both ends in this process. */
const MAX_POOLED_DESCRIPTORS = 64;
const MEGABYTE = 1_048_576;

export async function uploads(count = 1000): Promise<boolean> {
  const dataDir = createFolder('aborted-uploads-');
  const temporary = createFolder('aborted-uploads-tmp-');
  const gateway = await startGateway({ DATA_DIR: dataDir, TMPDIR: temporary });
  try {
    const { token } = gateway;
    const { data } = await sendQuery(gateway.url, token, '{ transactions(first: 1) { nodes { id } } }');
    const id = data.transactions.nodes[0].id as string;
    const incoming = () => readdirSync(join(filesDir(dataDir), 'incoming')).length;
    // The last uploads may still be being sent upstream when their senders have disconnected.
    const waitUntilSettled = async () => {
      for (let second = 0; second < TIMEOUT_SECONDS && (second < 2 || incoming() > 0); second += 1) await sleep(1_000);
    };
    const abort = (at: number) => abortUpload(gateway.url, token, id, (at * 7_919) % 1_000_000);
    const abortAll = async (all: number) => {
      for (let done = 0; done < all; done += CONCURRENCY) {
        await Promise.all(Array.from({ length: Math.min(CONCURRENCY, all - done) }, (_, at) => abort(done + at)));
      }
    };
    await abortAll(WARM_UP);
    await waitUntilSettled();
    const before = { memory: gateway.memory(), descriptors: gateway.descriptors() };
    await abortAll(count);
    await waitUntilSettled();
    const leftovers = {
      incoming: incoming(),
      stored: readdirSync(join(filesDir(dataDir), 'stored')).length,
      temporary: readdirSync(temporary).length,
      descriptors: gateway.descriptors() - before.descriptors,
      megabytes: Math.round((gateway.memory() - before.memory) / MEGABYTE),
    };
    const query = '{ transactions(first: 1) { nodes { files { totalCount } } } }';
    const files = (await sendQuery(gateway.url, token, query)).data.transactions.nodes[0].files.totalCount;
    console.log(`${count} uploads aborted; left behind:`, { files, ...leftovers });
    const isClean = files === 0 && leftovers.incoming === 0 && leftovers.stored === 0 && leftovers.temporary === 0;
    return isClean && leftovers.descriptors <= MAX_POOLED_DESCRIPTORS && leftovers.megabytes < 100;
  } finally {
    await gateway.end();
  }
}
