import { expect, test } from 'vitest';
import { doc, jpg, pdf, xls } from '../../../../test/support/sample-files.ts';
import { fileTypeOf } from '../../src/files/file-type.ts';

const typeOf = async (name: string, content: Buffer) =>
  await fileTypeOf(name, async (position, length) => content.subarray(position, position + length));

const contents = { pdf: pdf(), xls: xls(), jpg: jpg(), doc: doc() };
const types = Object.keys(contents) as (keyof typeof contents)[];

test.each(types.flatMap((named) => types.map((type) => [named, type] as const)))(
  'accepts a name ending in .%s with the content of a %s only if they agree',
  async (named, type) => {
    // Documents and workbooks begin with the same signature.
    const agree = named === type || [named, type].every((each) => each === 'doc' || each === 'xls');
    for (const name of [`a.${named}`, `a.${named.toUpperCase()}`])
      expect(await typeOf(name, contents[type])).toBe(agree ? named : null);
  },
);

test.each(['a', 'a.', '.pdf', 'pdf', 'a.pdf ', 'a.pdf.exe', 'a.pdfx', 'a.docx', 'a.jpeg', 'a.xlsx', 'a.toString', ''])(
  'rejects the name %j',
  async (name) => {
    for (const content of Object.values(contents)) expect(await typeOf(name, content)).toBeNull();
  },
);

test.each([
  ['a.pdf', 'nothing', ''],
  ['a.pdf', 'a truncated header', '%PDF-1'],
  ['a.pdf', 'more than 1,024 bytes before the header', `${' '.repeat(1_025)}%PDF-1.7`],
  ['a.pdf', 'a JPEG whose text has a header', '\u00ff\u00d8\u00ff\u00fe%PDF-1.7'],
  ['a.jpg', 'a start marker without a segment', '\u00ff\u00d8\u00ff'],
  ['a.jpg', 'a PNG', '\u0089PNG\r\n\u001a\n'],
  ['a.doc', 'rich text', '{\\rtf1 x}'],
  ['a.doc', 'a zip, like docx', 'PK\u0003\u0004xxxxxxxx'],
  ['a.xls', 'a page of HTML', '<html><table>'],
  ['a.xls', 'half a signature', '\u00d0\u00cf\u0011\u00e0'],
])('rejects %s if it contains %s', async (name, _what, content) => {
  expect(await typeOf(name, Buffer.from(content, 'latin1'))).toBeNull();
});

test.each(['\n', '\ufeff', 'x'.repeat(1_024)])(
  'accepts a pdf with up to 1,024 bytes before its header',
  async (before) => {
    expect(await typeOf('a.pdf', Buffer.concat([Buffer.from(before), contents.pdf]))).toBe('pdf');
  },
);
