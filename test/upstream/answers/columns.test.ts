// Reading bodies by their columns: the selected values are JSON.parse's, or the body is left to the full parse.

import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { flatOf, SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import { expect, test } from 'vitest';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { responseFor } from '../../../src/upstream/answers/response.ts';
import { startClient } from '../client-under-test.ts';
import { bytes, read, readerFor, select } from './column-reading.ts';
import { compareReadings, isJson } from './hostile-columns.ts';

const record = { transName: 'Elm', City: 'Sal\\em', Zip: '', price: -0.5, note: '', brandNew: 'x', transId: '7' };
const all = select(Object.keys(record));
const { City: _city, Zip: _zip, ...remaining } = record;
const selection = select(Object.keys(remaining), 'City', 'Zip');

test('reads 6,000 damaged and hostile bodies like JSON.parse, or not at all', () => {
  const { fast, differences } = compareReadings(6_000, 20_261_101);
  expect(differences).toEqual([]);
  expect(fast).toBeGreaterThan(600);
});

test('reads a list, a page and a page in a list without the skipped columns', () => {
  const columns = readerFor(selection);
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
  const columns = createColumnReader(['key']);
  const cells = (...values: unknown[]) => {
    const record = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key, at) => [key, values[at]]));
    const wanted = { ...known, skipped: new Set(['f', 'key']) };
    const { body } = columns.read(bytes(JSON.stringify([{ key: 'x', ...record }])), wanted) ?? {};
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
  const columns = readerFor(wanted);
  for (const between of ['', 'x', '1234567', '12345678', 'é', '🏠']) {
    const text = `[{"a":${first},"b":"${between}","c":${second},"d":""},{"a":"","b":"","c":${second},"d":${first}}]`;
    expect(read(columns, text, wanted)).toStrictEqual(JSON.parse(JSON.stringify(JSON.parse(text))));
  }
});

test.each(['"', '\\"', '\\\\', '\\x', '\n', '\u0000', '\u001f', '\u007f', 'é', ' 🏠'])(
  'reads texts of any length like JSON.parse, or not at all, wherever %j is in them',
  (part) => {
    const wanted = select(['a', 'b', 'c']);
    const columns = readerFor(wanted);
    for (let before = 0; before < 20; before += 1)
      for (let after = 0; after < 10; after += 1) {
        const text = `[{"a":"1","b":"","c":""},{"a":"1","b":"${'-'.repeat(before)}${part}${'+'.repeat(after)}","c":""}]`;
        if (isJson(text)) expect(read(columns, text, wanted)).toEqual(JSON.parse(text));
        else expect(columns.read(bytes(text), wanted)).toBeNull();
      }
  },
);

