/**
 * The use case of creating a transaction (4.6). A creation cannot be undone, so that it goes through the ledger with or without
 * a key: sent at most once, looked for where no answer came, and its outcome told as far as it is known.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { type CreateTransaction, createTransaction, valuesOfCreation } from '../contract/requests.ts';
import type { Row } from '../contract/selection.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Access, AgentGrant } from './access.ts';
import type { Author } from './author.ts';
import type { Decode } from './decode.ts';
import type { Directory } from './directory.ts';
import { isNotFound, isUnnamedAgent, UNNAMED_AGENT, UpstreamFault } from './fault.ts';
import { claimOf, matchOf } from './ledger/creations.ts';
import type { Find, Once } from './ledger/intent.ts';
import type { Loaders } from './loaders.ts';
import { blanks, invalid, refusal, type Told, type UserError, unknownAgent, unsendables } from './outcome.ts';
import type { Principal } from './principal.ts';
import type { Transaction, Transactions } from './transactions.ts';

export interface CreateResult extends Told {
  /** Of a creation that is told again, as it is now, and null where it cannot be read, or is not to be. */
  readonly transaction: Transaction | null;
  /** Whether it was read, and takes the right to read: it is not what the creation was answered with. */
  readonly isRead: boolean;
  /** Of an UNKNOWN outcome: what may be the transaction, the newest; null where that could not be looked for. */
  readonly possibleMatches: Transaction[] | null;
}

export interface CreateOptions {
  readonly access: Access;
  readonly upstream: Upstream;
  readonly decode: Decode;
  readonly directory: Directory;
  readonly transactions: Transactions;
  readonly once: Once;
  readonly find: Find<FlatRecord | Row>;
}

/**
 * Creates one transaction for the agent that the grant is for; in place of a grant stands why there is none, which is told with
 * all else that is wrong. `mayRead` says whether one that is told again is to be read.
 */
export type Create = (
  loaders: Loaders,
  agent: AgentGrant | UserError,
  author: Author,
  input: Omit<CreateTransaction, 'agentNrdsId'>,
  mayRead: boolean,
) => Promise<CreateResult>;

/** The record, be it the answer or found, or only its number, which it is read by. */
type Created = { readonly flat: FlatRecord | Row; readonly isFound: boolean } | { readonly transId: string };

const MOST_MATCHES = 10;
const ifUnknown =
  'The service gave no readable response, so the transaction may exist: look for it before you create it again';

export function createCreate(options: CreateOptions): Create {
  const { access, upstream, decode, directory, transactions, once, find } = options;
  const numberOf = (flat: FlatRecord | Row): string | undefined =>
    decode.transaction(flat, identifier).record.transId ?? undefined;
  const keep = (created: Created) => {
    const transId = 'flat' in created ? numberOf(created.flat) : created.transId;
    return transId === undefined ? {} : { ids: { transId }, claim: claimOf(transId) };
  };

  return async (loaders, agent, author, input, mayRead) => {
    const grant = await listed(directory, agent);
    const given = { ...input, stateId: input.stateId.toUpperCase() };
    const wrong = judge(given);
    if ('code' in grant) return refused([grant, ...wrong]);
    if (wrong.length > 0) return refused(wrong);
    const request = createTransaction({ ...given, agentNrdsId: grant.nrdsId });
    const { answer, possible, ...told } = await once<Created>({
      operation: 'createTransaction',
      author,
      agent: grant.nrdsId,
      request,
      sent: valuesOfCreation(request),
      ifUnknown,
      send: async () => {
        const [flat] = await upstream.call('addTrans', request);
        // A record has its number: what has none may be an error's body, whatever the status says.
        return flat && numberOf(flat) !== undefined ? { flat, isFound: false } : undefined;
      },
      keep,
      recall: ({ ids }) => (ids?.transId === undefined ? null : { transId: ids.transId }),
      trace: {
        place: { agentNrdsId: grant.nrdsId },
        match: matchOf(given, grant.nrdsId),
        find: async (...sought) => createdIn(await find(...sought)),
      },
    });
    const read = (created: Created) =>
      'flat' in created
        ? transactions.own(grant, created.flat)
        : transactions.get(loaders, access.ownTransaction(grant, created.transId)).catch(unread);
    const matches = possible?.flatMap((each) => ('flat' in each ? [transactions.own(grant, each.flat)] : []));
    const isRead = answer !== null && (!('flat' in answer) || answer.isFound);
    const transaction = answer === null || (isRead && !mayRead) ? null : await read(answer);
    return { ...told, transaction, isRead, possibleMatches: matches?.slice(0, MOST_MATCHES) ?? null };
  };
}

/** The right to create for the agent that is named, or the caller's only one; or what is wrong with the name. */
export async function openAgent(
  access: Access,
  principal: Principal,
  nrdsId: string | null,
): Promise<AgentGrant | UserError> {
  try {
    return await access.agent(principal, nrdsId);
  } catch (error) {
    if (isNotFound(error)) return unknownAgent();
    if (isUnnamedAgent(error)) return invalid('agentNrdsId', UNNAMED_AGENT);
    throw error;
  }
}

/** The agent, where the directory has it. */
async function listed(directory: Directory, agent: AgentGrant | UserError): Promise<AgentGrant | UserError> {
  if ('code' in agent) return agent;
  return (await directory.byNrdsId(agent.nrdsId)) === null ? unknownAgent() : agent;
}

type Texts = Pick<CreateTransaction, 'stateId' | 'name' | 'streetAddress'>;

/** What no transaction can start with, in the order of the input. Which letters are a state's is the service's to know. */
function judge({ stateId, name, streetAddress }: Texts): UserError[] {
  const isState = stateId.trim() === '' || /^[A-Z]{2}$/.test(stateId);
  const ofState = isState ? blanks({ stateId }) : [invalid('stateId', 'Must be a two-letter state code, such as UT')];
  return [...ofState, ...unsendables({ name, streetAddress })];
}

const identifier = new Set(['identifier'] as const);

function refused(userErrors: readonly UserError[]): CreateResult {
  return { ...refusal(userErrors), transaction: null, isRead: false, possibleMatches: null };
}

/** What is known of the outcome is told, whether or not its transaction can be read. */
function unread(error: unknown): null {
  if (error instanceof UpstreamFault || isNotFound(error)) return null;
  throw error;
}

function createdIn({ candidates, isWhole }: Awaited<ReturnType<Find<FlatRecord | Row>>>) {
  return { candidates: candidates.map((each) => ({ ...each, answer: { flat: each.answer, isFound: true } })), isWhole };
}
