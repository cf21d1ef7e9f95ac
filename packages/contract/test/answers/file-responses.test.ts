// What the responses of uploadfiles and downloadfiles report (4.7, 4.8): the result takes precedence over the status.
import { expect, test } from 'vitest';
import { reportsSuccess } from '../../src/answers/success.ts';
import { fileUrlOf } from '../../src/calls/file-requests.ts';

test.each([
  { status: 200, result: 'Success' },
  { result: ' SUCCESS ' },
  { status: 200 },
  { status: '200', result: '' },
  { status: ' success ' },
  { status: 'SUCCESS', result: ' ' },
  { status: ' OK ' },
  { status: 200, result: null },
])('%j is a successful upload', (answer) => {
  expect(reportsSuccess(answer)).toBe(true);
});

test.each([
  {},
  { status: 200, result: 'Failure' },
  { status: 200, result: false },
  { status: 200, result: ['Success'] },
  { status: 100 },
  { status: [200] },
  { status: ['success'] },
  { status: 'error' },
  { status: 'okay' },
  { status: 'ok', result: 'ok' },
  { status: 'success', result: 'Failure' },
  { Message: 'ok' },
])('%j is not a successful upload', (answer) => {
  expect(reportsSuccess(answer)).toBe(false);
});

const file_url = ' https://files.example/x ';

test.each([{ file_url }, { file_url, result: 'success' }, { file_url, result: '' }])(
  '%j gives the address of the file',
  (answer) => {
    expect(fileUrlOf(answer)).toBe('https://files.example/x');
  },
);

test.each([
  {},
  { result: 'Success' },
  { file_url: ' ', result: 'Success' },
  { file_url: [file_url] },
  { file_url, status: 200, result: 'Failure' },
  { file_url, result: 1 },
])('%j gives no address', (answer) => {
  expect(fileUrlOf(answer)).toBeNull();
});
