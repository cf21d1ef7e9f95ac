// What the answers of uploadfiles and downloadfiles say (4.7, 4.8): their result before their status.
import { expect, test } from 'vitest';
import { fileUrlOf, isUploaded } from '../../src/contract/file-requests.ts';

test.each([
  { status: 200, result: 'Success' },
  { result: ' SUCCESS ' },
  { status: 200 },
  { status: '200', result: '' },
  { status: 200, result: null },
])('%j is an upload that succeeded', (answer) => {
  expect(isUploaded(answer)).toBe(true);
});

test.each([
  {},
  { status: 200, result: 'Failure' },
  { status: 200, result: false },
  { status: 200, result: ['Success'] },
  { status: 100 },
  { Message: 'ok' },
])('%j is none', (answer) => {
  expect(isUploaded(answer)).toBe(false);
});

const file_url = ' https://files.example/x ';

test.each([{ file_url }, { file_url, result: 'success' }, { file_url, result: '' }])(
  '%j leads to the file',
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
])('%j leads nowhere', (answer) => {
  expect(fileUrlOf(answer)).toBeNull();
});
