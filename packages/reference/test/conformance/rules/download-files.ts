/** Rules of 4.8: the URL that downloadfiles returns, what it leads to, and how it can be read. */
import assert from 'node:assert/strict';
import { pdf } from '../../../../../test/support/sample-files.ts';
import { readZip } from '../../../../../test/support/zip.ts';
import { assertError, assertSuccess, isFields } from '../assertions.ts';
import { commonRules } from '../common-rules.ts';
import { newTransaction } from '../creation.ts';
import { endpointOf } from '../endpoint.ts';
import { casesOf, FILE_NAMES, fileFilterKeys, transactionWithFiles } from '../file-filters.ts';
import { download, fileUrl, listFiles, requestDownload, storeFile } from '../files.ts';
import { idPart, type Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const CONTENT = Buffer.concat([pdf(), Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 256))]);

/** Creates a transaction with this single file and returns its download URL. */
async function oneFile(target: Target, name = 'one.pdf'): Promise<string> {
  const transId = await newTransaction(target);
  await storeFile(target, transId, name, CONTENT);
  return fileUrl(target, transId);
}

/** The names of the files in a download: of the single file, or of those in the zip. */
async function namesIn(target: Target, transId: string, filter: string, count: number): Promise<string[]> {
  const { bytes, headers } = await download(target, transId, filter);
  if (count > 1) return [...readZip(bytes).keys()];
  return [/filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''];
}

const filterRules: readonly Rule[] = fileFilterKeys.map((key) => ({
  id: `4.8.filter.${idPart(key)}`,
  sentence: `${key}=<value> leads to exactly the files that match`,
  needs: ['write'],
  async check(target) {
    const transId = await transactionWithFiles(target);
    const { data: files } = await listFiles(target, transId);
    for (const { filter, matches } of casesOf(key, files)) {
      const expected = files.filter(matches).map((file) => String(file['fileName']));
      if (expected.length === 0) continue;
      assert.deepEqual((await namesIn(target, transId, filter, expected.length)).sort(), expected.sort(), filter);
    }
  },
}));

