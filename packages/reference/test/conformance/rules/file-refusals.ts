/** Rules of the error rows of uploadfiles, downloadfiles and listFiles (7) that a plain JSON request can provoke. */
import { assertError, assertErrorBody } from '../assertions.ts';
import { type Rule, requireRecords } from '../rule.ts';
import type { Target } from '../target.ts';

const BAD_REQUEST = 'Bad Request';
const VALUE = 'a <b>';

interface Rejection {
  readonly id: string;
  readonly sentence: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly type: string;
  readonly message?: string | RegExp;
}

const upload = {
  file_name: { name: 'conformance.pdf', content: 'JVBERi0xLjcKJSVFT0YK' },
  description: 'Conformance check',
  sender: 'Conformance',
  no_of_pages: 1,
};

const invalidCharacter = (name: string, path: string, fields: Rejection['fields']): Rejection => ({
  id: `7.${name}.402.bad-request`,
  sentence: `${path} with an invalid character is 402 Bad Request: Invalid Character found in <value>`,
  path,
  fields,
  status: 402,
  type: BAD_REQUEST,
  message: `Invalid Character found in ${VALUE}`,
});

const rejections: readonly Rejection[] = [
  invalidCharacter('uploadfiles', '/fsforms/uploadfiles', { ...upload, description: VALUE }),
  invalidCharacter('downloadfiles', '/fsforms/downloadfiles', { transId: VALUE }),
  invalidCharacter('list-files', '/fsforms/listFiles', { transId: VALUE }),
  {
    id: '7.uploadfiles.412.file-failure',
    sentence: 'a file that is none of pdf, xls, jpg and doc is 412 File Failure',
    path: '/fsforms/uploadfiles',
    fields: { ...upload, file_name: { name: 'conformance.exe', content: 'TVqQAAMAAAAEAAAA' } },
    status: 412,
    type: 'File Failure',
  },
  {
    id: '7.list-files.404.bad-request',
    sentence: 'a filter of listFiles with a key that is none is 404 Bad Request: Invalid Filter: <parameter value>',
    path: '/fsforms/listFiles',
    fields: { filter: 'noSuchKey=<1>' },
    status: 404,
    type: 'Bad Request',
    message: 'Invalid Filter: noSuchKey=<1>',
  },
];

async function someTransId(target: Target): Promise<unknown> {
  const [transaction] = (await target.sample()).transactions;
  requireRecords(transaction !== undefined, 'there is no transaction');
  return transaction['transId'];
}

export const fileRefusalRules: readonly Rule[] = rejections.map(
  ({ id, sentence, path, fields, status, type, message }) => ({
    id,
    sentence,
    // An upload that is wrongly accepted leaves a file behind.
    ...(path === '/fsforms/uploadfiles' && { needs: ['write'] as const }),
    async check(target) {
      const response = await target.call(path, { transId: await someTransId(target), ...fields });
      assertError(response, status, type, message);
      assertErrorBody(response);
    },
  }),
);
