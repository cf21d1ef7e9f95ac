/**
 * userRegistration and verifyToken (4.12, 4.13): members prove their identity with a link that is sent to them, or with a
 * passcode that the caller passes on to them. verifyToken accepts either, once.
 */

import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { listedFailure, missingParameter } from '../http/failure.ts';
import type { RequestValues } from '../http/validate.ts';
import { type DescribedEndpoints, text } from '../openapi/endpoint.ts';
import { closedObject, nonEmptyText, notice, schemaRef, success } from '../openapi/schema.ts';
import type { Service } from '../service.ts';
import { addRegistration, consumeToken, findMembers } from '../store/members.ts';
import type { MemberRow } from '../store/tables.ts';
import { describePerson } from './mobile.ts';

const MINUTE_MS = 60_000;
const PASSCODE_LIFETIME_MS = 15 * MINUTE_MS;
const LINK_LIFETIME_MS = DAY_MS;

export const registration = {
  userRegistration: {
    tag: 'mobile',
    summary: 'Register a member by link or passcode',
    description: 'Sends the member a link to the given URL; with `passcodeReturn`, returns a passcode instead.',
    fields: ({ member, mobileUrl }) => ({
      userName: text("The member's user name; optional if email is given.", member.userName),
      email: text("The member's e-mail; optional if userName is given.", member.email),
      url: text('Target of the link: a configured https URL, or one below it.', mobileUrl),
      passcodeReturn: { description: 'True to return a passcode instead of sending a link.', default: false },
    }),
    response: {
      anyOf: [
        notice,
        closedObject({ status: success, passcode: nonEmptyText('One-time passcode that the member signs in with.') }),
      ],
    },
    handle: async (values, service) => {
      const url = acceptMobileUrl(values.text('url') ?? '', service.mobileUrls);
      if (url === null) throw missingParameter('userRegistration', 'url');
      const member = await findMember(values, service);
      return values.boolean('passcodeReturn') === true
        ? await registerByPasscode(member, service)
        : await registerByLink(member, url, service);
    },
  },
  verifyToken: {
    tag: 'mobile',
    summary: 'Redeem the token of a registration',
    description:
      'Returns the member that the token was issued for. A token can be used once. The one of the example is unknown, which is a ' +
      '400: put in a passcode, which userRegistration returns with `passcodeReturn`.',
    fields: () => ({
      token: text('The token of a registration link, or a passcode; valid for one use.', 'unknown-token'),
    }),
    response: closedObject({ status: success, member: schemaRef('VerifiedMember') }),
    /** Section 7 has no message of its own for a token that is unknown, used or expired. */
    handle: async (values, { store, clock }) => {
      const member = await consumeToken(store, values.text('token') ?? '', clock.now());
      if (member === null) throw listedFailure('verifyToken', 'Unknown error happened');
      return { value: { status: 200, member: describeVerified(member) } };
    },
  },
} satisfies Partial<DescribedEndpoints>;

async function registerByPasscode({ client_id: clientId }: MemberRow, { store, clock }: Service) {
  const now = clock.now();
  const passcode = generatePasscode();
  await addRegistration(store, {
    clientId,
    token: passcode,
    now,
    expiresAt: now + PASSCODE_LIFETIME_MS,
    message: null,
  });
  return { value: { status: 200, passcode } };
}

async function registerByLink(member: MemberRow, url: URL, { store, clock }: Service) {
  const now = clock.now();
  const token = randomBytes(32).toString('base64url');
  url.searchParams.set('token', token);
  const message = { recipient: member.email, link: url.href };
  await addRegistration(store, { clientId: member.client_id, token, now, expiresAt: now + LINK_LIFETIME_MS, message });
  return {
    value: { status: 200, title: 'Registration link sent', detail: 'The link works once, within 24 hours' },
  };
}

async function findMember(values: RequestValues, { store }: Service): Promise<MemberRow> {
  const [member, ...others] = await findMembers(store, values.text('userName'), values.text('email'));
  if (member === undefined) throw listedFailure('userRegistration', 'No records found');
  if (others.length > 0) throw listedFailure('userRegistration', 'Multiple records found');
  return member;
}

/** Twelve characters that cannot be confused when read aloud: about 58 bits. */
function generatePasscode(): string {
  const characters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from({ length: 12 }, () => characters[randomInt(characters.length)]).join('');
}

function describeVerified(member: MemberRow) {
  return {
    stateId: member.state_id,
    userId: member.user_id,
    ...describePerson(member),
    holidays: JSON.parse(member.holidays) as unknown,
  };
}

/**
 * Whether links may lead to a URL (4.12). A link carries a member's token, so only https URLs are accepted that are configured, or below a
 * configured one.
 */
export function isMobileUrl(text: string): boolean {
  return readHttps(text) !== null;
}

/** The parsed URL, or null if links must not lead to it. */
function acceptMobileUrl(text: string, configured: readonly string[]): URL | null {
  const url = readHttps(text);
  return url !== null && configured.some((allowed) => isAtOrBelow(url, new URL(allowed))) ? url : null;
}

function readHttps(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

function isAtOrBelow(url: URL, { origin, pathname }: URL): boolean {
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder));
}
