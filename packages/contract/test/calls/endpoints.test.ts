// Compares the endpoints of the contract with the specification's text (4, 5, 8).
import { describe, expect, test } from 'vitest';
import {
  heading,
  names,
  pathOf,
  requestFields,
  section,
  sectionsOf,
  table,
  tables,
  textAfter,
} from '../../../../test/support/spec-text.ts';
import { type Endpoint, endpoints, limits } from '../../src/calls/endpoints.ts';
import { type FilterKey, fileFilterKeys, transactionFilterKeys } from '../../src/calls/filter.ts';
import { columnOfCategory, sortCategories } from '../../src/calls/requests.ts';
import { transactionFields } from '../../src/columns/fields.ts';

const all: [string, Endpoint][] = Object.entries(endpoints);

/** Fields that the specification does not mark, but makes conditional in its prose. */
const conditional: Readonly<Record<string, readonly string[]>> = {
  activeUsers: ['incremental_type', 'incremental_time'],
  getMember: ['userName', 'email'],
};

test('there is one endpoint for each section of 4, in the same order', () => {
  expect(all.map(([, { path }]) => path)).toEqual(sectionsOf('4').map(pathOf));
  expect(all.length).toBeGreaterThan(15);
});

const rows = all.map(([name, row], at) => ({ name, row, number: sectionsOf('4')[at] ?? '' }));

describe.each(rows)('$name', ({ name, row, number }) => {
  test('is named after its path', () => {
    expect(row.path.split('/').at(-1)).toBe(name);
  });

  test('has the request fields of its section, optional if marked as such', () => {
    const expected = requestFields(number).map((field) => {
      const isConditional = (conditional[name] ?? []).includes(field.name);
      return [field.name, field.isOptional || isConditional];
    });
    expect(expected.length).toBeGreaterThan(number === '4.14' ? -1 : 0);
    expect(Object.entries(row.request).map(([field, { optional }]) => [field, optional === true])).toEqual(expected);
  });

  test('has the field types of its section', () => {
    const kinds: Readonly<Record<string, string>> = { string: 'text', integer: 'integer', boolean: 'boolean' };
    for (const { name: field, type } of requestFields(number)) {
      if (type !== null) expect([field, row.request[field]?.kind]).toEqual([field, kinds[type]]);
    }
  });

  test('has the scope of section 5, if it names one', () => {
    const scopes = new Map(table(section('5')).map((line) => [line.Endpoint, line.Scope]));
    expect(scopes.size).toBeGreaterThan(4);
    if (scopes.has(row.path)) expect(row.scope).toBe(scopes.get(row.path));
    expect(row.scope === null).toBe(name === 'token');
    const [, inHeading] = /\(scope (.+)\)/.exec(heading(number)) ?? [];
    if (inHeading !== undefined) expect(row.scope).toBe(inHeading);
  });
});

test('a file, a list of entries and a page count have the matching kinds', () => {
  const { uploadfiles, serviceproviders } = endpoints;
  expect(uploadfiles.request.file_name.kind).toBe('file');
  expect(uploadfiles.request.no_of_pages.kind).toBe('integer');
  expect(serviceproviders.request.data.kind).toBe('list');
});

test('at least one of userName and email is required to identify a member', () => {
  const conditionals = all.filter(([, { anyOf }]) => anyOf !== undefined);
  expect(conditionals.map(([name, { anyOf }]) => [name, anyOf])).toEqual([
    ['getMember', ['userName', 'email']],
    ['userRegistration', ['userName', 'email']],
  ]);
});

test('the userId is sent to all endpoints of /accounts and /fsforms, and to no others', () => {
  for (const [, { path, request }] of all) {
    expect([path, 'userId' in request]).toEqual([path, /^\/(accounts|fsforms)\//.test(path)]);
  }
});

test('every endpoint counts as a write, which is never repeated, but those that only read', () => {
  const reads = all.filter(([, { effect }]) => effect === 'read').map(([name]) => name);
  expect(reads).toEqual([
    'token',
    'activeUsers',
    'getAccount',
    'listTrans',
    'getTransById',
    'downloadfiles',
    'listFiles',
    'getMember',
  ]);
});

test('responses are wrapped as section 4 specifies', () => {
  const wrappers = rows.map(({ name, number }) => [name, wrapperIn(section(number))]);
  expect(all.map(([name, { wrapper }]) => [name, wrapper])).toEqual(wrappers);
  expect(new Set(wrappers.map(([, wrapper]) => wrapper)).size).toBe(6);
});

function wrapperIn(text: string): Endpoint['wrapper'] {
  if (/^Response: an array holding one object with meta/m.test(text)) return 'pageInList';
  if (/^Response: an array/m.test(text)) return 'list';
  if (/^Response: .*\bmeta\b/m.test(text)) return 'page';
  if (/^Success response: the JSON string/m.test(text)) return 'text';
  return /^Request and response of \w+: not shown/m.test(text) ? 'any' : 'object';
}

test('the sort categories are those of 4.4, and each sorts by a column', () => {
  expect(sortCategories).toEqual(names(textAfter('Sort categories: ', section('4.4'))));
  const columns = new Set(transactionFields.map(({ upstreamName }) => upstreamName));
  for (const category of sortCategories) {
    const column = columnOfCategory(category);
    expect(columns).toContain(column);
    expect(column).toBe(category === 'closingDate' ? 'projectedClosingDate' : category);
  }
});

test('the filter keys of listTrans are those of 4.4, with their kinds of value', () => {
  const rows = tables(section('4.4'))[1] ?? [];
  const expected = rows.flatMap((row) =>
    names(row.Key as string).map((key) => [key, filterValueOf(row.Rule as string)]),
  );
  const actual = Object.entries<FilterKey>(transactionFilterKeys).map(([key, row]) => [key, row.value]);
  expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  const required = Object.entries<FilterKey>(transactionFilterKeys).filter(([, row]) => row.required);
  expect(required.map(([key]) => key)).toEqual(['NRDSID']);
  for (const [key, row] of Object.entries<FilterKey>(transactionFilterKeys)) {
    expect(row.table).toBe(row.value === 'codes' ? key : undefined);
  }
});

function filterValueOf(rule: string): FilterKey['value'] {
  if (rule.includes('separated by a vertical bar')) return 'codes';
  if (rule.includes('<timestamp - timestamp>')) return 'range';
  return rule.includes('<timestamp>') ? 'timestamp' : 'text';
}

test('the filter keys of files are those of 4.8', () => {
  const keys = names(textAfter('Filter keys: ', section('4.8')).split('. ')[0] as string);
  expect(Object.keys(fileFilterKeys)).toEqual(keys);
  expect(Object.entries(fileFilterKeys).filter(([, { value }]) => value === 'text')).toHaveLength(2);
});

test('the limits are those of section 8', () => {
  const value = Object.fromEntries(table(section('8')).map((row) => [row.Limit, row.Value]));
  expect({
    'batch_size default': String(limits.batchSize.default),
    'batch_size maximum': String(limits.batchSize.max),
    'batch_no default': String(limits.batchNo.default),
    'incremental_time range': `${limits.incrementalTime.min} to ${limits.incrementalTime.max}; out-of-range values are treated as ${limits.incrementalTime.fallback}`,
    'Party slots per side': String(limits.partySlots),
    'Accepted upload file types': limits.uploadTypes.join(', '),
  }).toEqual(value);
});
