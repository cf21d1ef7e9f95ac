// Requests as the service's public documentation advises, and the other forms of the same.
import { expect, test } from 'vitest';
import { endpoints } from '../../src/calls/endpoints.ts';
import { selectFiles } from '../../src/calls/file-requests.ts';
import { defaultStyle, writeRequest } from '../../src/calls/request-style.ts';
import {
  defaultOrder,
  getMember,
  listActiveUsers,
  listTransactions,
  registerMember,
} from '../../src/calls/requests.ts';

const batch = { size: 100, number: 1 };
const url = 'https://mobile.example/';
const requests = [
  ['activeUsers', listActiveUsers(null, batch)],
  ['activeUsers', listActiveUsers({ unit: 'DAYS', amount: 2 }, batch)],
  ['listTrans', listTransactions({ agentNrdsId: '1', filter: {}, order: defaultOrder, full: false }, batch)],
  ['listFiles', selectFiles('1', {})],
  ['downloadfiles', selectFiles('1', {})],
  ['getMember', getMember({ email: 'ada@agents.example' })],
  ['getMember', getMember({ userName: 'ada', email: null })],
  ['userRegistration', registerMember({ userName: 'ada', url })],
] as const;

test.each(requests)(
  'a request of %s has every parameter of its table, blank if it has no value',
  (endpoint, request) => {
    const written: Record<string, unknown> = { ...writeRequest(endpoint, request) };
    const table = Object.keys(endpoints[endpoint].request).filter((name) => name !== 'userId');
    expect(Object.keys(written).sort()).toEqual(table.sort());
    for (const [name, value] of Object.entries(written))
      expect([name, value]).toEqual([name, (request as Record<string, unknown>)[name] ?? '']);
  },
);

test.each(requests)('a request of %s has no blank where a service rejects them', (endpoint, request) => {
  expect(writeRequest(endpoint, request, { ...defaultStyle, blanks: 'omit' })).toEqual(request);
});

test('a parameter that is required is never made up', () => {
  expect(writeRequest('getAccount', {})).toEqual({});
});

test('shareApp has no table, so its request stays as it is', () => {
  const request = { filter: '', passcodeReturn: true, nested: { userName: null } };
  expect(writeRequest('shareApp', request, { ...defaultStyle, booleans: 'text' })).toEqual(request);
});

test('the filter of new active users is a word or, where a setting says so, in brackets; no filter is blank in both', () => {
  const filterOf = (within: Parameters<typeof listActiveUsers>[0], incremental: 'word' | 'bracketed') =>
    (
      writeRequest('activeUsers', listActiveUsers(within, batch), { ...defaultStyle, incremental }) as {
        filter: string;
      }
    ).filter;
  const within = { unit: 'HOURS', amount: 3 } as const;
  expect([filterOf(within, 'word'), filterOf(within, 'bracketed')]).toEqual(['incremental', 'filter=<incremental>']);
  expect([filterOf(null, 'word'), filterOf(null, 'bracketed')]).toEqual(['', '']);
});

test('booleans are those of JSON or, where a setting says so, texts', () => {
  const sent = (value: boolean, booleans: 'json' | 'text') => {
    const listed = listTransactions({ agentNrdsId: '1', filter: {}, order: defaultOrder, full: value }, batch);
    const registered = registerMember({ userName: 'ada', url, passcodeReturn: value });
    const style = { ...defaultStyle, booleans };
    return { ...writeRequest('listTrans', listed, style), ...writeRequest('userRegistration', registered, style) };
  };
  expect(sent(true, 'json')).toMatchObject({ full_details: true, passcodeReturn: true });
  expect(sent(true, 'text')).toMatchObject({ full_details: 'true', passcodeReturn: 'true' });
  expect(sent(false, 'text')).toMatchObject({ full_details: 'false', passcodeReturn: 'false' });
});

test('the keys of a filter of files are separated by a comma and a space, unless a setting says without', () => {
  const filter = { fileId: '7', folderId: '8' };
  expect(selectFiles('1', filter).filter).toBe('fileFolderID=<8>, fileID=<7>');
  expect(selectFiles('1', filter, { brackets: false, separator: ';' }).filter).toBe('fileFolderID=<8>, fileID=<7>');
  expect(selectFiles('1', filter, { brackets: true, separator: ',' }).filter).toBe('fileFolderID=<8>,fileID=<7>');
});
