/**
 * Use cases of accounts. An account has two records: the directory's (2.2), which has NRDS id and office, and getAccount's
 * (2.3), which has the account's number; the e-mail address is what they share. Each is read only when it is needed.
 */
import type { FlatRecord } from '../contract/codec.ts';
import type { AccountRecord, ActiveUser } from '../contract/records.ts';
import type { EnabledWithin } from '../contract/requests.ts';
import type { Access, AccountGrant, ServiceGrant } from './access.ts';
import { type Connection, connect, type PageArguments } from './connection.ts';
import type { Decode } from './decode.ts';
import type { Directory } from './directory.ts';
import { badInput, notFound } from './fault.ts';
import type { Loaders } from './loaders.ts';
import type { Principal } from './principal.ts';
import type { Sealer } from './seal.ts';

const MAX_AMOUNT = 90;

export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly memberType: string | null;
  /** The service's number of the account. */
  readonly readAccountId: () => Promise<string | null>;
  readonly readNrdsId: () => Promise<string | null>;
  readonly readOffice: () => Promise<ActiveUser['office']>;
}

export type AccountConnection = Connection<Account>;

export interface Accounts {
  readonly list: (
    loaders: Loaders,
    grant: ServiceGrant,
    args: PageArguments & { readonly enabledWithin?: EnabledWithin | null },
  ) => Promise<AccountConnection>;
  readonly get: (loaders: Loaders, grant: AccountGrant) => Promise<Account>;
  readonly byEmail: (loaders: Loaders, principal: Principal, email: string) => Promise<Account>;
  readonly byNrdsId: (loaders: Loaders, principal: Principal, nrdsId: string) => Promise<Account>;
}

export interface AccountsOptions {
  readonly access: Access;
  readonly decode: Decode;
  readonly directory: Directory;
  readonly sealer: Sealer;
}

export function createAccounts({ access, decode, directory, sealer }: AccountsOptions): Accounts {
  const fromRecord = (grant: AccountGrant, record: AccountRecord): Account => {
    const user = () => directory.byEmail(grant.email);
    return {
      ...record,
      email: record.email ?? grant.email,
      get id() {
        return access.accountId(grant);
      },
      readAccountId: async () => record.accountId,
      readNrdsId: async () => (await user())?.nrdsId ?? null,
      readOffice: async () => (await user())?.office ?? null,
    };
  };
  const fromUser = (loaders: Loaders, grant: AccountGrant, user: ActiveUser): Account => ({
    ...user,
    get id() {
      return access.accountId(grant);
    },
    async readAccountId() {
      // Without an e-mail address there is nothing to ask with.
      const flat = user.email === null ? null : await loaders.account(grant);
      return flat === null ? null : decode.account(flat).accountId;
    },
    readNrdsId: async () => user.nrdsId,
    readOffice: async () => user.office,
  });

  const get: Accounts['get'] = async (loaders, grant) => {
    const flat = await loaders.account(grant);
    if (flat === null) throw notFound();
    return fromRecord(grant, decode.account(flat));
  };

  return {
    get,
    async list(loaders, grant, { enabledWithin = null, ...page }) {
      checkAmount(enabledWithin);
      const toAccount = (flat: FlatRecord): Account => {
        const user = decode.activeUser(flat);
        return fromUser(loaders, access.listed(grant, user.email ?? ''), user);
      };
      const list = ['accounts', enabledWithin];
      return connect(sealer, list, page, (batch) => loaders.activeUsers(grant, enabledWithin, batch), toAccount);
    },
    async byEmail(loaders, principal, email) {
      if (email.trim() === '') throw badInput('by.email', 'it is blank');
      // An agent's right to an account shows in the directory; a service needs no such proof.
      const owner = principal.role === 'service' ? null : ((await directory.byEmail(email))?.nrdsId ?? null);
      return get(loaders, await access.account(principal, email, owner));
    },
    async byNrdsId(loaders, principal, nrdsId) {
      await access.agent(principal, nrdsId);
      const user = await directory.byNrdsId(nrdsId);
      if (user === null || user.email === null) throw notFound();
      return fromUser(loaders, await access.account(principal, user.email, nrdsId), user);
    },
  };
}

function checkAmount(within: EnabledWithin | null): void {
  if (within !== null && (within.amount < 1 || within.amount > MAX_AMOUNT)) {
    throw badInput('enabledWithin.amount', `${within.amount} is not from 1 to ${MAX_AMOUNT}`);
  }
}