test.each(['9007199254740993', '12345678901234567.89', '1e400'])(
  'leaves a record with the number %s, which JSON.parse would change, to the full parse',
  (number) => {
    const text = JSON.stringify([record]);
    expect(read(readerFor(selection), text, selection)).not.toBeNull();
    expect(read(readerFor(selection), text.replace(/:"[^"]*"/, `:${number}`), selection)).toBeNull();
  },
);

test('leaves a body that is not UTF-8 to the full parse', () => {
  const body = bytes(JSON.stringify([record]));
  body[body.indexOf('Elm')] = 0xff;
  expect(readerFor(selection).read(body, selection)).toBeNull();
});

test.each<[string, string]>([
  ['no column', '[{}]'],
  ['no column of the key that names something', '[{"transId":"0","transName":""}]'],
  ['a repeated column', JSON.stringify([record]).replace(',"price"', ',"Zip":"","price"')],
  ['a repeated column at the end', JSON.stringify([record]).replace('"7"}', '"7","Zip":""}')],
  ['a repeated column, once with an escape', JSON.stringify([record]).replace('"7"}', '"7","\\u005aip":""}')],
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
])('leaves a body with %s to the full parse, whether or not it comes after a whole record', (_, text) => {
  const columns = readerFor(selection);
  expect(columns.read(bytes(text), selection)).toBeNull();
  expect(read(columns, JSON.stringify([record]), selection)).toEqual([remaining]);
  expect(columns.read(bytes(text), selection)).toBeNull();
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
  ['with null for blanks', (text) => text.replaceAll('""', 'null')],
])('reads records %s like JSON.parse, before and after others', (_, change) => {
  const text = JSON.stringify([record]);
  const other = change(text);
  const blank = Object.fromEntries(Object.keys(record).map((key) => [key, '']));
  const columns = readerFor(all);
  for (const body of [text, other, other, text, `[${[text, other, text].map((each) => each.slice(1, -1)).join()}]`])
    expect(read(columns, body, all)).toEqual(JSON.parse(body).map((each: object) => ({ ...blank, ...each })));
});

test('reads columns in any order, each once', () => {
  const entries = Object.entries(record).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  for (let at = 0; at < entries.length; at += 1)
    for (const order of [entries.toReversed(), [...entries.slice(at), ...entries.slice(0, at)]]) {
      const text = `[{${order.join(',')}},{${entries.join(',')}},{${order.join(',')}}]`;
      expect(read(readerFor(selection), text, selection)).toEqual([remaining, remaining, remaining]);
      for (let place = 0; place <= order.length; place += 1) {
        const repeated = order.toSpliced(place, 0, entries[at] as string);
        expect(read(readerFor(selection), `[{${entries.join(',')}},{${repeated.join(',')}}]`, selection)).toBeNull();
      }
    }
});

test('reads one body for several selections, and each of them after the others', () => {
  const columns = readerFor(all);
  const text = JSON.stringify([record, record]);
  for (const wanted of [all, selection, select(['Zip', 'absent'], 'transId'), all, selection]) {
    const flat = Object.fromEntries(wanted.values.map((key) => [key, record[key as keyof typeof record] ?? '']));
    expect(read(columns, text, wanted)).toEqual([flat, flat]);
  }
});

test('leaves a body that is truncated at any position to the full parse', () => {
  const columns = readerFor(selection);
  for (const body of [[record], [{ meta: { total: 1 }, data: [record] }]]) {
    const text = JSON.stringify(body);
    expect(columns.read(bytes(text), selection)).not.toBeNull();
    for (let end = 0; end < text.length; end += 1)
      expect(columns.read(bytes(text.slice(0, end)), selection)).toBeNull();
  }
});

test('leaves a body followed by any number of zero bytes to the full parse', () => {
  const text = JSON.stringify(record);
  const columns = readerFor(selection);
  expect(columns.read(bytes(`[${text}]`), selection)).not.toBeNull();
  for (let count = 1; count < 40; count += 1)
    for (const end of ['', ']', `,${text}]`])
      expect(columns.read(bytes(`[${text}${'\0'.repeat(count)}${end}`), selection)).toBeNull();
});

test('leaves a body with more than a thousand records, or a record with more than a thousand columns, to the full parse', () => {
  const columns = readerFor(selection);
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => record));
  const wide = (count: number) =>
    JSON.stringify([{ ...record, ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, ''])) }]);
  expect(columns.read(bytes(many(1_000)), selection)).not.toBeNull();
  expect(columns.read(bytes(many(1_001)), selection)).toBeNull();
  expect(columns.read(bytes(wide(1_000)), selection)).not.toBeNull();
  expect(columns.read(bytes(wide(30_000)), selection)).toBeNull();
});

test('reads a partially read body in full for callers that need more, without another call', async () => {
  const { stub, upstream } = await startClient();
  stub.answer('/fsforms/getTransById', { json: [record] });
  const response = await upstream.call('getTransById', { transId: '7' }, { selection });
  expect(response.map((each) => each instanceof SelectedRecord && flatOf(each))).toEqual([remaining]);
  expect(responseFor(response, selection)).toBe(response);
  expect(responseFor(response)).toEqual([record]);
  expect(responseFor(response, select(['City']))).toEqual([record]);
  expect(stub.requestsTo('/fsforms/getTransById')).toHaveLength(1);
});

test('recognizes an error in a list of one while reading records by their columns', async () => {
  const { stub, upstream } = await startClient();
  const failed = { ...record, status: 403, message: 'no' };
  stub.answer('/fsforms/getTransById', { json: [{ ...record, status: 1, message: '' }] }, { json: [failed] });
  await upstream.call('getTransById', { transId: '7' }, { selection });
  const failing = upstream.call('getTransById', { transId: '7' }, { selection });
  await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED', status: 403, upstreamMessage: 'no' });
});

test('no column of a transaction has the name of an error field, or of a member of a page', () => {
  const said = ['status', 'code', 'statusCode', 'type', 'error', 'title', 'message', 'Message', 'detail'];
  const taken = [...said, 'meta', 'data'];
  expect(transactionFields.filter(({ upstreamName }) => taken.includes(upstreamName))).toEqual([]);
});
