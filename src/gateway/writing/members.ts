/**
 * Use cases for members of the mobile application (4.11 to 4.14): look up, register, verify a token, share the application.
 * These endpoints carry no agent, so only services may use them. No fault and no log contains a token or passcode.
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import {
  getMember,
  type MemberKey,
  type RegisterMember,
  registerMember,
  verifyToken,
} from '@realty-forms/contract/calls/member-requests.ts';
import { sentTexts } from '@realty-forms/contract/calls/messages.ts';
import type { MemberRecord, Notice } from '@realty-forms/contract/columns/member-records.ts';
import type { Selection } from '@realty-forms/contract/columns/selection.ts';
import { withoutSecrets } from '../../upstream/answers/redaction.ts';
import type { ServiceGrant } from '../callers/grants.ts';
import { badInput } from '../fault.ts';
import type { Author } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { WithUnreadable } from '../reading/decode.ts';
import type { Loaders } from '../reading/loaders.ts';
import { checkSendable } from '../sendable-text.ts';
import { blankErrors, invalid, payloadOf, type UserError, type WritePayload } from './outcome.ts';

export type Member = WithUnreadable<MemberRecord>;

export type RegisterResult = WritePayload & WithUnreadable<Pick<Notice, 'title' | 'detail' | 'passcode'>>;

export interface VerifyResult extends WritePayload {
  readonly member: Member | null;
}

export interface ShareResult extends WritePayload {
  readonly result: unknown;
}

const noNotice = { title: null, detail: null, passcode: null, unreadable: [] };

export function createMembers({ decode, upstream, writeOnce }: Pick<Parts, 'decode' | 'upstream' | 'writeOnce'>) {
  return {
    /** The members that match every value in `key`, with the selected columns; without `selection`, all of them. */
    async find(loaders: Loaders, grant: ServiceGrant, key: MemberKey, selection?: Selection): Promise<Member[]> {
      const [problem] = validateKey(key);
      if (problem !== undefined) throw badInput(problem.field === null ? 'by' : `by.${problem.field}`, problem.message);
      for (const name of ['userName', 'email'] as const) {
        const text = key[name];
        if (typeof text === 'string') checkSendable(`by.${name}`, text);
      }
      return (await loaders.members(grant, getMember(key))).map((flat) => decode.member('getMember', flat, selection));
    },

    async register(_grant: ServiceGrant, author: Author, input: RegisterMember): Promise<RegisterResult> {
      const request = registerMember(input);
      const recorded = await writeOnce({
        operation: 'registerMember',
        author,
        agent: '',
        request,
        sent: sentTexts(request),
        check: () => [...validateKey(input), ...blankErrors({ url: input.url })],
        send: async () => decode.notice(await upstream.call('userRegistration', request)),
      });
      const { title, detail, passcode, unreadable } = recorded.result ?? noNotice;
      const payload = payloadOf(recorded);
      if (request.passcodeReturn) return { ...payload, title, detail, passcode, unreadable };
      const visible = unreadable.filter(({ path }) => path[0] !== 'passcode');
      return { ...payload, title, detail, passcode: null, unreadable: visible };
    },

    /** Decodes the selection of the member; without `selection`, all of it. */
    async verify(_grant: ServiceGrant, author: Author, token: string, selection?: Selection): Promise<VerifyResult> {
      const request = verifyToken(token);
      const recorded = await writeOnce({
        operation: 'verifyMemberToken',
        author,
        agent: '',
        request,
        // The token is a secret, so its value stays out: a rejection may name the parameter, but is never matched by value.
        sent: [{ field: 'token', upstreamName: 'token', value: '' }],
        check: () => blankErrors({ token }),
        send: () => upstream.call('verifyToken', request),
      });
      const { result, userErrors } = recorded;
      const member = result && decode.member('verifyToken', result, selection);
      return { ...payloadOf(recorded), userErrors: userErrors.map((error) => withTokenMessage(error, token)), member };
    },

    async shareApp(_grant: ServiceGrant, author: Author, fields: unknown): Promise<ShareResult> {
      const values = isJsonObject(fields) ? fields : {};
      const recorded = await writeOnce({
        operation: 'shareApp',
        author,
        agent: '',
        request: fields,
        sent: Object.entries(values).flatMap(([upstreamName, value]) =>
          typeof value === 'string' ? [{ field: `fields.${upstreamName}`, upstreamName, value }] : [],
        ),
        check: () => (isJsonObject(fields) ? [] : [invalid('fields', 'Must be a JSON object')]),
        send: async () => ({ result: await upstream.call('shareApp', values) }),
      });
      return { ...payloadOf(recorded), result: recorded.result?.result ?? null };
    },
  };
}

/** Replaces the generic message that upstream has for an unknown token (4.13). The token may occur in it, and is then redacted. */
function withTokenMessage(error: UserError, token: string): UserError {
  const isUnknown = error.upstream?.message === withoutSecrets('Unknown error happened', [token]);
  if (!isUnknown && error.code !== 'NOT_FOUND') return error;
  return {
    ...error,
    field: 'token',
    message: 'This token is not valid: it is unknown, was used before, or has expired',
  };
}

function validateKey({ userName, email }: MemberKey): UserError[] {
  const present = { ...(typeof userName === 'string' && { userName }), ...(typeof email === 'string' && { email }) };
  if (Object.keys(present).length === 0) return [invalid(null, 'Either userName or email is required')];
  return blankErrors(present);
}
