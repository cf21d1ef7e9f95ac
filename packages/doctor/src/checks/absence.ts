/** How the service answers for records that do not exist, and how it reports an error (4.3, 4.5, 7). */
import { readErrorBody } from '@realty-forms/contract/answers/errors.ts';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { Asked } from '../asker.ts';
import { alike, assumed, type Finding, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { type Survey, textOf } from '../survey.ts';
import { describeFault } from './access.ts';

/** An address that cannot exist: the domain is reserved. */
const NO_EMAIL = 'nobody@example.invalid';
const NO_TRANS_ID = '0';

/** Also reads one account, one member and one transaction, which shows their wrappers. */
export async function checkAbsence({ asker, users, records }: Survey): Promise<Finding[]> {
  const emailId = users.map(({ email }) => textOf(email)).find((email) => email !== null);
  if (emailId != null) {
    await asker.ask('getAccount', { emailId });
    await asker.ask('getMember', { email: emailId });
  }
  const transId = records.map((record) => textOf(record['transId'])).find((id) => id !== null);
  if (transId != null) await asker.ask('getTransById', { transId });
  const missing = [
    await asker.ask('getAccount', { emailId: NO_EMAIL }),
    await asker.ask('getTransById', { transId: NO_TRANS_ID }),
  ];
  return [judgeMissing(missing), ...judgeError(await asker.ask('getAccount', {}))];
}

function judgeMissing(missing: readonly Asked<'getAccount' | 'getTransById'>[]): Finding {
  const question = questions.notFound;
  const differences: string[] = [];
  for (const { value, fault, status } of missing) {
    if (fault !== null)
      return uncovered(
        question,
        `an object that does not exist is an error (${describeFault(fault)}) instead of NOT_FOUND`,
      );
    if (value !== null && value.length > 0)
      return uncovered(question, 'another record comes back, which is UPSTREAM_INVALID');
    if (status !== 200) differences.push(String(status));
  }
  return alike(question, [...new Set(differences)]);
}

/** Judges the response to a request for an account without its required parameter. */
function judgeError({ status, headers, json, fault }: Asked<'getAccount'>): Finding[] {
  const [line, body] = [questions.errorStatus, questions.errorBody];
  if (fault === null)
    return [line, body].map((question) => unknown(question, 'a missing parameter is not an error there'));
  if (fault.status === null || fault.code === 'UPSTREAM_INVALID') {
    return [
      uncovered(line, `an error cannot be told from other responses (${describeFault(fault)})`),
      unknown(body, 'no error was read'),
    ];
  }
  const isProblem = isJsonObject(json) && ['title', 'status', 'detail'].every((name) => Object.hasOwn(json, name));
  const type = String(headers['content-type'] ?? 'no type').split(';')[0] ?? '';
  const shape =
    json === undefined
      ? `not JSON but ${/^[\w/+.-]{1,40}$/.test(type) ? type : 'another type'}: only the status counts`
      : 'another shape';
  const read = readErrorBody(json);
  return [
    alike(line, [
      ...(status < 400 ? [`only in the body, under ${status}`] : []),
      ...(status >= 400 && read?.status != null && read.status !== status ? ['another one in the body'] : []),
    ]),
    isProblem && read?.type !== null ? assumed(body) : alike(body, [shape]),
  ];
}
