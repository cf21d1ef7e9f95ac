/**
 * Use cases of the mobile application (4.11 to 4.16): look up members, register them, verify a token, share the application, create
 * tickets. These endpoints name no agent, so only services may use them, except for tickets. No fault and no log contains a token or
 * passcode.
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type Requests, sentTexts } from '@realty-forms/contract/calls/messages.ts';
import {
  createTicket,
  getMember,
  type MemberKey,
  type RegisterMember,
  registerMember,
  verifyToken,
} from '@realty-forms/contract/calls/requests.ts';
import type { MemberRecord, Notice } from '@realty-forms/contract/columns/member-records.ts';
import type { Selection } from '@realty-forms/contract/columns/selection.ts';
import { withoutSecrets } from '../../upstream/answers/redaction.ts';
import type { ServiceGrant, TicketGrant } from '../callers/grants.ts';
import { badInput } from '../fault.ts';
import type { Author, WriteCommand } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { WithUnreadable } from '../reading/decode.ts';
import type { Loaders } from '../reading/loaders.ts';
import { checkSendable } from '../sendable-text.ts';
import { blankErrors, invalid, NO_RESPONSE, payloadOf, type UserError, type WritePayload } from './outcome.ts';

export type Member = WithUnreadable<MemberRecord>;

type NoticeResult = WritePayload & WithUnreadable<Pick<Notice, 'title' | 'detail' | 'passcode'>>;

interface VerifyResult extends WritePayload {
  readonly member: Member | null;
}

interface ShareResult extends WritePayload {
  readonly result: unknown;
}

/** For an answer without texts, or a replay for which they were not stored. */
const noNotice = { title: null, detail: null, passcode: null, unreadable: [] };

type NoticeTexts = typeof noNotice | WithUnreadable<Notice>;

export function createMembers({ decode, upstream, writeOnce }: Pick<Parts, 'decode' | 'upstream' | 'writeOnce'>) {
  /** Sends a write that the service answers with a notice. */
  const notify = async <E extends 'userRegistration' | 'createTicket' | 'registrationTicket'>(
    endpoint: E,
    request: Requests[E],
    command: Pick<WriteCommand<NoticeTexts>, 'operation' | 'ifUnknown' | 'author' | 'check' | 'toStored'>,
  ): Promise<NoticeResult> => {
    const recorded = await writeOnce<NoticeTexts>({
      ...command,
      agent: '',
      changes: 'no transaction',
      request,
      sent: sentTexts(request),
      send: async () => decode.notice(await upstream.call(endpoint, request)),
    });
    const { title, detail, passcode, unreadable } = { ...noNotice, ...recorded.result };
    return { ...payloadOf(recorded), title, detail, passcode, unreadable };
  };
  const ticketCreator =
    <E extends 'createTicket' | 'registrationTicket'>(operation: string, endpoint: E) =>
    (_grant: TicketGrant, author: Author, input: Requests[E]): Promise<NoticeResult> => {
      const request = createTicket(endpoint, input);
      return notify(endpoint, request, {
        operation,
        ifUnknown: `${NO_RESPONSE} the ticket may exist: sending it again may create a duplicate`,
        author,
        // Every field that the specification does not mark as optional is required.
        check: () => blankErrors({ ...request }),
        toStored: ({ title, detail }) => ({ texts: { title, detail } }),
      });
    };

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

    async register(_grant: ServiceGrant, author: Author, input: RegisterMember): Promise<NoticeResult> {
      const request = registerMember(input);
      // Title and detail may contain the passcode, so nothing is stored.
      const result = await notify('userRegistration', request, {
        operation: 'registerMember',
        ifUnknown: `${NO_RESPONSE} the member may be registered: registering again does not affect the first registration`,
        author,
        check: () => [...validateKey(input), ...blankErrors({ url: input.url })],
      });
      if (request.passcodeReturn) return result;
      return { ...result, passcode: null, unreadable: result.unreadable.filter(({ path }) => path[0] !== 'passcode') };
    },

    createTicket: ticketCreator('createTicket', 'createTicket'),
    /** For people who want to become members. */
    createRegistrationTicket: ticketCreator('createRegistrationTicket', 'registrationTicket'),

    /** Decodes the selection of the member; without `selection`, all of it. */
    async verify(_grant: ServiceGrant, author: Author, token: string, selection?: Selection): Promise<VerifyResult> {
      const request = verifyToken(token);
      const recorded = await writeOnce({
        operation: 'verifyMemberToken',
        ifUnknown: `${NO_RESPONSE} the token may be used up: if it is rejected, register the member again`,
        author,
        agent: '',
        changes: 'no transaction',
        request,
        // The token is a secret, so its value stays out: a rejection may name the parameter, but is never matched by its value.
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
        ifUnknown: `${NO_RESPONSE} the request may have been executed: check before you send it again`,
        author,
        agent: '',
        changes: 'no transaction',
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

/** Replaces upstream's generic message for an unknown token (4.13). The token may occur in it, and is then redacted. */
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
