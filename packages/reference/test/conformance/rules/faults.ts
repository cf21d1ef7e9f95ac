/**
 * Rules of the rows of section 7 that no request is known to provoke. Our own service has a switch for each, selected by a
 * header; other targets have none, so the rules are skipped there.
 */
import { assertError, assertErrorBody } from '../assertions.ts';
import { completeRequest, type Endpoint } from '../endpoint.ts';
import type { Rule } from '../rule.ts';
import { listTrans } from './list-trans.ts';
import { verifyToken } from './registration.ts';
import { createTicket, registrationTicket } from './tickets.ts';
import { uploadfiles } from './upload-files.ts';

interface Fault {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly fault: string;
  readonly status: number;
  readonly type: string;
  readonly message: string | RegExp;
}

const faults: readonly Fault[] = [
  {
    id: '7.list-trans.403.new-transaction-failure',
    endpoint: listTrans,
    fault: 'list-trans-403',
    status: 403,
    type: 'New Transaction Failure',
    message: /^Transaction creation failed: ./,
  },
  {
    id: '7.uploadfiles.413.file-upload-failure',
    endpoint: uploadfiles,
    fault: 'soap-fault',
    status: 413,
    type: 'File Upload Failure',
    message: /SoapFault.*\w/,
  },
  ...[verifyToken, createTicket].map((endpoint) => ({
    id: `7.${endpoint.name}.400.unknown-error-happened`,
    endpoint,
    fault: 'unknown-error',
    status: 400,
    type: 'Bad Request',
    message: 'Unknown error happened',
  })),
  ...[createTicket, registrationTicket].map((endpoint) => ({
    id: `7.${endpoint.name}.400.case-submission-error`,
    endpoint,
    fault: 'case-submission-error',
    status: 400,
    type: 'Bad Request',
    message: 'Case submission error!',
  })),
];

export const faultRules: readonly Rule[] = faults.map(({ id, endpoint, fault, status, type, message }) => ({
  id,
  sentence: `${endpoint.name} can fail with ${status} ${type} and the message of its row`,
  needs: ['fault-switch'],
  async check(target) {
    const request = await completeRequest(target, endpoint);
    const headers = { 'x-reference-fault': fault };
    const response = await target.client.post(endpoint.path, request, { token: await target.token(), headers });
    assertError(response, status, type, message);
    assertErrorBody(response);
  },
}));
