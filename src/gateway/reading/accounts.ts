/**
 * Use cases for accounts. An account has two records: the directory's (2.2), with the NRDS id and the office, and getAccount's (2.3), with
 * the account's number (`account`).
 */
import type { EnabledWithin } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import { columnReader, type SelectedRecord, type Selection } from '@realty-forms/contract/columns/selection.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { AccountGrant, OwnAccount, ServiceGrant } from '../callers/grants.ts';
import type { Principal } from '../callers/principal.ts';
import { badInput, notFound } from '../fault.ts';
import { List } from '../lists/list.ts';
import type { AskBatch } from '../lists/list-answers.ts';
import { knownList } from '../lists/snapshot.ts';
import { type Connection, type PageArguments, readConnection } from '../paging/connection.ts';
import { agentFingerprint, userFingerprint } from '../paging/record-fingerprints.ts';
import type { Parts } from '../parts.ts';
import { checkSendable } from '../sendable-text.ts';
import { type Account, type AccountSources, agentNamed, listedAccount, recordedAccount, recordOf } from './account.ts';
import type { Loaders } from './loaders.ts';
import { isEachOnce, isEmptyList } from './response-checks.ts';

const MAX_AMOUNT = 90;
export type AccountConnection = Connection<Account>;

export type Accounts = Readonly<ReturnType<typeof createAccounts>>;

export function createAccounts({
  sealer,
  batchBehaviors,
  ...sources
}: AccountSources & Pick<Parts, 'batchBehaviors' | 'sealer'>) {
  const { access, decode, directory } = sources;

  const get = async (loaders: Loaders, grant: AccountGrant, selection?: Selection): Promise<Account> => {
    if (grant.email === '') return getListed(loaders, grant);
    const [record, ...more] = await loaders.accounts(grant);
    if (record === undefined) throw notFound();
    if (more.length > 0) return getShared(loaders, grant, selection);
    const account = decode.account(record, selection);
    return recordedAccount(sources, access.asWritten(grant, account.email ?? grant.email), account);
  };

  /** If several accounts share the address, the account of the user who has it, or of the first of these users by NRDS id. */
  const getShared = async (loaders: Loaders, grant: AccountGrant, selection?: Selection): Promise<Account> => {
    const user = await directory.byEmail(grant.email, agentNamed(grant));
    if (user === null) throw invalidAnswer('getAccount', 'several accounts have this e-mail address');
    const record = recordOf(sources, await loaders.accounts(grant), user);
    return record === null
      ? listedAccount(sources, grant, user, loaders)
      : recordedAccount(sources, grant, decode.account(record, selection));
  };

  const getListed = async (loaders: Loaders, grant: AccountGrant): Promise<Account> => {
    const user = await directory.byNrdsId(grant.nrdsId);
    if (user === null) throw notFound();
    return listedAccount(sources, grant, user, loaders);
  };

  const ofAgent = (loaders: Loaders, principal: Principal, nrdsId: string): Promise<Account> =>
    loaders.memoize('agent', nrdsId, async () => {
      await access.agent(principal, nrdsId);
      const user = await directory.byNrdsId(nrdsId);
      if (user === null) throw notFound();
      const grant = await access.account(principal, user.email ?? '', user.nrdsId);
      return listedAccount(sources, grant, user, loaders);
    });

  return {
    /** Decodes the selection of the getAccount record with the address; without `selection`, the whole record. */
    get,
    /** The account of an agent whose data the caller may already see; created once per request. */
    ofAgent,
    /** The accounts of all agents that the caller may act for, by NRDS id. */
    async own(loaders: Loaders, principal: Principal, page: PageArguments): Promise<AccountConnection> {
      const { nrdsIds, officeNrdsIds } = principal;
      const list = [
        'own accounts',
        nrdsIds.toSorted(),
        ...(officeNrdsIds === undefined ? [] : [officeNrdsIds.toSorted()]),
      ];
      const all = knownList(await access.ownAccounts(principal));
      const toAccount = ({ user, grant }: OwnAccount) => listedAccount(sources, grant, user, loaders);
      return readConnection(sealer, list, page, all, toAccount, ({ user }) => agentFingerprint(user));
    },
    async list(
      loaders: Loaders,
      grant: ServiceGrant,
      { enabledWithin = null, ...page }: PageArguments & { readonly enabledWithin?: EnabledWithin | null },
      selection?: Selection,
    ): Promise<AccountConnection> {
      checkAmount(enabledWithin);
      const toAccount = (flat: FlatRecord | SelectedRecord): Account => {
        const user = decode.activeUser(flat, selection);
        return listedAccount(sources, access.listedAccount(grant, user.email ?? '', user.nrdsId), user, loaders);
      };
      const list = ['accounts', enabledWithin];
      let isAsRequested = true;
      let isEmpty = false;
      const read: AskBatch<FlatRecord | SelectedRecord> = async (batch) => {
        const answer = await loaders.activeUsers(grant, enabledWithin, batch, selection);
        isAsRequested &&= isEachOnce(answer.data, identityOf);
        isEmpty ||= enabledWithin === null && isEmptyList(batch, answer);
        return answer;
      };
      const users = new List(read, batchBehaviors.activeUsers, enabledWithin !== null);
      const found = await readConnection(sealer, list, page, users, toAccount, userFingerprint);
      const isCounted = found.isCounted && !(isEmpty && directory.hasUsers());
      return isAsRequested && isCounted ? found : Object.assign(found, { isAsRequested, isCounted });
    },
    byEmail: (loaders: Loaders, principal: Principal, rawEmail: string, selection?: Selection): Promise<Account> =>
      loaders.memoize(selection ?? 'account', rawEmail, async () => {
        checkSendable('by.email', rawEmail);
        const email = rawEmail.trim();
        // The directory proves whose the account is; a service needs no such proof.
        const owner = principal.role === 'service' ? null : await directory.byEmail(email, principal);
        return get(loaders, await access.account(principal, email, owner?.nrdsId ?? null), selection);
      }),
    /** `argument` names the argument with the NRDS id; by default, that of the field `account`. */
    async byNrdsId(loaders: Loaders, principal: Principal, nrdsId: string, argument = 'by.nrdsId'): Promise<Account> {
      // Other callers may name only their own agents, as `access.agent` checks, so only a service's text needs this check.
      if (principal.role === 'service') checkSendable(argument, nrdsId);
      return ofAgent(loaders, principal, nrdsId);
    },
  };
}

const readIdentity = columnReader(['agentNRDSID', 'email', 'officeNRDSID']);

/** Null for a user without a name. One of two offices may be in the list twice. */
function identityOf(user: FlatRecord | SelectedRecord): string | null {
  const [nrdsId, email, office] = readIdentity(user);
  return isBlank(nrdsId) && isBlank(email) ? null : JSON.stringify([nrdsId, email, office]);
}

function checkAmount(within: EnabledWithin | null): void {
  if (within !== null && (within.amount < 1 || within.amount > MAX_AMOUNT)) {
    throw badInput('enabledWithin.amount', `must be from 1 to ${MAX_AMOUNT}, not ${within.amount}`);
  }
}
