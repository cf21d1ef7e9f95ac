// Names of files in headers: read from whatever an upstream writes, printed so that no name can write headers of its own.
import { expect, test } from 'vitest';
import { attachment, readFileName } from '../../src/gateway/content-disposition.ts';

test.each([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  [`attachment; filename="x.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`, 'Grüße.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\plans\\\\a.pdf"', 'a.pdf'],
  [`attachment; filename*=UTF-8''%E0%A4%A; filename="b.pdf"`, 'b.pdf'],
  ['attachment', null],
  ['', null],
])('%s names %s', (header, name) => {
  expect(readFileName(header)).toBe(name);
});

test('a name without a header is none', () => {
  expect(readFileName(null)).toBeNull();
});

test.each(['a"b.pdf', 'a\r\nset-cookie: x.pdf', 'é – ß.pdf', 'a\\b.pdf', "it's (1)*.pdf", '\ud800.pdf', ''])(
  'an attachment of %j is one plain header, and names it again',
  (name) => {
    const header = attachment(name);
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(header).not.toMatch(/[\r\n]/);
    expect(readFileName(header)).not.toBeNull();
  },
);
