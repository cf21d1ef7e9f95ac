/**
 * The typed side of the endpoints (section 4): what each takes, without the vendor's userId, and what stands in its answer
 * once the wrapper is off. Records stay flat here; the codec reads them.
 */
import type { FlatRecord } from './codec.ts';
import type { EndpointName } from './endpoints.ts';
import type { Page } from './envelope.ts';

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
}

export interface Answers {
  activeUsers: Page<FlatRecord>;
  getAccount: readonly FlatRecord[];
  listTrans: Page<FlatRecord>;
  getTransById: readonly FlatRecord[];
  addTrans: readonly FlatRecord[];
}

/** The endpoints that calls can be made to so far; the token endpoint is the client's own business. */
export type CallName = keyof Requests & keyof Answers & EndpointName;
