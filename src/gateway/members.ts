/**
 * Use cases of members of the mobile application (4.11 to 4.14): look up, register, verify a token, share the application.
 * These endpoints carry no agent, so that only services have them. A token or passcode is in no fault and no log.
 */
import type { Unreadable } from '../contract/codec.ts';
import type { MemberRecord } from '../contract/member-records.ts';
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
import type { Decode } from './decode.ts';
import { badInput } from './fault.ts';
import type { Loaders } from './loaders.ts';
import { blanks, invalid, rejected, type UserError, type Written, write } from './outcome.ts';

export interface Member extends MemberRecord {
  readonly unreadable: readonly Unreadable[];
}

type Result = Pick<Written<unknown>, 'outcome' | 'userErrors'>;

export interface RegisterResult extends Result {
  readonly title: string | null;
  readonly detail: string | null;
  readonly passcode: string | null;
}

export interface VerifyResult extends Result {
  readonly member: Member | null;
}

export interface ShareResult extends Result {
  readonly result: unknown;
}

export interface Members {
  /** Whoever fits all that `key` gives. */
  readonly find: (loaders: Loaders, grant: ServiceGrant, key: MemberKey) => Promise<Member[]>;
  readonly register: (grant: ServiceGrant, input: RegisterMember) => Promise<RegisterResult>;
  readonly verify: (grant: ServiceGrant, token: string) => Promise<VerifyResult>;
  readonly shareApp: (grant: ServiceGrant, fields: unknown) => Promise<ShareResult>;
}

const ifUnknown = {
  register:
    'The service did not answer, so the member may be registered: a registration more does no harm to the first',
  verify: 'The service did not answer, so the token may be used up: if it is refused, register the member again',
  shareApp: 'The service did not answer, so it may have been done: look before you send it again',
} as const;

export function createMembers({ decode, upstream }: { readonly decode: Decode; readonly upstream: Upstream }): Members {
  const build = (record: 'getMember' | 'verifyToken', flat: Parameters<Decode['member']>[1]): Member => {
    const decoded = decode.member(record, flat);
    return { ...decoded.record, unreadable: decoded.unreadable };
  };

  return {
    async find(loaders, grant, key) {
      const [problem] = judgeKey(key);
      if (problem !== undefined) throw badInput(problem.field === null ? 'by' : `by.${problem.field}`, problem.message);
      return (await loaders.members(grant, getMember(key))).map((flat) => build('getMember', flat));
    },

    async register(_grant, input) {
      const nothing = { title: null, detail: null, passcode: null };
      const problems = [...judgeKey(input), ...blanks({ url: input.url })];
      if (problems.length > 0) return { ...rejected(problems), ...nothing };
      const request = registerMember(input);
      const { answer, ...written } = await write(() => upstream.call('userRegistration', request), {
        sent: textsSent(registerFields, request),
        ifUnknown: ifUnknown.register,
      });
      if (answer === null) return { ...written, ...nothing };
      const { title, detail, passcode } = decode.notice(answer);
      return { ...written, title, detail, passcode: request.passcodeReturn ? passcode : null };
    },

    async verify(_grant, token) {
      const blank = blanks({ token });
      if (blank.length > 0) return { ...rejected(blank), member: null };
      const send = async () => verifiedMember(await upstream.call('verifyToken', verifyToken(token)));
      // A refusal may name the token and never quotes it back: it is a secret of the request.
      const sent = [{ field: 'token', wire: 'token', value: '' }];
      const { answer, ...written } = await write(send, { sent, ifUnknown: ifUnknown.verify });
      return { ...written, member: answer && build('verifyToken', answer) };
    },

    async shareApp(_grant, fields) {
      if (!isRecord(fields)) return { ...rejected([invalid('fields', 'It is no JSON object')]), result: null };
      const { answer, ...written } = await write(async () => ({ result: await upstream.call('shareApp', fields) }), {
        sent: Object.entries(fields).flatMap(([wire, value]) =>
          typeof value === 'string' ? [{ field: `fields.${wire}`, wire, value }] : [],
        ),
        ifUnknown: ifUnknown.shareApp,
      });
      return { ...written, result: answer?.result ?? null };
    },
  };
}

function judgeKey({ userName, email }: MemberKey): UserError[] {
  const given = { ...(typeof userName === 'string' && { userName }), ...(typeof email === 'string' && { email }) };
  if (Object.keys(given).length === 0) return [invalid(null, 'One of userName and email is needed')];
  return blanks(given);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
