/**
 * The types of the endpoints (section 4): each one's request, without the vendor's userId, and the content of its
 * response without the wrapper. Records are still flat here; the codec decodes them.
 */

import type { Page } from '../answers/envelope.ts';
import type { FlatRecord } from '../columns/codec.ts';
import type { SelectedRecord } from '../columns/selection.ts';
import type { EndpointName } from './endpoints.ts';
import type { ProviderEntry } from './provider-entry.ts';

export interface Requests {
  activeUsers: {
    batch_size?: number;
    batch_no?: number;
    filter?: 'incremental';
    incremental_type?: 'days' | 'hours';
    incremental_time?: number;
  };
  getAccount: { emailId: string };
  listTrans: { batch_size?: number; batch_no?: number; sort?: string; filter: string; full_details?: boolean };
  getTransById: { transId: string };
  addTrans: {
    stateID: string;
    agentNRDSID: string;
    transName: string;
    streetAddress: string;
    propertyType: string;
    transactionType: string;
    propertyStatus: string;
  };
  listFiles: { transId: string; filter?: string };
  downloadfiles: { transId: string; filter?: string };
  serviceproviders: { agentNRDSID: string; transId: string; data: readonly ProviderEntry[] };
  getMember: { userName?: string; email?: string };
  userRegistration: { userName?: string; email?: string; url: string; passcodeReturn?: boolean };
  verifyToken: { token: string };
  /** The spec shows no fields (4.14). */
  shareApp: Readonly<Record<string, unknown>>;
  createTicket: { userName: string; title: string; description: string };
  registrationTicket: { userName: string; name: string; email: string; phone: string; description: string };
}

export interface Responses {
  activeUsers: Page<FlatRecord>;
  getAccount: readonly FlatRecord[];
  listTrans: Page<FlatRecord | SelectedRecord>;
  getTransById: readonly (FlatRecord | SelectedRecord)[];
  addTrans: readonly FlatRecord[];
  listFiles: Page<FlatRecord>;
  downloadfiles: FlatRecord;
  /** The text `Success` (4.9), as the `result` of an object. */
  serviceproviders: FlatRecord;
  getMember: readonly FlatRecord[];
  userRegistration: FlatRecord;
  /** Its `member` is a nested record. */
  verifyToken: FlatRecord;
  shareApp: unknown;
  createTicket: FlatRecord;
  registrationTicket: FlatRecord;
}

/** The endpoints that `call` supports. The upstream client itself uses the token endpoint, and uploads take a stream. */
export type CallName = Exclude<EndpointName, 'token' | 'uploadfiles'>;