export const downloadFilesRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.8', {
      assumedScope: 'transactions.read',
      request: () => ({ transId: 'no-such-transaction' }),
      outcome: 'refused',
    }),
  ),
  {
    id: '4.8.answer',
    sentence: 'the answer is status 200, result Success and file_url, an address',
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      await storeFile(target, transId, 'one.pdf');
      const response = await requestDownload(target, transId);
      assertSuccess(response);
      assert.ok(isFields(response.body), 'the answer is no object');
      assert.deepEqual(Object.keys(response.body).sort(), ['file_url', 'result', 'status']);
      assert.equal(response.body['status'], 200);
      assert.equal(response.body['result'], 'Success');
      assert.ok(URL.canParse(String(response.body['file_url'])));
    },
  },
  {
    id: '4.8.one',
    sentence: 'the address of one file leads to the file as it was uploaded',
    needs: ['write'],
    async check(target) {
      const { status, bytes } = await target.client.download(await oneFile(target));
      assert.equal(status, 200);
      assert.ok(bytes.equals(CONTENT));
    },
  },
  {
    id: '4.8.several',
    sentence: 'the address of several files leads to a zip that holds each as it was uploaded',
    needs: ['write'],
    async check(target) {
      const { bytes } = await download(target, await transactionWithFiles(target));
      const entries = readZip(bytes);
      assert.deepEqual([...entries.keys()].sort(), [...FILE_NAMES].sort());
      for (const [name, content] of entries) assert.ok(content.equals(pdf(name)), name);
    },
  },
  {
    id: '4.8.several.same-name',
    sentence: 'in a zip no file takes the place of another of the same name',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (const text of ['a', 'b', 'c']) await storeFile(target, transId, 'same.pdf', pdf(text));
      const contents = readZip((await download(target, transId)).bytes).values();
      assert.deepEqual(
        [...contents].map(String).sort(),
        ['a', 'b', 'c'].map((text) => pdf(text).toString()),
      );
    },
  },
  ...filterRules,
  {
    id: '4.8.filter.nothing',
    sentence: 'where nothing matches, or the filter is none, it is 404 Invalid Filter as in 4.10',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await transactionWithFiles(target);
      for (const filter of [
        'fileID=<0>',
        'insertDate=<1999-12-31>',
        'fileName=<one.pdf>',
        'fileID=1',
        'insertDate=<soon>',
      ]) {
        const response = await requestDownload(target, transId, filter);
        assertError(response, 404, 'Bad Request', `Invalid Filter: ${filter}`);
      }
      assertError(
        await requestDownload(target, await newTransaction(target)),
        404,
        'Bad Request',
        /^Invalid Filter: ./,
      );
    },
  },
  {
    id: '4.8.address',
    sentence: 'the address is signed: it needs no token, and no other one can be made of it',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const url = await oneFile(target);
      assert.equal((await target.client.download(url)).status, 200);
      const { origin, pathname, search } = new URL(url);
      const forgeries = [
        `${origin}${pathname}`,
        url.slice(0, -2),
        `${url.slice(0, -3)}${url.endsWith('AAA') ? 'BBB' : 'AAA'}`,
      ];
      for (const forged of forgeries) {
        const { status } = await target.client.download(forged);
        assert.equal(status, 403, `${forged.replace(search, '?…')} was answered with ${status}`);
      }
    },
  },
  {
    id: '4.8.name',
    sentence: 'a file is to be saved under the name that it was uploaded with, in letters of any language',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const { headers } = await target.client.download(await oneFile(target, 'Angebot für 東京.pdf'));
      const disposition = headers.get('content-disposition') ?? '';
      assert.match(disposition, /^attachment;/);
      const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? '';
      assert.equal(decodeURIComponent(encoded), 'Angebot für 東京.pdf');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    },
  },
  {
    id: '4.8.head',
    sentence: 'HEAD of the address says what GET would, and sends nothing',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const url = await oneFile(target);
      const [head, got] = [await target.client.download(url, 'HEAD'), await target.client.download(url)];
      assert.equal(head.status, 200);
      assert.equal(head.bytes.length, 0);
      for (const header of ['content-length', 'content-type', 'etag', 'accept-ranges', 'content-disposition']) {
        assert.equal(head.headers.get(header), got.headers.get(header), header);
      }
      assert.equal(head.headers.get('content-length'), String(CONTENT.length));
    },
  },
  {
    id: '4.8.range',
    sentence: 'a range of a single file is 206 with just these bytes, and one beyond its end is 416',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const url = await oneFile(target);
      const size = CONTENT.length;
      for (const [range, from, to] of [
        ['bytes=0-0', 0, 0],
        ['bytes=10-99', 10, 99],
        [`bytes=${size - 1}-`, size - 1, size - 1],
        ['bytes=-5', size - 5, size - 1],
        [`bytes=100-${size * 2}`, 100, size - 1],
        [`bytes=-${size * 2}`, 0, size - 1],
      ] as const) {
        const { status, headers, bytes } = await target.client.download(url, 'GET', { range });
        assert.equal(status, 206, range);
        assert.equal(headers.get('content-range'), `bytes ${from}-${to}/${size}`);
        assert.ok(bytes.equals(CONTENT.subarray(from, to + 1)), range);
      }
      const beyond = await target.client.download(url, 'GET', { range: `bytes=${size}-` });
      assert.equal(beyond.status, 416);
      assert.equal(beyond.headers.get('content-range'), `bytes */${size}`);
    },
  },
  {
    id: '4.8.later',
    sentence: 'an address goes on leading to the files that it was made for when others are added',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      await storeFile(target, transId, 'one.pdf', CONTENT);
      const url = await fileUrl(target, transId);
      await storeFile(target, transId, 'two.pdf');
      assert.ok((await target.client.download(url)).bytes.equals(CONTENT));
    },
  },
];
