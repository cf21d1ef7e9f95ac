/**
 * Checks the suite itself: ids are unique and well formed, and every error row, filter key, sort category and code table of
 * the specification has its rule. The lists here are read from the specification's text.
 */
import { describe, expect, test } from 'vitest';
import { names, section, sectionsOf, table, tables, textAfter } from '../../../../test/support/spec-text.ts';
import { idPart } from './rule.ts';
import { rules } from './rules/index.ts';

/** The rows of section 7. */
const errorRows = table(section('7')).map((row): [endpoint: string, status: number, type: string] => [
  String(row.Endpoint).replace(/^.*\//, ''),
  Number(row.Code),
  String(row.Type),
]);

/** The messages that a row's condition lists besides Missing Required Parameter. */
const listedMessages = table(section('7')).flatMap((row): [endpoint: string, message: string][] => {
  const [, list = ''] = /^one of: (.*)$/.exec(String(row['Condition or message'])) ?? [];
  const messages = list.split('; ').filter((each) => each !== '' && each !== 'Missing Required Parameter');
  return messages.map((message) => [String(row.Endpoint).replace(/^.*\//, ''), message]);
});

const filterKeys = tables(section('4.4'))[1]?.flatMap(({ Key = '' }) => names(Key)) ?? [];
const fileFilterKeys = names(textAfter('Filter keys: ', section('4.8')).split('. ')[0] as string);
const sortCategories = names(textAfter('Sort categories: ', section('4.4')));

const ids = rules.map((rule) => rule.id);
const idsFromSpec = rules.filter(({ isAssumed }) => isAssumed !== true).map((rule) => rule.id);

describe('the conformance suite', () => {
  test('gives every rule a unique and well-formed id', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(ids.filter((id) => !/^\d+(\.[a-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  test('gives every rule a sentence', () => {
    expect(rules.filter(({ sentence }) => sentence.length < 20 || sentence.endsWith('.'))).toEqual([]);
  });

  test.each(sectionsOf('4').slice(1))(
    'has the rules that hold for all endpoints with a token for that of %s',
    (number) => {
      expect(ids).toContain(`${number}.post-only`);
    },
  );

  test.each(errorRows)('has a rule from the specification for %s %i %s', (endpoint, status, type) => {
    const id = `7.${idPart(endpoint)}.${status}.${idPart(type.replaceAll(' ', '-'))}`;
    expect(idsFromSpec).toContain(id);
  });

  test('covers all of the specification', () => {
    expect(errorRows.length).toBeGreaterThan(40);
    expect(listedMessages.length).toBeGreaterThan(5);
    expect([filterKeys.length, fileFilterKeys.length, sortCategories.length]).toEqual([
      expect.toSatisfy((length: number) => length > 14),
      expect.toSatisfy((length: number) => length > 5),
      expect.toSatisfy((length: number) => length > 13),
    ]);
  });

  test.each(listedMessages)('has a rule from the specification for the message of %s: %s', (endpoint, message) => {
    const id = `7.${idPart(endpoint)}.400.${idPart(message.replace('!', '').replaceAll(' ', '-'))}`;
    expect(idsFromSpec).toContain(id);
  });

  test.each(filterKeys)('has a rule from the specification for the filter key %s', (key) => {
    expect(idsFromSpec).toContain(`4.4.filter.${idPart(key)}`);
  });

  test.each(fileFilterKeys)('has rules from the specification for the filter key %s of files', (key) => {
    for (const section of ['4.8', '4.10']) {
      expect(idsFromSpec).toContain(`${section}.filter.${idPart(key)}`);
    }
  });

  test.each(['pdf', 'xls', 'jpg', 'doc'])('has a rule from the specification for the upload of %s', (type) => {
    expect(idsFromSpec).toContain(`4.7.type.${type}`);
  });

  test.each(sortCategories)(
    'has rules from the specification for the sort category %s, in both directions',
    (category) => {
      for (const direction of ['', '.asc', '.desc']) {
        expect(idsFromSpec).toContain(`4.4.sort.${idPart(category)}${direction}`);
      }
    },
  );
});
