/**
 * Use cases of members of the mobile application (4.11 to 4.14): look up, register, verify a token, share the application.
 * These endpoints carry no agent, so that only services have them. A token or passcode is in no fault and no log.
 */
import { isJsonObject } from '../contract/json.ts';
import { givesPasscode, isDone, type MemberRecord, type Notice } from '../contract/member-records.ts';
import {
  getMember,
  type MemberKey,
  type RegisterMember,
  registerFields,
  registerMember,
  verifiedMember,
  verifyToken,
} from '../contract/member-requests.ts';
import { textsSent } from '../contract/sent-value.ts';
import type { Upstream } from '../upstream/call.ts';
import type { ServiceGrant } from './access.ts';
import type { Author } from './author.ts';
import type { AsRead, Decode } from './decode.ts';
import { badInput } from './fault.ts';
import type { Once } from './ledger/intent.ts';
import type { Loaders } from './loaders.ts';
import { blanks, invalid, refusal, type Told, type UserError } from './outcome.ts';
import { checkSendable } from './sendable-text.ts';

export type Member = AsRead<MemberRecord>;

export type RegisterResult = Told & AsRead<Pick<Notice, 'title' | 'detail' | 'passcode'>>;

export interface VerifyResult extends Told {
  readonly member: Member | null;
}

export interface ShareResult extends Told {
  readonly result: unknown;
}

export interface Members {
  /** Whoever fits all that `key` gives. */
  readonly find: (loaders: Loaders, grant: ServiceGrant, key: MemberKey) => Promise<Member[]>;
  readonly register: (grant: ServiceGrant, author: Author, input: RegisterMember) => Promise<RegisterResult>;
  readonly verify: (grant: ServiceGrant, author: Author, token: string) => Promise<VerifyResult>;
  readonly shareApp: (grant: ServiceGrant, author: Author, fields: unknown) => Promise<ShareResult>;
}

const ifUnknown = {
  register:
    'The service gave no readable response, so the member may be registered: a registration more does no harm to the first',
  verify:
    'The service gave no readable response, so the token may be used up: if it is refused, register the member again',
  shareApp: 'The service gave no readable response, so it may have been done: look before you send it again',
} as const;

const noNotice = { title: null, detail: null, passcode: null, unreadable: [] };

export interface MembersOptions {
  readonly decode: Decode;
  readonly upstream: Upstream;
  readonly once: Once;
}

export function createMembers({ decode, upstream, once }: MembersOptions): Members {
  return {
    async find(loaders, grant, key) {
      const [problem] = judgeKey(key);
      if (problem !== undefined) throw badInput(problem.field === null ? 'by' : `by.${problem.field}`, problem.message);
      for (const name of ['userName', 'email'] as const) {
        const text = key[name];
        if (typeof text === 'string') checkSendable(`by.${name}`, text);
      }
      return (await loaders.members(grant, getMember(key))).map((flat) => decode.member('getMember', flat));
    },

    async register(_grant, author, input) {
      const problems = [...judgeKey(input), ...blanks({ url: input.url })];
      if (problems.length > 0) return { ...refusal(problems), ...noNotice };
      const request = registerMember(input);
      const {
        answer,
        possible: _,
        ...told
      } = await once({
        operation: 'registerMember',
        author,
        agent: '',
        request,
        sent: textsSent(registerFields, request),
        ifUnknown: ifUnknown.register,
        send: async () => {
          const notice = decode.notice(await upstream.call('userRegistration', request));
          return (request.passcodeReturn ? givesPasscode(notice) : isDone(notice)) ? notice : undefined;
        },
        // Title and detail may hold what the passcode does.
        keep: () => ({}),
        recall: () => null,
      });
      const { title, detail, passcode, unreadable } = answer ?? noNotice;
      if (request.passcodeReturn) return { ...told, title, detail, passcode, unreadable };
      const shown = unreadable.filter(({ path }) => path[0] !== 'passcode');
      return { ...told, title, detail, passcode: null, unreadable: shown };
    },

    async verify(_grant, author, token) {
      const blank = blanks({ token });
      if (blank.length > 0) return { ...refusal(blank), member: null };
      const request = verifyToken(token);
      const {
        answer,
        possible: _,
        ...told
      } = await once({
        operation: 'verifyMemberToken',
        author,
        agent: '',
        request,
        // A refusal may name the token and never quotes it back: it is a secret of the request.
        sent: [{ field: 'token', wire: 'token', value: '' }],
        ifUnknown: ifUnknown.verify,
        send: async () => verifiedMember(await upstream.call('verifyToken', request)),
        keep: () => ({}),
        recall: () => null,
      });
      const userErrors = told.userErrors.map(ofToken);
      return { ...told, userErrors, member: answer && decode.member('verifyToken', answer) };
    },

    async shareApp(_grant, author, fields) {
      if (!isJsonObject(fields)) return { ...refusal([invalid('fields', 'Must be a JSON object')]), result: null };
      const {
        answer,
        possible: _,
        ...told
      } = await once({
        operation: 'shareApp',
        author,
        agent: '',
        request: fields,
        sent: Object.entries(fields).flatMap(([wire, value]) =>
          typeof value === 'string' ? [{ field: `fields.${wire}`, wire, value }] : [],
        ),
        ifUnknown: ifUnknown.shareApp,
        send: async () => ({ result: await upstream.call('shareApp', fields) }),
        keep: () => ({}),
        recall: () => null,
      });
      return { ...told, result: answer?.result ?? null };
    },
  };
}

/** What upstream says of a token that it does not know, for want of words of its own (4.13). */
function ofToken(error: UserError): UserError {
  if (error.upstream?.message !== 'Unknown error happened') return error;
  return {
    ...error,
    field: 'token',
    message: 'This token is not valid: it is unknown, was used before, or has expired',
  };
}

function judgeKey({ userName, email }: MemberKey): UserError[] {
  const given = { ...(typeof userName === 'string' && { userName }), ...(typeof email === 'string' && { email }) };
  if (Object.keys(given).length === 0) return [invalid(null, 'Either userName or email is required')];
  return blanks(given);
}
