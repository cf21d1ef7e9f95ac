// Reading bodies by their columns: the selected values are JSON.parse's, or the body is left to the full parse.
import { expect, test } from 'vitest';
import { transactionFields } from '../../../src/contract/columns/fields.ts';
import { flatOf, SelectedRecord } from '../../../src/contract/columns/selection.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { responseFor } from '../../../src/upstream/answers/response.ts';
import { startClient } from '../client-under-test.ts';
import { bytes, read, readerOf, select } from './column-reading.ts';
import { compareReadings, isJson } from './hostile-columns.ts';

const record = { transName: 'Elm', City: 'Sal\\em', Zip: '', price: -0.5, note: '', brandNew: 'x', transId: '7' };
const all = select(Object.keys(record));
const { City: _city, Zip: _zip, ...remaining } = record;
const selection = select(Object.keys(remaining), 'City', 'Zip');

const learnedReader = () => readerOf([record], selection);

test('reads a list, a page and a page in a list without the skipped columns', () => {
  const columns = learnedReader();
  const meta = { total: 9, max: 30, next_batch_no: null };
  const readAs = (body: unknown) => read(columns, JSON.stringify(body), selection);
  expect(readAs([record, record])).toEqual([remaining, remaining]);
  expect(readAs([])).toEqual([]);
  expect(readAs({ meta, data: [record] })).toEqual({ meta, data: [remaining] });
  expect(readAs({ data: [], meta })).toEqual({ meta, data: [] });
  expect(readAs([{ meta, data: [record] }])).toEqual([{ meta, data: [remaining] }]);
});

test('reads a cell for each value, then for each presence check whether it has a value', () => {
  const known = {
    sets: [],
    values: ['e', 'absent', 'a'],
    presenceChecks: [['b', 'c'], ['d']],
    skipped: new Set(['f']),
  };
  const columns = readerOf([{ a: '', b: '', c: '', d: '', e: '', f: '' }], known);
  const cells = (...values: unknown[]) => {
    const record = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key, at) => [key, values[at]]));
    const { body } = columns.read(bytes(JSON.stringify([record])), known) ?? {};
    return (body as [SelectedRecord])[0].cells;
  };
  expect(cells('', '', '', '', '', '')).toEqual(['', '', '', '', '']);
  expect(cells('x', '', 'y', '', 1.5, 'z')).toEqual([1.5, '', 'x', true, '']);
  expect(cells('Ænna 🏠', ' ', null, '\u00a0\t', 'a"b', '')).toEqual(['a"b', '', 'Ænna 🏠', '', '']);
  expect(cells(null, ' .', '', 0, '\u2003', '')).toEqual(['\u2003', '', null, true, true]);
  expect(cells('', '', '\u2003', '\u2003é', '', '')).toEqual(['', '', '', '', true]);
  expect(cells('', [], '', {}, '', { a: ['"}'] })).toEqual(['', '', '', true, true]);
});

test.each<[string, string]>([
  ['0', '7'.repeat(15)],
  ['9007199254740991', '-0'],
  ['1.50', '12E-3'],
  ['"\\u00e9\\"\\\\"', '"12345678é日🏠"'],
  ['"x"', '"long"'.replace('long', 'Zürich, '.repeat(2_000))],
])('reads %s and another value like JSON.parse, whatever is next to them', (first, second) => {
  const wanted = select(['a', 'b', 'c', 'd']);
  const columns = readerOf([{ a: '', b: '', c: '', d: '' }], wanted);
  for (const between of ['', 'x', '1234567', '12345678', 'é', '🏠']) {
    const text = `[{"a":${first},"b":"${between}","c":${second},"d":""},{"a":"","b":"","c":${second},"d":${first}}]`;
    expect(read(columns, text, wanted)).toStrictEqual(JSON.parse(JSON.stringify(JSON.parse(text))));
  }
});

test.each(['"', '\\"', '\\\\', '\\x', '\n', '\u0000', '\u001f', '\u007f', 'é', ' 🏠'])(
  'reads texts after a record of long ones like JSON.parse, or not at all, wherever %j is in them',
  (part) => {
    const wanted = select(['a', 'b', 'c']);
    const columns = readerOf([{ a: '', b: '', c: '' }], wanted);
    const long = `{"a":"${'long, '.repeat(99)}","b":"","c":""}`;
    for (let before = 0; before < 20; before += 1)
      for (let after = 0; after < 10; after += 1) {
        const text = `[${long},{"a":"1","b":"${'-'.repeat(before)}${part}${'+'.repeat(after)}","c":""}]`;
        if (isJson(text)) expect(read(columns, text, wanted)).toEqual(JSON.parse(text));
        else expect(columns.read(bytes(text), wanted)).toBeNull();
      }
  },
);

