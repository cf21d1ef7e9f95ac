import { expect, test } from 'vitest';
import { type CompoundOptions, compoundFile, doc, jpg, pdf, xls } from '../../../../test/support/sample-files.ts';
import { fileTypeOf } from '../../src/files/file-type.ts';

const typeOf = async (name: string, content: Buffer) =>
  await fileTypeOf(name, async (position, length) => content.subarray(position, position + length));

const contents = { pdf: pdf(), xls: xls(), jpg: jpg(), doc: doc() };
const types = Object.keys(contents) as (keyof typeof contents)[];

test.each(types.flatMap((named) => types.map((type) => [named, type] as const)))(
  'accepts a name ending in .%s with the content of a %s only if they agree',
  async (named, type) => {
    expect(await typeOf(`a.${named}`, contents[type])).toBe(named === type ? named : null);
    expect(await typeOf(`a.${named.toUpperCase()}`, contents[type])).toBe(named === type ? named : null);
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
  ['a.xls', 'only a signature', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
])('rejects %s if it contains %s', async (name, _what, content) => {
  expect(await typeOf(name, Buffer.from(content, 'latin1'))).toBeNull();
});

test.each(['\n', '\ufeff', 'x'.repeat(1_024)])(
  'accepts a pdf with up to 1,024 bytes before its header',
  async (before) => {
    expect(await typeOf('a.pdf', Buffer.concat([Buffer.from(before), contents.pdf]))).toBe('pdf');
  },
);

const tables: [string, CompoundOptions, 'doc' | 'xls' | null][] = [
  ['an old workbook', { streams: ['Book'] }, 'xls'],
  ['a document with a workbook in it', { streams: ['WordDocument'], embedded: ['Workbook'] }, 'doc'],
  ['a workbook with a document in it', { streams: ['Workbook'], embedded: ['WordDocument'] }, 'xls'],
  ['a document and a workbook at once', { streams: ['Workbook', 'WordDocument'] }, null],
  ['a presentation', { streams: ['PowerPoint Document'], embedded: ['Workbook', 'WordDocument'] }, null],
  ['an e-mail message', { streams: ['__properties_version1.0'] }, null],
  ['no streams', { streams: [] }, null],
  ['much content before the directory', { streams: ['x', 'Workbook'], sectors: 5000 }, 'xls'],
  ['more content than the header’s tables cover', { streams: ['WordDocument'], sectors: 16_000 }, 'doc'],
  ['many streams', { streams: [...Array.from({ length: 40 }, (_, index) => `s${index}`), 'Workbook'] }, 'xls'],
];

test.each(tables)('identifies a compound file by the streams of its root folder: %s', async (_name, options, type) => {
  const content = compoundFile(options);
  for (const named of ['doc', 'xls']) expect(await typeOf(`a.${named}`, content)).toBe(named === type ? type : null);
});

const FREE = 0xffffffff;

test('rejects a compound file that is truncated, damaged, or cyclic', async () => {
  const whole = compoundFile({ streams: ['WordDocument'], sectors: 300 });
  const damaged = (change: (content: Buffer) => void) => {
    const content = Buffer.from(whole);
    change(content);
    return content;
  };
  expect(await typeOf('a.doc', whole)).toBe('doc');
  const directory = 512 * 301;
  const fat = directory + 512;
  for (const content of [
    whole.subarray(0, 4000),
    whole.subarray(0, directory),
    damaged((content) => content.writeUInt16LE(60, 30)),
    damaged((content) => content.writeUInt32LE(0xfffffff0, 48)),
    damaged((content) => content.writeUInt32LE(FREE, 76 + 2 * 4)),
    // A directory sector that is its own successor, and a root entry that is its own child.
    damaged((content) => content.writeUInt32LE(300, fat + 300 * 4)),
    damaged((content) => content.writeUInt32LE(0, directory + 76)),
  ]) {
    expect(await typeOf('a.doc', content)).toBeNull();
  }
});
