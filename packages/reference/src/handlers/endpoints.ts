/** All endpoints of the service, each described and handled by its file. */
import type { DescribedEndpoints } from '../openapi/endpoint.ts';
import { accounts } from './accounts.ts';
import { files } from './files.ts';
import { transactions } from './fsforms.ts';
import { mobile } from './mobile.ts';
import { oauth } from './oauth.ts';
import { serviceProviders } from './providers.ts';
import { registration } from './registration.ts';

export const describedEndpoints: DescribedEndpoints = {
  ...oauth,
  ...accounts,
  ...transactions,
  ...files,
  ...serviceProviders,
  ...mobile,
  ...registration,
};
