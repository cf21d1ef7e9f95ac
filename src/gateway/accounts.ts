/**
 * Use cases of accounts. An account has two records: the directory's (2.2), which has NRDS id and office, and getAccount's
 * (2.3), which has the account's number; the e-mail address is what they share. Each is read only when it is needed.
 */
import type { FlatRecord, Unreadable } from '../contract/codec.ts';
import type { AccountRecord, ActiveUser } from '../contract/records.ts';
import type { EnabledWithin } from '../contract/requests.ts';
import type { Access, AccountGrant, ServiceGrant } from './access.ts';
import { type AtHand, andThen } from './at-hand.ts';
import { type Connection, connect, type PageArguments } from './connection.ts';
import type { AsRead, Decode } from './decode.ts';
import type { Directory } from './directory.ts';
import { badInput, notFound, UpstreamFault } from './fault.ts';
import type { Loaders } from './loaders.ts';
import type { Principal } from './principal.ts';
import type { Sealer } from './seal.ts';
import { checkSendable, unsendable } from './sendable-text.ts';

const MAX_AMOUNT = 90;

export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly memberType: string | null;
  /** What could not be read of the record that it was made of. */
  readonly unreadable: readonly Unreadable[];
  /** Its own record, which has the service's number of the account; null where there is none. */
  readonly readRecord: () => AtHand<AsRead<AccountRecord> | null>;
  /** Its record in the directory, which has NRDS id and office; null where it is not there. */
  readonly readUser: () => AtHand<AsRead<ActiveUser> | null>;
}

export type AccountConnection = Connection<Account>;

export interface Accounts {
  readonly list: (
    loaders: Loaders,
    grant: ServiceGrant,
    args: PageArguments & { readonly enabledWithin?: EnabledWithin | null },
  ) => Promise<AccountConnection>;
  readonly get: (loaders: Loaders, grant: AccountGrant) => Promise<Account>;
  readonly byEmail: (loaders: Loaders, principal: Principal, email: string) => AtHand<Account>;
  readonly byNrdsId: (loaders: Loaders, principal: Principal, nrdsId: string) => Promise<Account>;
}

export interface AccountsOptions {
  readonly access: Access;
  readonly decode: Decode;
  readonly directory: Directory;
  readonly sealer: Sealer;
}

export function createAccounts({ sealer, ...sources }: AccountsOptions): Accounts {
  const { access, decode, directory } = sources;

  const get: Accounts['get'] = (loaders, grant) =>
    grant.email === ''
      ? listed(loaders, grant)
      : loaders.account(grant).then((record) => {
          if (record === null) throw notFound();
          return new RecordedAccount(sources, grant, record);
        });

  const listed = async (loaders: Loaders, grant: AccountGrant): Promise<Account> => {
    const user = await directory.byNrdsId(grant.nrdsId);
    if (user === null) throw notFound();
    return new ListedAccount(sources, grant, user, loaders);
  };

  return {
    get,
    async list(loaders, grant, { enabledWithin = null, ...page }) {
      checkAmount(enabledWithin);
      const toAccount = (flat: FlatRecord): Account => {
        const user = decode.activeUser(flat);
        return new ListedAccount(sources, access.listed(grant, user.email ?? '', user.nrdsId), user, loaders);
      };
      const list = ['accounts', enabledWithin];
      return connect(sealer, list, page, (batch) => loaders.activeUsers(grant, enabledWithin, batch), toAccount);
    },
    byEmail: (loaders, principal, given) =>
      loaders.once(`account ${given}`, () => {
        const fault = unsendable('by.email', given);
        if (fault !== null) return Promise.reject(fault);
        const email = given.trim();
        // An agent's right to an account shows in the directory; a service needs no such proof.
        const owner = principal.role === 'service' ? null : directory.byEmail(email, principal.nrdsIds);
        const grant = andThen(owner, (user) => access.account(principal, email, user?.nrdsId ?? null));
        return andThen(grant, (granted) => get(loaders, granted));
      }),
    async byNrdsId(loaders, principal, nrdsId) {
      // An agent is told of its own ids alone.
      if (principal.role === 'service') checkSendable('by.nrdsId', nrdsId);
      await access.agent(principal, nrdsId);
      const user = await directory.byNrdsId(nrdsId);
      if (user === null) throw notFound();
      return new ListedAccount(sources, await access.account(principal, user.email ?? '', nrdsId), user, loaders);
    },
  };
}

type Sources = Omit<AccountsOptions, 'sealer'>;

/** What both records say. A page has a hundred, and many queries select no id: so it is made when it is read. */
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

  constructor(sources: Sources, grant: AccountGrant, record: AsRead<AccountRecord | ActiveUser>, email: string | null) {
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
    this.#id ??= this.sources.access.accountId(named(this.grant));
    return this.#id;
  }
}

/** An account by its own record; the directory knows the rest. */
class RecordedAccount extends NamedAccount implements Account {
  readonly #record: AsRead<AccountRecord>;

  constructor(sources: Sources, grant: AccountGrant, record: AsRead<AccountRecord>) {
    super(sources, grant, record, record.email ?? grant.email);
    this.#record = record;
  }

  readRecord(): AsRead<AccountRecord> {
    return this.#record;
  }

  readUser(): AtHand<AsRead<ActiveUser> | null> {
    const { email, holder } = this.grant;
    // Whoever shares an agent's address is somebody else.
    return this.sources.directory.byEmail(email, holder === '' ? undefined : [holder]);
  }
}

/** An account as the directory has it; its own record knows its number. */
class ListedAccount extends NamedAccount implements Account {
  readonly #user: AsRead<ActiveUser>;
  readonly #loaders: Loaders;

  constructor(sources: Sources, grant: AccountGrant, user: AsRead<ActiveUser>, loaders: Loaders) {
    super(sources, grant, user, user.email);
    this.#user = user;
    this.#loaders = loaders;
  }

  readRecord(): AtHand<AsRead<AccountRecord> | null> {
    // Without an e-mail address of its own there is nothing to ask with.
    return this.grant.email === '' ? null : this.#loaders.account(this.grant);
  }

  readUser(): AsRead<ActiveUser> {
    return this.#user;
  }
}

/** Without address and NRDS id there is nothing that an id could find it by again. */
function named(grant: AccountGrant): AccountGrant {
  if (grant.email !== '' || grant.nrdsId !== '') return grant;
  const problem = 'an account carries neither an e-mail address nor an NRDS id';
  throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'activeUsers', sent: true });
}

function checkAmount(within: EnabledWithin | null): void {
  if (within !== null && (within.amount < 1 || within.amount > MAX_AMOUNT)) {
    throw badInput('enabledWithin.amount', `must be from 1 to ${MAX_AMOUNT}, not ${within.amount}`);
  }
}
