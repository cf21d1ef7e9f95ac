/**
 * An account as the graph reads it, made from either of its two records. Whatever only the other record contains is read when it is needed.
 * The records have only the e-mail address in common.
 */
import type { FlatRecord, Unreadable } from '@realty-forms/contract/columns/codec.ts';
import { type AccountRecord, type ActiveUser, accountSets } from '@realty-forms/contract/columns/records.ts';
import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import type { MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { AgentSet } from '../callers/directory-index.ts';
import type { AccountGrant } from '../callers/grants.ts';
import { normalizeText } from '../ledger/recovery/matching.ts';
import type { Parts } from '../parts.ts';
import type { WithUnreadable } from './decode.ts';
import type { Loaders } from './loaders.ts';

/** The columns that distinguish accounts with one address. */
const identifying = selectPaths(new Set(['accountId', 'email', 'firstName', 'lastName']), accountSets);

/** An account as the graph reads it. Columns that were not selected are absent. */
export interface Account {
  readonly grant: AccountGrant;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly memberType: string | null;
  /** The values that could not be read in the record from which the account was built. */
  readonly unreadable: readonly Unreadable[];
  /** The getAccount record, which contains the service's account number; null if there is none. */
  readonly readRecord: () => MaybePromise<WithUnreadable<AccountRecord> | null>;
  /** The directory record, which contains the NRDS id and the office; null if the account is not listed. */
  readonly readUser: () => MaybePromise<WithUnreadable<ActiveUser> | null>;
}

/** How an account reads its other record. */
export type AccountSources = Pick<Parts, 'access' | 'decode' | 'directory'>;

/** An account built from its getAccount record; the rest is in the directory. */
export function recordedAccount(
  { directory }: AccountSources,
  grant: AccountGrant,
  record: WithUnreadable<AccountRecord>,
): Account {
  return {
    ...namesOf(record),
    grant,
    email: record.email ?? grant.email,
    readRecord: () => record,
    // Other users may share the agent's address, but only the agent's own record is its account.
    readUser: () => directory.byEmail(grant.email, agentNamed(grant)),
  };
}

/** An account built from its directory record; its number is in the getAccount record. */
export function listedAccount(
  sources: AccountSources,
  grant: AccountGrant,
  user: WithUnreadable<ActiveUser>,
  loaders: Loaders,
): Account {
  return {
    ...namesOf(user),
    grant,
    email: user.email,
    async readRecord() {
      // getAccount needs an e-mail address, and this account has none of its own.
      if (grant.email === '') return null;
      const flat = recordOf(sources, await loaders.accounts(grant), user);
      return flat && sources.decode.account(flat, identifying);
    },
    readUser: () => user,
  };
}

/** What both records contain, except the address. */
function namesOf({ firstName, lastName, phone, memberType, unreadable }: WithUnreadable<AccountRecord | ActiveUser>) {
  return { firstName, lastName, phone, memberType, unreadable };
}

/**
 * The user's own getAccount record among those with the user's address. If several users have the address, the names decide. Null if they
 * do not, since another user's number would be worse than none.
 */
export function recordOf(
  { decode, directory }: AccountSources,
  records: readonly FlatRecord[],
  user: ActiveUser,
): FlatRecord | null {
  const agreeing = records.map((flat) => ({ flat, names: agreeingNames(decode.account(flat, identifying), user) }));
  const [only, ...more] = agreeing;
  const users = directory.usersAt(user.email ?? '') ?? 0;
  // While no directory is loaded, only a different name shows that the record may be another user's.
  if (more.length === 0 && (users === 1 || (users === 0 && only?.names !== 0))) return only?.flat ?? null;
  const [same, ...others] = agreeing.filter(({ names }) => names === 2);
  return others.length === 0 ? (same?.flat ?? null) : null;
}

/** The agent whose account it is; undefined for a service, which may see every account. */
export function agentNamed({ holder }: AccountGrant): AgentSet | undefined {
  return holder === '' ? undefined : { nrdsIds: [holder] };
}

/** How many of the two names are equal or blank. */
function agreeingNames(account: AccountRecord, user: ActiveUser): number {
  const isSame = (key: 'firstName' | 'lastName') => {
    const [one, other] = [account[key], user[key]].map((name) => normalizeText(name ?? ''));
    return one === other || one === '' || other === '';
  };
  return Number(isSame('firstName')) + Number(isSame('lastName'));
}
