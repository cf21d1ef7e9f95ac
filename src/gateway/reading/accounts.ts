/**
 * Use cases for accounts. An account has two records: the directory's (2.2), which contains the NRDS id and the office, and
 * getAccount's (2.3), which contains the account's number. They have only the e-mail address in common. Each is read only
 * when it is needed.
 */
import type { EnabledWithin } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord, Unreadable } from '@realty-forms/contract/columns/codec.ts';
import { type AccountRecord, type ActiveUser, accountSets } from '@realty-forms/contract/columns/records.ts';
import { type SelectedRecord, type Selection, selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { andThen, type MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { Access } from '../callers/access.ts';
import type { Directory } from '../callers/directory.ts';
import type { AgentSet } from '../callers/directory-index.ts';
import type { AccountGrant, ServiceGrant } from '../callers/grants.ts';
import type { Principal } from '../callers/principal.ts';
import { badInput, notFound, UpstreamFault } from '../fault.ts';
import type { Sealer } from '../ids/seal.ts';
import { normalizeText } from '../ledger/recovery/matching.ts';
import type { BatchBehaviors } from '../lists/batch-behavior.ts';
import { List } from '../lists/list.ts';
import { knownList } from '../lists/snapshot.ts';
import { type Connection, connect, isContinued, type PageArguments } from '../paging/connection.ts';
import { type ListSelection, userFingerprint } from '../paging/record-fingerprints.ts';
import { checkSendable, unsendable } from '../sendable-text.ts';
import type { Decode, WithUnreadable } from './decode.ts';
import type { Loaders } from './loaders.ts';

const MAX_AMOUNT = 90;
/** What tells accounts with one address apart. */
const identifying = selectPaths(new Set(['accountId', 'email', 'firstName', 'lastName']), accountSets);

/** An account as the graph reads it. Columns that were not selected are absent. */
export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly memberType: string | null;
  /** The values that could not be read in the record that the account was built from. */
  readonly unreadable: readonly Unreadable[];
  /** The getAccount record, which contains the service's number of the account; null if there is none. */
  readonly readRecord: () => MaybePromise<WithUnreadable<AccountRecord> | null>;
  /** The directory record, which contains the NRDS id and the office; null if the account is not listed. */
  readonly readUser: () => MaybePromise<WithUnreadable<ActiveUser> | null>;
}

export type AccountConnection = Connection<Account>;

export interface Accounts {
  readonly list: (
    loaders: Loaders,
    grant: ServiceGrant,
    args: PageArguments & { readonly enabledWithin?: EnabledWithin | null },
    selected?: ListSelection,
  ) => Promise<AccountConnection>;
  /** Decodes the selection of a getAccount record, which has the address; without `selection`, all of it. */
  readonly get: (loaders: Loaders, grant: AccountGrant, selection?: Selection) => Promise<Account>;
  readonly byEmail: (
    loaders: Loaders,
    principal: Principal,
    email: string,
    selection?: Selection,
  ) => MaybePromise<Account>;
  /** `argument` is where the NRDS id stands in the request, by default that of the field `account`. */
  readonly byNrdsId: (loaders: Loaders, principal: Principal, nrdsId: string, argument?: string) => Promise<Account>;
  /** The account of an agent whose data the caller has been shown; made once per request. */
  readonly ofAgent: (loaders: Loaders, principal: Principal, nrdsId: string) => Promise<Account>;
  /** The accounts of all agents that the caller may act for, by NRDS id. */
  readonly own: (loaders: Loaders, principal: Principal, args: PageArguments) => Promise<AccountConnection>;
}

export interface AccountsOptions {
  readonly access: Access;
  readonly decode: Decode;
  readonly directory: Directory;
  readonly sealer: Sealer;
  readonly batchBehaviors: Pick<BatchBehaviors, 'activeUsers'>;
}

export function createAccounts({ sealer, batchBehaviors, ...sources }: AccountsOptions): Accounts {
  const { access, decode, directory } = sources;

  const get: Accounts['get'] = async (loaders, grant, selection) => {
    if (grant.email === '') return getListed(loaders, grant);
    const [record, ...more] = await loaders.accounts(grant);
    if (record === undefined) throw notFound();
    if (more.length > 0) return getShared(loaders, grant, selection);
    const account = decode.account(record, selection);
    return new RecordedAccount(sources, access.asWritten(grant, account.email ?? grant.email), account);
  };

  /** Of several accounts with one address, that of the user who has the address, or of the first of these users by NRDS id. */
  const getShared = async (loaders: Loaders, grant: AccountGrant, selection?: Selection): Promise<Account> => {
    const user = await directory.byEmail(grant.email, agentNamed(grant));
    if (user === null) throw invalidAccount('getAccount', 'several accounts have this e-mail address');
    const record = recordOf(sources, await loaders.accounts(grant), user);
    return record === null
      ? new ListedAccount(sources, grant, user, loaders)
      : new RecordedAccount(sources, grant, decode.account(record, selection));
  };

  const getListed = async (loaders: Loaders, grant: AccountGrant): Promise<Account> => {
    const user = await directory.byNrdsId(grant.nrdsId);
    if (user === null) throw notFound();
    return new ListedAccount(sources, grant, user, loaders);
  };

  const ofAgent: Accounts['ofAgent'] = (loaders, principal, nrdsId) =>
    loaders.once('agent', nrdsId, async () => {
      await access.agent(principal, nrdsId);
      const user = await directory.byNrdsId(nrdsId);
      if (user === null) throw notFound();
      const grant = await access.account(principal, user.email ?? '', user.nrdsId);
      return new ListedAccount(sources, grant, user, loaders);
    });

  return {
    get,
    ofAgent,
    async own(loaders, principal, page) {
      const { nrdsIds, officeNrdsIds } = principal;
      const list = [
        'own accounts',
        nrdsIds.toSorted(),
        ...(officeNrdsIds === undefined ? [] : [officeNrdsIds.toSorted()]),
      ];
      const all = knownList(await access.ownAccounts(principal));
      return connect(sealer, list, page, all, ({ user, grant }) => new ListedAccount(sources, grant, user, loaders));
    },
    async list(loaders, grant, { enabledWithin = null, ...page }, selected) {
      checkAmount(enabledWithin);
      const selection = isContinued(page) ? selected?.withFingerprint : selected?.selection;
      const toAccount = (flat: FlatRecord | SelectedRecord): Account => {
        const user = decode.activeUser(flat, selection);
        return new ListedAccount(sources, access.listedAccount(grant, user.email ?? '', user.nrdsId), user, loaders);
      };
      const list = ['accounts', enabledWithin];
      const users = new List(
        (batch) => loaders.activeUsers(grant, enabledWithin, batch, selection),
        batchBehaviors.activeUsers,
      );
      return connect(sealer, list, page, users, toAccount, userFingerprint);
    },
    byEmail: (loaders, principal, rawEmail, selection) =>
      loaders.once(selection ?? 'account', rawEmail, () => {
        const fault = unsendable('by.email', rawEmail);
        if (fault !== null) return Promise.reject(fault);
        const email = rawEmail.trim();
        // The directory proves whose the account is; a service needs no such proof.
        const owner = principal.role === 'service' ? null : directory.byEmail(email, principal);
        const grant = andThen(owner, (user) => access.account(principal, email, user?.nrdsId ?? null));
        return andThen(grant, (granted) => get(loaders, granted, selection));
      }),
    async byNrdsId(loaders, principal, nrdsId, argument = 'by.nrdsId') {
      // Others may name only their own agents, which `access.agent` checks, so only a service's text needs this check.
      if (principal.role === 'service') checkSendable(argument, nrdsId);
      return ofAgent(loaders, principal, nrdsId);
    },
  };
}

type Sources = Omit<AccountsOptions, 'sealer' | 'batchBehaviors'>;

/** What both records contain. Many queries select no id, so ids are sealed on demand. */
class NamedAccount {
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly memberType: string | null;
  readonly unreadable: readonly Unreadable[];
  protected readonly sources: Sources;
  protected readonly grant: AccountGrant;
  #id: string | undefined;

  constructor(
    sources: Sources,
    grant: AccountGrant,
    record: WithUnreadable<AccountRecord | ActiveUser>,
    email: string | null,
  ) {
    this.sources = sources;
    this.grant = grant;
    this.email = email;
    this.firstName = record.firstName;
    this.lastName = record.lastName;
    this.phone = record.phone;
    this.memberType = record.memberType;
    this.unreadable = record.unreadable;
  }

  get id(): string {
    this.#id ??= this.sources.access.accountId(requireIdentifiable(this.grant));
    return this.#id;
  }
}

/** An account built from its getAccount record; the rest is in the directory. */
class RecordedAccount extends NamedAccount implements Account {
  readonly #record: WithUnreadable<AccountRecord>;

  constructor(sources: Sources, grant: AccountGrant, record: WithUnreadable<AccountRecord>) {
    super(sources, grant, record, record.email ?? grant.email);
    this.#record = record;
  }

  readRecord(): WithUnreadable<AccountRecord> {
    return this.#record;
  }

  readUser(): MaybePromise<WithUnreadable<ActiveUser> | null> {
    // Other users may have the agent's address, too; only the agent's own record is its account.
    return this.sources.directory.byEmail(this.grant.email, agentNamed(this.grant));
  }
}

/** An account built from its directory record; its number is in the getAccount record. */
class ListedAccount extends NamedAccount implements Account {
  readonly #user: WithUnreadable<ActiveUser>;
  readonly #loaders: Loaders;

  constructor(sources: Sources, grant: AccountGrant, user: WithUnreadable<ActiveUser>, loaders: Loaders) {
    super(sources, grant, user, user.email);
    this.#user = user;
    this.#loaders = loaders;
  }

  readRecord(): MaybePromise<WithUnreadable<AccountRecord> | null> {
    // getAccount takes an e-mail address, and this account has none of its own.
    if (this.grant.email === '') return null;
    return this.#loaders.accounts(this.grant).then((records) => {
      const flat = recordOf(this.sources, records, this.#user);
      return flat && this.sources.decode.account(flat, identifying);
    });
  }

  readUser(): WithUnreadable<ActiveUser> {
    return this.#user;
  }
}

