import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pdf } from '../../../../test/support/sample-files.ts';
import { startStandalone } from '../../../../test/support/upstreams/standalone-reference.ts';
import { clientOf, referenceOptions } from '../running.ts';
import { bearer, boundary, fetchFileList, fieldParts, fields, formEnd, UPLOAD } from './uploading.ts';

const MIB = 1_048_576;
const SIZE = 64 * MIB;
const MAX_GROWTH_BYTES = SIZE / 4;

function* content() {
  const chunk = Buffer.concat([pdf(), Buffer.alloc(3 * 65_536, 'x')]).subarray(0, 3 * 65_536);
  for (let sent = 0; sent < SIZE; sent += chunk.length) yield chunk;
}

function* asForm() {
  yield fieldParts();
  yield `--${boundary}\r\nContent-Disposition: form-data; name="file_name"; filename="a.pdf"\r\n\r\n`;
  yield* content();
  yield '\r\n';
  yield formEnd;
}

test('accepts a large file in a form and returns it, without ever holding it in memory', async () => {
  const { clock: _, ...options } = referenceOptions({ maxFileBytes: 2 * SIZE });
  const service = await startStandalone(options);
  onTestFinished(service.kill);
  const running = clientOf(service.url);
  const headers = { ...(await bearer(running)), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const before = await service.memory();
  let highest = before;
  const weigh = async () => {
    highest = Math.max(highest, await service.memory());
  };

  const upload = request(service.url + UPLOAD, { method: 'POST', headers });
  const answered = new Promise<number>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  });
  let chunks = 0;
  const weighed = async function* () {
    for (const chunk of asForm()) {
      yield chunk;
      chunks += 1;
      if (chunks % 100 === 0) await weigh();
    }
  };
  await pipeline(Readable.from(weighed()), upload);
  expect(await answered).toBe(200);
  await weigh();
  expect((await fetchFileList(running)).meta.total).toBe(1);

  const { body: link } = await running.call('/fsforms/downloadfiles', { transId: fields.transId });
  const response = await fetch(link.file_url);
  let received = 0;
  for await (const chunk of response.body ?? []) received += chunk.length;
  expect(received).toBeGreaterThanOrEqual(SIZE);
  await weigh();
  expect(highest - before).toBeLessThan(MAX_GROWTH_BYTES);
});
