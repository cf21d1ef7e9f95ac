/** Rules of 4.7: what an upload returns, what it accepts, and that it stores what it accepted. Error rows have their own files. */
import assert from 'node:assert/strict';
import { doc, jpg, pdf, xls } from '../../../../../test/support/sample-files.ts';
import { assertError, assertSuccess, isFields } from '../assertions.ts';
import type { ApiResponse } from '../client.ts';
import { commonRules } from '../common-rules.ts';
import { newTransaction } from '../creation.ts';
import { endpointOf } from '../endpoint.ts';
import { download, listFiles, onlyFile, storeFile, uploadForm, uploadJson } from '../files.ts';
import type { Rule } from '../rule.ts';
import { instantOf } from '../value.ts';

const contents = { pdf: pdf(), xls: xls(), jpg: jpg(), doc: doc() } as const;

function assertSuccessBody(response: ApiResponse): void {
  assertSuccess(response);
  assert.ok(isFields(response.body), 'the answer is no object');
  assert.deepEqual(Object.keys(response.body).sort(), ['Message', 'result', 'status']);
  assert.equal(response.body['status'], 200);
  assert.equal(response.body['result'], 'Success');
  assert.ok(typeof response.body['Message'] === 'string' && response.body['Message'] !== '');
}

const typeRules: readonly Rule[] = Object.entries(contents).map(([type, content]) => ({
  id: `4.7.type.${type}`,
  sentence: `a file of the type ${type} is taken, and comes back byte for byte`,
  needs: ['write'],
  async check(target) {
    const transId = await newTransaction(target);
    await storeFile(target, transId, `file.${type}`, content);
    assert.ok((await download(target, transId)).bytes.equals(content));
  },
}));

export const uploadfiles = endpointOf('4.7', {
  assumedScope: 'transactions.create',
  request: () => ({
    transId: 'no-such-transaction',
    file_name: { name: 'never.pdf', content: 'JVBERi0xLjcKJSVFT0YK' },
    description: 'Never taken in',
    sender: 'Nobody',
    no_of_pages: 1,
  }),
  outcome: 'refused',
});

