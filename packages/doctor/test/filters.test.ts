// The notation of filters is found with few records, too.
import { expect, test } from 'vitest';
import type { Asker } from '../src/asker.ts';
import { checkSeparator, checkSeveralCodes } from '../src/checks/filters.ts';
import { startSurvey } from '../src/survey.ts';
import { defaults } from './services.ts';

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
    } as unknown as Asker;
    const given = { asker, configured: defaults, baseUrl: '', changedAgent: null, now: Date.now };
    const survey = { ...startSurvey(given), agent: '1', records };
    await checkSeparator(survey);
    expect(survey.separator).toBe(';');
    expect((await checkSeveralCodes(survey)).map(({ kind }) => kind)).toEqual(['unknown']);
  },
);