/**
 * The getAccount record of a user among those with its address. Where several have the address, the names decide; null if they do
 * not, since another user's number would be worse than none.
 */
function recordOf({ decode, directory }: Sources, records: readonly FlatRecord[], user: ActiveUser): FlatRecord | null {
  const agreeing = records.map((flat) => ({ flat, names: agreeingNames(decode.account(flat, identifying), user) }));
  const [only, ...more] = agreeing;
  const users = directory.usersAt(user.email ?? '') ?? 0;
  // As long as no directory is loaded, only other names show that it may be another user's.
  if (more.length === 0 && (users === 1 || (users === 0 && only?.names !== 0))) return only?.flat ?? null;
  const [same, ...others] = agreeing.filter(({ names }) => names === 2);
  return others.length === 0 ? (same?.flat ?? null) : null;
}

/** The agent whose account it is; undefined for a service, which may see those of all. */
function agentNamed({ holder }: AccountGrant): AgentSet | undefined {
  return holder === '' ? undefined : { nrdsIds: [holder] };
}

/** How many of the two names are the same, or blank. */
function agreeingNames(account: AccountRecord, user: ActiveUser): number {
  const isSame = (key: 'firstName' | 'lastName') => {
    const [one, other] = [account[key], user[key]].map((name) => normalizeText(name ?? ''));
    return one === other || one === '' || other === '';
  };
  return Number(isSame('firstName')) + Number(isSame('lastName'));
}

/** Throws UPSTREAM_INVALID for an account with neither an address nor an NRDS id, because no id could refer to it. */
function requireIdentifiable(grant: AccountGrant): AccountGrant {
  if (grant.email !== '' || grant.nrdsId !== '') return grant;
  throw invalidAccount('activeUsers', 'an account has neither an e-mail address nor an NRDS id');
}

function invalidAccount(endpoint: 'activeUsers' | 'getAccount', problem: string): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint, sent: true });
}

function checkAmount(within: EnabledWithin | null): void {
  if (within !== null && (within.amount < 1 || within.amount > MAX_AMOUNT)) {
    throw badInput('enabledWithin.amount', `must be from 1 to ${MAX_AMOUNT}, not ${within.amount}`);
  }
}
