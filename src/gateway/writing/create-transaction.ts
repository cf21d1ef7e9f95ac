/**
 * The use case of creating a transaction (4.6). A creation cannot be undone, so it goes through the ledger with or without an idempotency
 * key: it is sent at most once, looked up if no answer came, and its outcome is reported as far as it is known.
 */
import { type CreateTransaction, createTransaction, valuesOfCreation } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { type SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { Access } from '../callers/access.ts';
import type { AgentGrant } from '../callers/grants.ts';
import { notationsOf } from '../callers/identifiers.ts';
import type { Principal } from '../callers/principal.ts';
import { isForbidden, isNotFound, isUnnamedAgent, UNNAMED_AGENT, UpstreamFault } from '../fault.ts';
import { claimOf, matchOf } from '../ledger/recovery/find-creation.ts';
import { createdValues, recordedValues } from '../ledger/recovery/matching.ts';
import type { Author, Find } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { Loaders } from '../reading/loaders.ts';
import type { Transaction } from '../reading/transactions.ts';
import {
  blankErrors,
  invalid,
  NO_RESPONSE,
  notFoundError,
  textErrors,
  type UserError,
  unknownAgent,
  type WritePayload,
} from './outcome.ts';

export interface CreateResult extends WritePayload {
  /** The created transaction; in a replay, as it is now. Null if there is none, or if it cannot or may not be read. */
  readonly transaction: Transaction | null;
  /** True if the transaction was read afterwards, which requires the right to read; false if it comes from the creation's answer. */
  readonly isRead: boolean;
  /** If the outcome is UNKNOWN: transactions that may be the created one, newest first; null if they could not be looked up. */
  readonly possibleMatches: Transaction[] | null;
}

/**
 * An agent for whom there is no grant, or none any more. A creation that was sent earlier still has its outcome; otherwise `error` is
 * reported together with all other errors in the input.
 */
export interface LostAgent {
  readonly isLost: true;
  /** Empty if no agent was named. */
  readonly nrdsId: string;
  readonly error: UserError;
}

/** The created transaction: its record, from the answer or from a lookup, or only its number, by which it can be read. */
type Created = { readonly flat: FlatRecord | SelectedRecord; readonly isFound: boolean } | { readonly transId: string };

const MAX_MATCHES = 10;

export type TransactionCreator = ReturnType<typeof createTransactionCreator>;

export function createTransactionCreator(
  parts: Pick<
    Parts,
    'access' | 'decode' | 'directory' | 'findCreation' | 'writeOnce' | 'responseChecks' | 'transactions' | 'upstream'
  >,
) {
  const { access, upstream, decode, responseChecks, directory, transactions, writeOnce, findCreation } = parts;
  const transIdOf = (flat: FlatRecord | SelectedRecord): string | undefined =>
    decode.transaction(flat, identifier).record.transId ?? undefined;
  const toStored = (created: Created) => {
    const transId = 'flat' in created ? transIdOf(created.flat) : created.transId;
    return transId === undefined ? {} : { ids: { transId }, claim: claimOf(transId) };
  };

  /**
   * Creates one transaction for the agent of the grant. `mayRead` says whether a transaction that is not in the creation's answer may be
   * read.
   */
  return async (
    loaders: Loaders,
    agent: AgentGrant | LostAgent,
    author: Author,
    input: Omit<CreateTransaction, 'agentNrdsId'>,
    mayRead: boolean,
  ): Promise<CreateResult> => {
    // A key and its retries need the agent in one notation. A load of the directory would take long only for an agent who does not exist.
    const nrdsId = 'isLost' in agent ? directory.spelling(agent.nrdsId) : await directory.written(agent.nrdsId);
    const grant = 'isLost' in agent ? null : { ...agent, nrdsId };
    const sent = { ...input, stateId: input.stateId.toUpperCase(), agentNrdsId: nrdsId };
    const request = createTransaction(sent);
    let named: { readonly transId: string } | undefined;
    const { result, possibleMatches, ...payload } = await writeOnce<Created>({
      operation: 'createTransaction',
      ifUnknown: `${NO_RESPONSE} the transaction may exist: check before you create it again`,
      author,
      agent: nrdsId,
      changes: 'a new transaction',
      elsewhere: () =>
        notationsOf(agent.nrdsId).map((each) => ({
          agent: each,
          request: createTransaction({ ...sent, agentNrdsId: each }),
        })),
      request,
      sent: valuesOfCreation(request),
      check: async () => {
        if ('isLost' in agent) return [agent.error, ...validate(input)];
        return [...((await directory.byNrdsId(nrdsId)) === null ? [unknownAgent()] : []), ...validate(input)];
      },
      send: async (isUnclaimed) => {
        const [flat] = await upstream.call('addTrans', request);
        const transId = flat && transIdOf(flat);
        if (flat === undefined || transId === undefined) return undefined;
        responseChecks.rejectOthersCreation(sent, flat);
        named = { transId };
        const { record } = decode.transaction(flat, recognizable);
        const isRewritten = responseChecks.rejectOtherCreation(sent, flat, record);
        // A service that takes this creation for a repetition of another one returns the record of that one. If the ledger cannot say whose
        // it is, the answer counts.
        if (
          isRewritten &&
          !(await isUnclaimed(claimOf(transId), matchOf(nrdsId, recordedValues(record))).catch(() => true))
        )
          throw invalidAnswer('addTrans', 'the response has the record of another creation');
        // Everything that a summary lacks would be shown as blank.
        return record.property?.streetAddress == null ? { transId } : { flat, isFound: false };
      },
      toStored,
      restore: ({ ids }) => (ids?.transId === undefined ? null : { transId: ids.transId }),
      search: grant && {
        place: { agentNrdsId: nrdsId },
        match: matchOf(nrdsId, createdValues(sent)),
        find: async (...args) => asCreated(await findCreation(sent)(...args)),
        named: () => named,
      },
    });
    // Without a grant, no transaction is returned.
    if (grant === null) return { ...payload, transaction: null, isRead: false, possibleMatches: null };
    const read = (created: Created) =>
      'flat' in created
        ? transactions.fromRecord(grant, created.flat)
        : transactions.get(loaders, access.ownTransaction(grant, created.transId)).catch(nullIfUnreadable);
    const matches = possibleMatches?.flatMap((each) =>
      'flat' in each ? [transactions.fromRecord(grant, each.flat)] : [],
    );
    const isRead = result !== null && (!('flat' in result) || result.isFound);
    const transaction = result === null || (isRead && !mayRead) ? null : await read(result);
    return { ...payload, transaction, isRead, possibleMatches: matches?.slice(0, MAX_MATCHES) ?? null };
  };
}

/**
 * The grant for the named agent, or for the caller's only one; a LostAgent if there is none. A key is scoped to an agent, so nobody knows
 * what it was used for if none is named: throws BAD_USER_INPUT.
 */
export async function openAgent(
  access: Access,
  principal: Principal,
  { key }: Author,
  given: string | null,
): Promise<AgentGrant | LostAgent> {
  try {
    return await access.agent(principal, given);
  } catch (error) {
    const nrdsId = given ?? (principal.role === 'agent' ? principal.nrdsIds[0] : undefined) ?? '';
    if (isNotFound(error)) return { isLost: true, nrdsId, error: unknownAgent() };
    if (isForbidden(error)) return { isLost: true, nrdsId, error: notFoundError('agentNrdsId', error.message) };
    if (isUnnamedAgent(error) && key === null)
      return { isLost: true, nrdsId, error: invalid('agentNrdsId', UNNAMED_AGENT) };
    throw error;
  }
}

type Texts = Pick<CreateTransaction, 'stateId' | 'name' | 'streetAddress'>;

/** The errors in the input, in the order of its fields. The service decides which two letters are a state. */
function validate({ stateId, name, streetAddress }: Texts): UserError[] {
  const isState = stateId.trim() === '' || /^[A-Z]{2}$/i.test(stateId);
  const stateErrors = isState
    ? blankErrors({ stateId })
    : [invalid('stateId', 'Must be a two-letter state code, such as UT')];
  return [...stateErrors, ...textErrors({ name, streetAddress })];
}

const identifier = selectGroups('identifier');
/** The groups with the values that a creation sends. */
const recognizable = selectGroups('summary', 'property');

/** The outcome is reported whether or not its transaction can be read. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof UpstreamFault || isNotFound(error)) return null;
  throw error;
}

function asCreated({ candidates, isExhaustive }: Awaited<ReturnType<Find<FlatRecord | SelectedRecord>>>) {
  return {
    candidates: candidates.map((each) => ({ ...each, result: { flat: each.result, isFound: true } })),
    isExhaustive,
  };
}
