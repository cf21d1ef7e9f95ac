/** Whether the service can be used at all: the ways to get a token (4.1), the header that carries it (5.6), and the list of agents. */
import type { TokenBody } from '@realty-forms/contract/calls/request-style.ts';
import { Inaccessible } from '../asker.ts';
import { assumed, type Finding, suits, uncovered, understood, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { ServiceFault } from '../service.ts';
import { BATCH, recordsOf, type Survey, textOf } from '../survey.ts';

const tokenBodies: readonly TokenBody[] = ['json', 'form', 'basic'];

export async function checkToken({ asker, configured }: Survey): Promise<Finding[]> {
  const accepted: TokenBody[] = [];
  const refusals: string[] = [];
  for (const body of configuredFirst(configured.UPSTREAM_TOKEN_BODY, tokenBodies)) {
    try {
      const token = await asker.requestToken(body);
      if (accepted.push(body) === 1) asker.token = token;
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      // Once one way is accepted, a missing response does not count as a refusal of the other.
      if (error.status === null && accepted.length === 0)
        throw new Inaccessible(`The service cannot be asked: ${error.message}.`);
      refusals.push(`${body}: ${error.message.replace('token: ', '')}`);
    }
  }
  const [first] = accepted;
  if (first === undefined) {
    const hint = 'Check UPSTREAM_URL, UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET.';
    throw new Inaccessible(`The service issued no token, however it was requested (${refusals.join('; ')}). ${hint}`);
  }
  const note = `accepted: ${tokenBodies.filter((body) => accepted.includes(body)).join(', ')}`;
  return [suits(questions.tokenBody, 'UPSTREAM_TOKEN_BODY', first, note)];
}

/** Names that similar services use. */
const tokenHeaders = [
  'authorization',
  'x-access-token',
  'x-auth-token',
  'access-token',
  'x-api-token',
  'x-token',
  'token',
];

export async function checkHeader(survey: Survey): Promise<Finding[]> {
  const { asker, configured } = survey;
  for (const header of configuredFirst(configured.UPSTREAM_TOKEN_HEADER.toLowerCase(), tokenHeaders)) {
    asker.tokenHeader = header;
    const first = await askUsers(survey, 1);
    if (first.fault?.code === 'UPSTREAM_ACCESS_DENIED') continue;
    const users = first.fault?.code === 'UPSTREAM_REJECTED' ? await askWithOtherBlanks(survey, first) : first;
    survey.users = recordsOf(users);
    const isConfigured = header === configured.UPSTREAM_TOKEN_HEADER.toLowerCase();
    const value = isConfigured ? configured.UPSTREAM_TOKEN_HEADER : header;
    return [
      suits(questions.tokenHeader, 'UPSTREAM_TOKEN_HEADER', value),
      suits(questions.blanksSent, 'UPSTREAM_BLANKS', asker.style.blanks),
      await checkDirectory(survey, users),
    ];
  }
  const tried = tokenHeaders.join(', ');
  throw new Inaccessible(
    `The service refuses its own token in every header tried (${tried}): set UPSTREAM_TOKEN_HEADER, or check UPSTREAM_VENDOR_EMAIL and the client's scopes.`,
  );
}

type Users = Awaited<ReturnType<typeof askUsers>>;
const askUsers = ({ asker }: Survey, number: number, size: number = BATCH) =>
  asker.ask('activeUsers', { batch_size: size, batch_no: number });

/** Tries with blanks if there were none, or without them; returns the first response if that does not help. */
async function askWithOtherBlanks(survey: Survey, first: Users): Promise<Users> {
  const { asker } = survey;
  const { style } = asker;
  asker.style = { ...style, blanks: style.blanks === 'send' ? 'omit' : 'send' };
  const users = await askUsers(survey, 1);
  if (users.fault === null) return users;
  asker.style = style;
  return first;
}

/** A directory that does not state its length is not read, since a missing agent would count as having left. */
async function checkDirectory(survey: Survey, { value, fault }: Users): Promise<Finding> {
  const question = questions.directory;
  const max = value?.max ?? null;
  survey.activeUsers = max;
  if (value === null)
    return uncovered(question, `the list of agents cannot be read (${describeFault(fault)}), so no agent has access`);
  if (max === null) return uncovered(question, 'the list of agents does not state its length, so no agent has access');
  // A full batch may have fewer records than requested.
  const size = Math.max(1, survey.users.length);
  const batches = Math.max(1, Math.ceil(max / size));
  const last = batches > 1 ? recordsOf(await askUsers(survey, batches, size)).length : survey.users.length;
  if ((batches - 1) * size + last === max) return assumed(question);
  return uncovered(question, 'it does not count the agents, so totalCount of accounts may be wrong, with a warning');
}

export function checkSharedAddresses({ users }: Survey): Finding {
  const question = questions.sharedAddresses;
  if (users.length === 0) return unknown(question, 'there are no agents');
  const addresses = users.map(({ email }) => textOf(email)?.toLowerCase()).filter((email) => email !== undefined);
  const shared = addresses.length - new Set(addresses).size;
  return shared === 0
    ? assumed(question)
    : understood(question, `${shared} of ${users.length} share one; agents then get their accounts without accountId`);
}

/** The fault's code, and the status if there is one. */
export const describeFault = (fault: ServiceFault | null): string =>
  fault === null ? 'no fault' : `${fault.code}${fault.status === null ? '' : `, ${fault.status}`}`;

export function configuredFirst<T>(configured: T, all: readonly T[]): T[] {
  return [configured, ...all.filter((each) => each !== configured)];
}
