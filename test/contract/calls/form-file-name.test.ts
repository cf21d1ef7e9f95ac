// File names in multipart/form-data.
import { expect, test } from 'vitest';
import { printFormFileName, readFormFileName } from '../../../src/contract/calls/form-file-name.ts';

test.each([
  ['a"b.pdf', 'a%22b.pdf'],
  ['a\r\nb.pdf', 'a%0D%0Ab.pdf'],
  ['100% Zoë\\.pdf', '100% Zoë\\.pdf'],
])('%j is encoded as %s, as a browser’s FormData does, and decoded again', async (name, written) => {
  expect(printFormFileName(name)).toBe(written);
  expect(readFormFileName(written)).toBe(name);
  const form = new FormData();
  form.set('file', new File(['x'], name));
  expect(await new Response(form).text()).toContain(`filename="${written}"`);
});
