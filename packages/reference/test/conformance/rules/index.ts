/** All rules, in the order of execution: those that write come last, so that the others compare against an unchanged sample. */
import type { Rule } from '../rule.ts';
import { activeUserRules } from './active-users.ts';
import { addTransRules } from './add-trans.ts';
import { addTransRefusedRules } from './add-trans-refused.ts';
import { batchRules } from './batches.ts';
import { bothNotationsRules } from './both-notations.ts';
import { downloadFilesRules } from './download-files.ts';
import { faultRules } from './faults.ts';
import { fileRefusalRules } from './file-refusals.ts';
import { getAccountRules } from './get-account.ts';
import { getMemberRules } from './get-member.ts';
import { getTransByIdRules } from './get-trans-by-id.ts';
import { listFilesRules } from './list-files.ts';
import { listTransRules } from './list-trans.ts';
import { listTransFilterRules } from './list-trans-filter.ts';
import { listTransDateFilterRules } from './list-trans-filter-dates.ts';
import { listTransRefusedRules } from './list-trans-refused.ts';
import { listTransSortRules } from './list-trans-sort.ts';
import { registrationRules } from './registration.ts';
import { serviceProviderRules } from './service-providers.ts';
import { serviceProviderRefusedRules } from './service-providers-refused.ts';
import { ticketRules } from './tickets.ts';
import { tokenRules } from './token.ts';
import { uploadFilesRules } from './upload-files.ts';

export const rules: readonly Rule[] = [
  ...tokenRules,
  ...activeUserRules,
  ...getAccountRules,
  ...batchRules,
  ...listTransRules,
  ...listTransRefusedRules,
  ...listTransFilterRules,
  ...listTransDateFilterRules,
  ...listTransSortRules,
  ...getTransByIdRules,
  ...getMemberRules,
  ...faultRules,
  ...fileRefusalRules,
  ...bothNotationsRules,
  ...registrationRules,
  ...ticketRules,
  ...addTransRefusedRules,
  ...addTransRules,
  ...serviceProviderRefusedRules,
  ...serviceProviderRules,
  ...uploadFilesRules,
  ...listFilesRules,
  ...downloadFilesRules,
];
