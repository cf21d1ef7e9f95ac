// Checks with the records that they need, without a service.
import { expect, test } from 'vitest';
import type { Asker } from '../src/asker.ts';
import { checkFilling } from '../src/checks/filling.ts';
import { checkExactDays } from '../src/checks/filter-times.ts';
import { checkSeparator, checkSeveralCodes } from '../src/checks/filters.ts';
import { checkBounds } from '../src/checks/lists.ts';
import { type Survey, startSurvey } from '../src/survey.ts';
import { defaults } from './services.ts';

const surveyOf = (asker: object, records: readonly object[]): Survey => {
  const given = { asker: asker as Asker, configured: defaults, baseUrl: '', changedAgent: null, now: Date.now };
  return { ...startSurvey(given), agent: '1', records: records as Survey['records'] };
};

test.each(['L', ''])(
  'one code beside %j is enough to find the separator, but not to read several codes',
  async (other) => {
    const records = ['A', other].map((transactionType) => ({
      propertyType: 'R',
      propertyStatus: 'A',
      transactionType,
    }));
    const asker = {
      // A service that ignores what follows an unknown separator.
      ask: async (_name: string, { filter = '' }: { readonly filter?: string }) => ({
        value: { data: filter.includes('>;transactionType=<A>') ? records.slice(0, 1) : records },
      }),
    };
    const survey = surveyOf(asker, records);
    await checkSeparator(survey);
    expect(survey.separator).toBe(';');
    expect((await checkSeveralCodes(survey)).map(({ kind }) => kind)).toEqual(['unknown']);
  },
);

test('a list that has more than the two codes that were asked for is not filtered by them', async () => {
  const records = ['A', 'P', 'G'].map((transactionType) => ({ transactionType }));
  const survey = surveyOf({ ask: async () => ({ value: { data: records } }) }, records);
  expect(await checkSeveralCodes({ ...survey, separator: ',' })).toMatchObject([{ kind: 'uncovered' }]);
});

test.each([
  ['newest first', { insertDate: '2024-05-01T10:00:00Z' }, /^lists are not sorted by insertDate/],
  ['without numbers', { transId: '' }, /no transId, so INDEX=on/],
])('lists that come %s cannot fill the search index as they should', async (_, second, said) => {
  const first = { transId: '1', insertDate: '2024-05-02T10:00:00Z' };
  const survey = surveyOf({}, [first, { ...first, transId: '2', ...second }]);
  expect(await checkFilling(survey)).toMatchObject({ kind: 'uncovered', consequence: expect.stringMatching(said) });
});

test('bounds are not told from a list that has what is older than they are', async () => {
  const records = [1, 3, 5].map((day) => ({ insertDate: `2024-05-0${day}T10:00:00Z` }));
  const survey = surveyOf({ ask: async () => ({ value: { data: records } }) }, records);
  expect(await checkBounds({ ...survey, form: 'iso' })).toMatchObject([{ kind: 'unknown' }]);
});

test('whether an exact day matches all of it is not told from a time that is on another day elsewhere', async () => {
  const survey = surveyOf({ ask: async () => ({ value: { data: [] } }) }, [{ insertDate: '2024-05-01T02:00:00Z' }]);
  expect(await checkExactDays({ ...survey, separator: ',', dates: 'iso' })).toMatchObject([{ kind: 'unknown' }]);
});
