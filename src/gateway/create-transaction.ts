/**
 * The use case of creating a transaction (4.6). A creation cannot be undone, so it is sent at most once, and its outcome is
 * told as far as it is known: COMMITTED, REJECTED with what can be put right, or UNKNOWN when it left and no answer came.
 */
import { INVALID_CHARACTER_MESSAGE } from '../contract/errors.ts';
import { type CreateTransaction, createFieldsWithValue, createTransaction } from '../contract/requests.ts';
import type { Upstream } from '../upstream/call.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import type { AgentGrant } from './access.ts';
import type { Directory } from './directory.ts';
import type { Transaction, Transactions } from './transactions.ts';

type Outcome = 'COMMITTED' | 'REJECTED' | 'UNKNOWN';
type UserErrorCode = 'INVALID_VALUE' | 'INVALID_CHARACTER' | 'NOT_FOUND' | 'REJECTED' | 'OUTCOME_UNKNOWN';

/** Something that the user can put right. */
export interface UserError {
  /** The field of the input, null where it is about none. */
  readonly field: string | null;
  readonly message: string;
  readonly code: UserErrorCode;
  /** What upstream answered, null where it was not asked or did not answer. */
  readonly upstream: { readonly status: number; readonly type: string | null; readonly message: string | null } | null;
}

export interface CreateResult {
  readonly outcome: Outcome;
  readonly userErrors: readonly UserError[];
  readonly transaction: Transaction | null;
}

export interface CreateOptions {
  readonly upstream: Upstream;
  readonly directory: Directory;
  readonly transactions: Transactions;
}

/** Creates one transaction for the agent that `grant` is for. */
export type Create = (grant: AgentGrant, input: Omit<CreateTransaction, 'agentNrdsId'>) => Promise<CreateResult>;

export function createCreate({ upstream, directory, transactions }: CreateOptions): Create {
  return async (grant, given) => {
    const input: CreateTransaction = { ...given, agentNrdsId: grant.nrdsId };
    const blanks = (['stateId', 'name', 'streetAddress'] as const).filter((field) => input[field].trim() === '');
    if (blanks.length > 0) {
      return rejected(
        blanks.map((field) => ({ field, message: 'It is blank', code: 'INVALID_VALUE', upstream: null })),
      );
    }
    if ((await directory.byNrdsId(grant.nrdsId)) === null) return rejected([unknownAgent()]);
    try {
      const [flat] = await upstream.call('addTrans', createTransaction(input));
      if (flat === undefined) return unknown();
      return { outcome: 'COMMITTED', userErrors: [], transaction: transactions.own(grant, flat) };
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      // A refusal of the token request is an UPSTREAM_REJECTED too, and no business of the user's.
      if (error.sent === false || !mayHaveHappened(error)) throw error;
      if (error.code === 'UPSTREAM_REJECTED') return rejected(readRejection(error, input));
      return unknown();
    }
  };
}

/** The answer to an agent that has not enabled access, and to one that is not the caller's. */
export function unknownAgent(): UserError {
  return {
    field: 'agentNrdsId',
    message: 'No agent with this NRDS id that you may act for has enabled access',
    code: 'NOT_FOUND',
    upstream: null,
  };
}

export function rejected(userErrors: readonly UserError[]): CreateResult {
  return { outcome: 'REJECTED', userErrors, transaction: null };
}

function unknown(): CreateResult {
  const message = 'The service did not answer, so the transaction may exist: look for it before you create it again';
  return {
    outcome: 'UNKNOWN',
    userErrors: [{ field: null, message, code: 'OUTCOME_UNKNOWN', upstream: null }],
    transaction: null,
  };
}

/** A refusal of the caller or of the rate says that nothing was done; a failure after sending says nothing. */
function mayHaveHappened({ code }: UpstreamFault): boolean {
  return code !== 'UPSTREAM_ACCESS_DENIED' && code !== 'UPSTREAM_RATE_LIMITED';
}

function readRejection(fault: UpstreamFault, input: CreateTransaction): UserError[] {
  const { status, upstreamType: type, upstreamMessage } = fault;
  const upstream = { status: status ?? 0, type, message: upstreamMessage };
  const message = upstreamMessage ?? type ?? 'The service refused the transaction';
  if (!message.startsWith(INVALID_CHARACTER_MESSAGE)) return [{ field: null, message, code: 'REJECTED', upstream }];
  // The message quotes a value and names no field: every field with that value is meant.
  const fields = createFieldsWithValue(input, message.slice(INVALID_CHARACTER_MESSAGE.length));
  return (fields.length === 0 ? [null] : fields).map((field) => ({
    field,
    message,
    code: 'INVALID_CHARACTER',
    upstream,
  }));
}