test.each(['9007199254740993', '12345678901234567.89', '1e400'])(
  'leaves a record with the number %s, which JSON.parse would change, to the full parse',
  (number) => {
    const text = JSON.stringify([record]);
    expect(read(learnedReader(), text, selection)).not.toBeNull();
    expect(read(learnedReader(), text.replace(/:"[^"]*"/, `:${number}`), selection)).toBeNull();
  },
);

test('leaves a page whose head is longer than a thousand bytes to the full parse', () => {
  const page = (length: number) => bytes(JSON.stringify([{ meta: { note: '-'.repeat(length) }, data: [record] }]));
  expect(learnedReader().read(page(900), selection)).not.toBeNull();
  expect(learnedReader().read(page(1_100), selection)).toBeNull();
});

test('returns null for a body that is not UTF-8', () => {
  const body = bytes(JSON.stringify([record]));
  body[body.indexOf('Elm')] = 0xff;
  expect(learnedReader().read(body, selection)).toBeNull();
});

test.each<[string, string]>([
  ['no column', '[{}]'],
  ['one column, which an error may repeat from the request', '[{"transId":"7"}]'],
  ['a new column, which is learned', JSON.stringify([{ ...record, more: '' }])],
  ['a repeated column', JSON.stringify([record]).replace(',"price"', ',"Zip":"","price"')],
  ['a repeated column at the end', JSON.stringify([record]).replace('"7"}', '"7","Zip":""}')],
  ['a comma too many', JSON.stringify([record]).replace('"7"}', '"7",}')],
  ['a comma in front', JSON.stringify([record]).replace('{"', '{,"')],
  ['a key without its value', JSON.stringify([record]).replace('"7"}', '"7","Zip"}')],
  ['a selected nested value', JSON.stringify([{ ...record, note: {} }])],
  ['a skipped nested value without its end', JSON.stringify([record]).replace('"","price', '[{],"price')],
  ['an invalid escape in a skipped column', JSON.stringify([record]).replace('Sal\\\\em', 'Sal\\em')],
  ['an escape without its digits in a skipped column', JSON.stringify([record]).replace('Sal\\\\em', 'Sal\\u00g0')],
  ['a control character after an escape', JSON.stringify([record]).replace('\\em', '\\\n')],
  ['a control character in a skipped column', JSON.stringify([record]).replace('Sal\\\\em', '\n')],
  ['something after the end', `${JSON.stringify([record])}[]`],
  ['an error', '{"status":404,"type":"Bad Request","message":"x"}'],
])('returns null for a body with %s', (_, text) => {
  expect(learnedReader().read(bytes(text), selection)).toBeNull();
});

test.each<[string, (text: string) => string]>([
  [
    'in another order',
    (text) => JSON.stringify([Object.fromEntries(Object.entries(JSON.parse(text)[0]).toReversed())]),
  ],
  ['without some columns', (text) => text.replace('"Zip":"",', '').replace('"transName":"Elm",', '')],
  ['without the last columns', (text) => text.replace(/,"brandNew".*}/, '}')],
  ['indented', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['with spaces', (text) => text.replaceAll('":', '" : ').replaceAll(',"', ' , "')],
])('reads records %s like JSON.parse', (_, change) => {
  const text = change(JSON.stringify([record, record]));
  const columns = learnedReader();
  // A spacing that is new is learned from the first body.
  if (read(columns, text, all) === null) columns.learn(JSON.parse(text), bytes(text), all);
  const blank = Object.fromEntries(Object.keys(record).map((key) => [key, '']));
  expect(read(columns, text, all)).toEqual(JSON.parse(text).map((each: object) => ({ ...blank, ...each })));
});

test('reads columns in any order, each once', () => {
  const entries = Object.entries(record).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  for (let at = 0; at < entries.length; at += 1)
    for (const order of [entries.toReversed(), [...entries.slice(at), ...entries.slice(0, at)]]) {
      const text = `[{${order.join(',')}},{${entries.join(',')}},{${order.join(',')}}]`;
      expect(read(learnedReader(), text, selection)).toEqual([remaining, remaining, remaining]);
      for (let place = 0; place <= order.length; place += 1) {
        const repeated = order.toSpliced(place, 0, entries[at] as string);
        expect(read(learnedReader(), `[{${entries.join(',')}},{${repeated.join(',')}}]`, selection)).toBeNull();
      }
    }
});

test('learns all columns of a service that leaves out blank ones, from as many records as it takes', () => {
  const columns = createColumnReader(0);
  const keys = Array.from({ length: 30 }, (_, at) => `column${at}`);
  const body = (at: number) =>
    bytes(JSON.stringify([Object.fromEntries(keys.flatMap((key, n) => (n % 6 === at % 6 ? [] : [[key, key]])))]));
  const wanted = select(keys);
  for (let at = 0; at < 6; at += 1)
    if (columns.read(body(at), wanted) === null) columns.learn(JSON.parse(String(body(at))), body(at), wanted);
  const blank = Object.fromEntries(keys.map((key) => [key, '']));
  for (let at = 0; at < 6; at += 1) {
    const text = String(body(at));
    expect(read(columns, text, wanted)).toEqual([{ ...blank, ...JSON.parse(text)[0] }]);
  }
});

test('learns a column that only the last record of a batch has', () => {
  const records = Array.from({ length: 100 }, (_, at) => (at === 99 ? { a: '1', b: '2', c: '3' } : { a: '1', b: '2' }));
  const wanted = select(['a', 'b', 'c']);
  const found = read(readerOf(records, wanted), JSON.stringify(records), wanted) as { c: string }[];
  expect(found.map(({ c }) => c).filter((c) => c !== '')).toEqual(['3']);
});

test.each([null, '  ', ''])('reads columns that are blank as %j, and others next to them', (blank) => {
  const wanted = select(['a', 'b', 'c', 'd']);
  const columns = readerOf([{ a: 'x', b: blank, c: blank, d: blank }], wanted);
  for (const values of [
    [blank, blank, blank, blank],
    ['x', '', null, '  '],
    [0.25, '   ', 'null', blank],
  ]) {
    const body = [Object.fromEntries(['a', 'b', 'c', 'd'].map((key, at) => [key, values[at]]))];
    const [cells] = read(columns, JSON.stringify(body), wanted) as [object];
    expect(Object.values(cells)).toEqual(values.map((value) => (value === blank ? '' : value)));
  }
});

test('returns null for a body that is truncated at any position', () => {
  const columns = learnedReader();
  for (const body of [[record], [{ meta: { total: 1 }, data: [record] }]]) {
    const text = JSON.stringify(body);
    expect(columns.read(bytes(text), selection)).not.toBeNull();
    for (let end = 0; end < text.length; end += 1)
      expect(columns.read(bytes(text.slice(0, end)), selection)).toBeNull();
  }
});

test('returns null for a body followed by any number of zero bytes', () => {
  const empty = JSON.stringify(Object.fromEntries(Object.keys(record).map((key) => [key, ''])));
  for (let count = 1; count < 40; count += 1)
    for (const end of ['', ']', `,${empty}]`])
      expect(learnedReader().read(bytes(`[${empty}${'\0'.repeat(count)}${end}`), selection)).toBeNull();
});

test('pauses longer and longer while bodies do not match, then tries again', () => {
  const columns = readerOf([record], selection, 3);
  const tried = (text: string) => columns.read(bytes(text), selection) !== null;
  const good = JSON.stringify([record]);
  expect(tried('[1]')).toBe(false);
  expect([tried(good), tried(good)]).toEqual([false, true]);
  for (const bad of ['[1]', '', '[2]', '', '', '', '[3]']) expect(tried(bad)).toBe(false);
  expect([tried(good), tried(good), tried(good), tried(good)]).toEqual([false, false, false, true]);
});

test('reads 20,000 damaged and hostile bodies like JSON.parse, or not at all', () => {
  const { fast, differences } = compareReadings(20_000, 20_261_101);
  expect(differences).toEqual([]);
  expect(fast).toBeGreaterThan(1_000);
});

test('reads a partially read body in full for callers that need more, without another call', async () => {
  const { stub, upstream } = await startClient();
  stub.answer('/fsforms/getTransById', { json: [record] });
  const call = () => upstream.call('getTransById', { transId: '7' }, { selection });
  expect(await call()).toEqual([record]);
  const response = await call();
  expect(response.map((each) => each instanceof SelectedRecord && flatOf(each))).toEqual([remaining]);
  expect(responseFor(response, selection)).toBe(response);
  expect(responseFor(response)).toEqual([record]);
  expect(responseFor(response, select(['City']))).toEqual([record]);
  expect(stub.requestsTo('/fsforms/getTransById')).toHaveLength(2);
});

test('recognizes an error in a list of one while reading records by their columns', async () => {
  const { stub, upstream } = await startClient();
  const failed = { ...record, status: 403, message: 'no' };
  stub.answer('/fsforms/getTransById', { json: [{ ...record, status: 1, message: '' }] }, { json: [failed] });
  await upstream.call('getTransById', { transId: '7' }, { selection });
  const failing = upstream.call('getTransById', { transId: '7' }, { selection });
  await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED', status: 403, upstreamMessage: 'no' });
});

test('no column of a transaction has the name of an error field', () => {
  const said = ['status', 'code', 'statusCode', 'type', 'error', 'title', 'message', 'Message', 'detail'];
  expect(transactionFields.filter(({ wire }) => said.includes(wire))).toEqual([]);
});
