/** Rules of 4.12 and 4.13: members register by link or passcode, and a token can be verified once. */
import assert from 'node:assert/strict';
import { assertError, assertExactColumns, assertSuccess, type Fields, readRecords } from '../assertions.ts';
import type { ApiResponse } from '../client.ts';
import { verifiedMemberColumns } from '../columns.ts';
import { commonRules } from '../common-rules.ts';
import { endpointOf } from '../endpoint.ts';
import { oneMember, sharingMembers } from '../membership.ts';
import type { Rule } from '../rule.ts';
import type { Target } from '../target.ts';

const BAD = 'Bad Request';

function register(target: Target, fields: object): Promise<ApiResponse> {
  return target.call('/thlmobile/userRegistration', { url: target.mobileUrl, ...fields });
}

function verify(target: Target, token: unknown): Promise<ApiResponse> {
  return target.call('/thlmobile/verifyToken', { token });
}

/** Asserts success and a body with exactly these fields and a status of 200; returns the body. */
function readSuccess(response: ApiResponse, fields: readonly string[]): Fields {
  assertSuccess(response);
  const [body] = readRecords([response.body]);
  assert.ok(body !== undefined);
  assert.deepEqual(Object.keys(body).sort(), [...fields].sort());
  assert.equal(Number(body['status']), 200);
  return body;
}

async function newPasscode(target: Target, email: unknown): Promise<unknown> {
  return readSuccess(await register(target, { email, passcodeReturn: true }), ['status', 'passcode'])['passcode'];
}

export const verifyToken = endpointOf('4.13', {
  assumedScope: 'account.read',
  request: () => ({ token: 'never-issued' }),
  outcome: 'refused',
});

export const registrationRules: readonly Rule[] = [
  ...commonRules(
    endpointOf('4.12', {
      assumedScope: 'account.read',
      request: () => ({ email: 'nobody-at-all@nowhere.example', url: 'https://mobile.example/never' }),
      outcome: 'refused',
    }),
  ),
  ...commonRules(verifyToken),
  {
    id: '7.user-registration.400.no-records-found',
    sentence: 'a registration of nobody is 400 Bad Request: No records found',
    async check(target) {
      assertError(await register(target, { email: 'nobody-at-all@nowhere.example' }), 400, BAD, 'No records found');
      assertError(await register(target, { userName: 'nobody-at-all' }), 400, BAD, 'No records found');
    },
  },
  {
    id: '7.user-registration.400.multiple-records-found',
    sentence: 'a registration by an e-mail that several members share is 400 Bad Request: Multiple records found',
    needs: ['seed'],
    async check(target) {
      const [member] = await sharingMembers(target);
      assertError(await register(target, { email: member?.['email'] }), 400, BAD, 'Multiple records found');
    },
  },
  {
    id: '4.12.either',
    sentence: 'neither userName nor email is 400 Bad Request: Missing Required Parameter',
    check: async (target) => assertError(await register(target, {}), 400, BAD, /^Missing Required Parameter/),
  },
  {
    id: '4.12.url',
    sentence: 'a url that is not https, or leads to another site, is 400 and the message names it',
    isAssumed: true,
    async check(target) {
      for (const url of [target.mobileUrl.replace('https:', 'http:'), 'https://elsewhere.example/', 'no-address']) {
        assertError(await register(target, { email: 'nobody-at-all@nowhere.example', url }), 400, BAD, /\burl\b/);
      }
    },
  },
  {
    id: '4.12.link',
    sentence: 'without passcodeReturn, or with false, the answer is status, title and detail',
    needs: ['write', 'seed'],
    async check(target) {
      const { email } = await oneMember(target);
      for (const choice of [{}, { passcodeReturn: false }]) {
        readSuccess(await register(target, { email, ...choice }), ['status', 'title', 'detail']);
      }
    },
  },
  {
    id: '4.12.passcode',
    sentence: 'with passcodeReturn true the answer is status and passcode, by email as by userName',
    needs: ['write', 'seed'],
    async check(target) {
      const { email, userName } = await oneMember(target);
      for (const by of [{ email }, { userName }]) {
        const response = readSuccess(await register(target, { ...by, passcodeReturn: true }), ['status', 'passcode']);
        assert.match(String(response['passcode']), /^\S+$/);
      }
    },
  },
  {
    id: '4.13.member',
    sentence:
      'a passcode that was returned is verified: status, and the member with eleven columns, holidays among them',
    isAssumed: true,
    needs: ['write', 'seed'],
    async check(target) {
      assert.equal(verifiedMemberColumns.length, 11);
      const member = await oneMember(target);
      const passcode = await newPasscode(target, member['email']);
      const [verified] = readRecords([readSuccess(await verify(target, passcode), ['status', 'member'])['member']]);
      assert.ok(verified !== undefined);
      assertExactColumns([verified], verifiedMemberColumns);
      for (const column of ['firstName', 'lastName', 'userName', 'email', 'locationId', 'thlHours']) {
        assert.deepEqual(verified[column], member[column], column);
      }
    },
  },
  {
    id: '4.13.once',
    sentence: 'a token is verified once',
    isAssumed: true,
    needs: ['write', 'seed'],
    async check(target) {
      const passcode = await newPasscode(target, (await oneMember(target))['email']);
      assertSuccess(await verify(target, passcode));
      assertError(await verify(target, passcode), 400, BAD);
    },
  },
  {
    id: '4.13.unknown',
    sentence: 'a token that was never issued is 400 Bad Request: Unknown error happened',
    isAssumed: true,
    async check(target) {
      for (const token of ['never-issued', "' OR '1'='1"]) {
        assertError(await verify(target, token), 400, BAD, 'Unknown error happened');
      }
    },
  },
];
