/** How requests are written: what to send for a parameter without a value, for new active users, and for `full_details` (4, 4.2, 4.4). */

import { listActiveUsers } from '@realty-forms/contract/calls/requests.ts';
import { summaryColumns, transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { type Finding, suits, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { BATCH, list, recordsOf, type Survey } from '../survey.ts';
import { configuredFirst, describeFault } from './access.ts';

/** The shortest period: if the filter is ignored, the list has more users than became active in it. */
const newUsers = listActiveUsers({ unit: 'HOURS', amount: 1 }, { size: BATCH, number: 1 });

/** If two forms work, the configured one suits. */
export async function checkIncremental({ asker, users, configured }: Survey): Promise<Finding[]> {
  const question = questions.incremental;
  const faults: string[] = [];
  for (const form of configuredFirst(configured.UPSTREAM_INCREMENTAL_FILTER, ['word', 'bracketed'] as const)) {
    asker.style = { ...asker.style, incremental: form };
    const asked = await asker.ask('activeUsers', newUsers);
    if (asked.fault === null && (recordsOf(asked).length < users.length || users.length === 0))
      return [suits(question, 'UPSTREAM_INCREMENTAL_FILTER', form)];
    faults.push(asked.fault === null ? '' : describeFault(asked.fault));
  }
  asker.style = { ...asker.style, incremental: configured.UPSTREAM_INCREMENTAL_FILTER };
  const [fault = ''] = faults;
  if (faults.includes('')) return [unknown(question, 'all active users came back, who may all be new')];
  return [uncovered(question, `new users are noticed only when all are read again (${fault})`)];
}

/** In lower case. */
const details = new Set(
  transactionFields.slice(summaryColumns.length).map(({ upstreamName }) => upstreamName.toLowerCase()),
);

/** Lists that are requested with details must have some. */
export async function checkFullDetails(survey: Survey): Promise<Finding[]> {
  const question = questions.fullDetails;
  const { asker, configured, records } = survey;
  if (records.length === 0) return [unknown(question, 'no agent has a transaction')];
  const hasDetails = (found: Survey['records']) =>
    found.some((record) => Object.keys(record).some((name) => details.has(name.toLowerCase())));
  const form = configured.UPSTREAM_BOOLEANS;
  if (hasDetails(records)) return [suits(question, 'UPSTREAM_BOOLEANS', form)];
  const other = form === 'json' ? 'text' : 'json';
  asker.style = { ...asker.style, booleans: other };
  const listed = recordsOf(await list(survey, {}));
  if (hasDetails(listed)) {
    survey.records = listed;
    return [suits(question, 'UPSTREAM_BOOLEANS', other)];
  }
  asker.style = { ...asker.style, booleans: form };
  return [uncovered(question, 'lists have only the seven columns of a summary, so no transaction can be read')];
}