export const uploadFilesRules: readonly Rule[] = [
  ...commonRules(uploadfiles),
  {
    id: '4.7.answer',
    sentence: 'the answer is status 200, result Success and a Message that the upload succeeded',
    needs: ['write'],
    async check(target) {
      assertSuccessBody(
        await uploadForm(target, await newTransaction(target), { name: 'file.pdf', content: contents.pdf }),
      );
    },
  },
  ...typeRules,
  {
    id: '4.7.json',
    sentence: 'a file may come in JSON too, its name beside its bytes in base64, and is the same file',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      for (const [type, content] of Object.entries(contents)) {
        const transId = await newTransaction(target);
        assertSuccessBody(await uploadJson(target, transId, { name: `file.${type}`, content }));
        assert.ok((await download(target, transId)).bytes.equals(content), type);
      }
    },
  },
  {
    id: '4.7.large',
    sentence: 'a file of three million bytes is taken in either encoding',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const content = Buffer.concat([pdf(), Buffer.alloc(3_000_000, 'conformance ')]);
      for (const send of [uploadForm, uploadJson]) {
        const transId = await newTransaction(target);
        assertSuccess(await send(target, transId, { name: 'large.pdf', content }));
        assert.ok((await download(target, transId)).bytes.equals(content), send.name);
      }
    },
  },
  {
    id: '4.7.listed',
    sentence:
      'the file stands in the list of its transaction, with its name, its description and the time of the upload',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const before = target.now();
      const sent = { name: "Müller's offer, 2nd (final).pdf", content: contents.pdf, description: 'Offer & 東京' };
      assertSuccess(await uploadForm(target, transId, sent));
      const file = await onlyFile(target, transId);
      assert.equal(file['fileName'], sent.name);
      assert.equal(file['fileDescription'], sent.description);
      const inserted = instantOf(file['insertDate']);
      assert.ok(
        inserted >= before - 60_000 && inserted <= target.now() + 60_000,
        `insertDate is ${file['insertDate']}`,
      );
      assert.equal(file['lastUpdateDate'], file['insertDate']);
    },
  },
  {
    id: '4.7.again',
    sentence: 'the same file once more is another file, with a fileID of its own',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (let time = 0; time < 2; time += 1) await storeFile(target, transId, 'same.pdf', contents.pdf);
      const ids = (await listFiles(target, transId)).data.map((file) => file['fileID']);
      assert.equal(new Set(ids).size, 2);
    },
  },
  {
    id: '4.7.capitals',
    sentence: 'the type is told by the ending of the name in any case',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (const name of ['A.PDF', 'b.Pdf']) await storeFile(target, transId, name, contents.pdf);
    },
  },
  {
    id: '4.7.order',
    sentence: 'in a form the file may stand before the fields',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const form = new FormData();
      form.append('file_name', new Blob([new Uint8Array(contents.pdf)]), 'first.pdf');
      const { vendorEmail: userId } = target.credentials;
      const rest = { no_of_pages: '1', sender: 'Conformance', description: 'First', transId, userId };
      for (const [field, value] of Object.entries(rest)) form.append(field, value);
      assertSuccessBody(await target.client.post('/fsforms/uploadfiles', form, { token: await target.token() }));
      assert.equal((await onlyFile(target, transId))['fileName'], 'first.pdf');
    },
  },
  {
    id: '4.7.form.required',
    sentence: 'a form without one of its fields is 400 Missing Required Parameter, and the message names it',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      for (const field of ['userId', 'transId', 'description', 'sender', 'no_of_pages']) {
        for (const value of [undefined, '']) {
          const response = await uploadForm(
            target,
            transId,
            { name: 'a.pdf', content: contents.pdf },
            { [field]: value },
          );
          assertError(response, 400, 'Missing Required Parameter', new RegExp(`\\b${field}\\b`));
        }
      }
    },
  },
  {
    id: '4.7.form.characters',
    sentence: 'in a form too, control characters, < and > are refused with 402, in fields and in the name of the file',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const plain = { name: 'a.pdf', content: contents.pdf };
      for (const field of ['description', 'sender']) {
        const response = await uploadForm(target, transId, plain, { [field]: 'a < b' });
        assertError(response, 402, 'Bad Request', 'Invalid Character found in a < b');
      }
      const named = await uploadForm(target, transId, { ...plain, name: '<a>.pdf' });
      assertError(named, 402, 'Bad Request', 'Invalid Character found in <a>.pdf');
    },
  },
  {
    id: '4.7.type.refused',
    sentence: 'a file whose name or content is of no accepted type, or of two different ones, is 412 File Failure',
    isAssumed: true,
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const refusals: readonly [string, Buffer][] = [
        ['file.exe', contents.pdf],
        ['file', contents.pdf],
        ['file.pdf.zip', contents.pdf],
        ['file.pdf', contents.jpg],
        ['file.jpg', contents.pdf],
        ['file.doc', contents.pdf],
        ['file.pdf', contents.doc],
        ['file.pdf', Buffer.from('plain text')],
        ['file.pdf', Buffer.alloc(0)],
      ];
      for (const [name, content] of refusals) {
        for (const send of [uploadForm, uploadJson]) {
          const response = await send(target, transId, { name, content });
          assert.equal(
            response.status,
            412,
            `${name} by ${send.name} was answered with ${response.status} ${response.text}`,
          );
          assertError(response, 412, 'File Failure');
        }
      }
    },
  },
  {
    id: '4.7.refused.nothing-left',
    sentence: 'an upload that is refused leaves no file behind',
    needs: ['write'],
    async check(target) {
      const transId = await newTransaction(target);
      const sent = { name: 'a.pdf', content: contents.pdf };
      await uploadForm(target, transId, { ...sent, name: 'a.exe' });
      await uploadForm(target, transId, sent, { sender: undefined });
      await uploadForm(target, transId, sent, { description: 'a < b' });
      await uploadForm(target, transId, sent, { no_of_pages: 'many' });
      assert.deepEqual(await listFiles(target, transId), { total: 0, data: [] });
    },
  },
];
