/**
 * Decides who may see what (access rules 3 to 7). The upstream token can read every agent's data, so this module alone keeps
 * agents apart: every use case takes one of the grants below, and only the functions here create them. An object that the
 * caller may not see is rejected with the same NOT_FOUND as one that does not exist, before any call. An agent that has left
 * the directory of active users gets no grant; while no usable directory is loaded, opening a grant waits for one.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { andThen, type MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import { faultOf, GatewayFault, notFound, UpstreamFault, unnamedAgent } from '../fault.ts';
import { MAX_ID_PART_BYTES, type SealedType, type Sealer } from '../ids/seal.ts';
import type { Directory } from './directory.ts';
import { foldEmail } from './email-address.ts';
import { sameNrdsId } from './nrds-id.ts';
import type { Principal } from './principal.ts';

declare const granted: unique symbol;

/**
 * The id that the caller presented, if the grant was opened with one. The object has that id again, so that a client's store
 * finds it, even where the gateway would mint another one: for a service that presents an agent's id, or after a change of keys.
 */
type OpenedId = string;

/** May list and create the transactions of one agent. */
export interface AgentGrant {
  readonly [granted]: 'agent';
  readonly nrdsId: string;
  /** The NRDS id that ids minted under this grant contain; empty for a service. */
  readonly holder: string;
}

/** May read one transaction. */
export interface TransactionGrant {
  readonly [granted]: 'transaction';
  readonly transId: string;
  readonly holder: string;
  /** The agent that the transaction belongs to; empty if nothing has shown whose it is. */
  readonly agentNrdsId: string;
  readonly id?: OpenedId;
}

/** May read one file of one transaction. */
export interface FileGrant {
  readonly [granted]: 'file';
  readonly transaction: TransactionGrant;
  readonly fileId: string;
  /** Files in two folders may have the same number. Empty if the folder is not known, or if no filter can contain it. */
  readonly folderId: string;
  readonly id?: OpenedId;
}

/** May read one account. */
export interface AccountGrant {
  readonly [granted]: 'account';
  /** Empty if the account has no address, or if it is an agent's and other users share its address. */
  readonly email: string;
  /** Identifies an account without an e-mail address; empty for all others. */
  readonly nrdsId: string;
  readonly holder: string;
  readonly id?: OpenedId;
}

/** May create tickets, which are not part of any agent's data. */
export interface TicketGrant {
  readonly [granted]: 'ticket';
}

/** May read data that belongs to no single agent. */
export interface ServiceGrant {
  readonly [granted]: 'service';
}

/**
 * What an id names for a caller without a grant for it. Nothing of it is verified, since the key of the id may have been removed: it
 * shows nothing and allows no call, and is only for finding in the ledger what the same caller has written under a key.
 */
export interface LostTransaction {
  readonly isLost: true;
  readonly transId: string;
  readonly holder: string;
}

export type Access = Readonly<ReturnType<typeof createAccess>>;

const brand = <Grant>(fields: Omit<Grant, typeof granted>): Grant => fields as Grant;

function accountGrant(email: string, nrdsId: string | null, holder: string): AccountGrant {
  return brand<AccountGrant>({ email, nrdsId: email === '' ? (nrdsId ?? '') : '', holder });
}

export function createAccess(
  sealer: Sealer,
  directory: Pick<Directory, 'byNrdsId' | 'addressOf' | 'spelling' | 'writtenAddress'>,
) {
  /** The holder of the caller's grants. Rejects an NRDS id that is not the caller's or that is no longer active. */
  const holderFor = ({ role, nrdsIds }: Principal, agentNrdsId: string): MaybePromise<string> => {
    // A service's ids contain no holder, so they work for services only.
    if (role === 'service') return '';
    // Ownership is checked first: nothing is looked up for another agent's object.
    if (!nrdsIds.some((id) => sameNrdsId(id, agentNrdsId))) return rejected();
    return andThen(directory.byNrdsId(agentNrdsId, nrdsIds), (user) => user?.nrdsId ?? rejected());
  };
  /** An agent's own account, by its current address in the directory; `sealedEmail` is the address in the account's id. */
  const ownAccount = (principal: Principal, agentNrdsId: string, sealedEmail = ''): MaybePromise<AccountGrant> =>
    andThen(holderFor(principal, agentNrdsId), (holder) =>
      andThen(directory.addressOf(holder), (email) => {
        // An id with a former address of this agent resolves to no account, because the address may now be another agent's.
        const isFormer = sealedEmail !== '' && foldEmail(email ?? '') !== foldEmail(sealedEmail);
        return email === null || isFormer ? rejected() : accountGrant(email, holder, holder);
      }),
    );
  const sealId = (type: SealedType, endpoint: EndpointName, parts: readonly string[]): string => {
    if (parts.some(isTooLong)) {
      const problem = `a number or address of more than ${MAX_ID_PART_BYTES} bytes, which does not fit in an id`;
      throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint, sent: true });
    }
    return sealer.seal(type, parts);
  };
  const agent = (principal: Principal, nrdsId: string | null): MaybePromise<AgentGrant> => {
    if (nrdsId === '') return rejected();
    const isAgent = principal.role === 'agent';
    const id = nrdsId ?? (isAgent && principal.nrdsIds.length === 1 ? principal.nrdsIds[0] : undefined);
    if (id === undefined) {
      return rejected(unnamedAgent());
    }
    return andThen(holderFor(principal, id), (holder) =>
      brand<AgentGrant>({ nrdsId: holder === '' ? directory.spelling(id) : holder, holder }),
    );
  };
  return {
    /** The agent with this NRDS id, or the caller's only agent if it is null. */
    agent,
    /** `argument` is the one that needs the role, and what others use instead; without it, the field itself needs the role. */
    service(principal: Principal, argument?: { readonly path: string; readonly instead: string }): ServiceGrant {
      if (principal.role === 'service') return brand<ServiceGrant>({});
      if (argument === undefined) throw new GatewayFault('FORBIDDEN', 'Only for callers with the role service');
      throw faultOf('FORBIDDEN', argument.path, `only for callers with the role service; ${argument.instead}`);
    },
    async tickets({ role, nrdsIds }: Principal): Promise<TicketGrant> {
      const found = role === 'service' ? [] : await Promise.all(nrdsIds.map((id) => directory.byNrdsId(id)));
      if (role === 'agent' && found.every((user) => user === null)) return rejected();
      return brand<TicketGrant>({});
    },
    openTransaction(principal: Principal, id: string): MaybePromise<TransactionGrant> {
      const [agentNrdsId = '', transId = '', ...more] = sealer.open('transaction', id) ?? [];
      if (transId === '' || more.length > 0) return rejected();
      return andThen(holderFor(principal, agentNrdsId), (holder) =>
        brand<TransactionGrant>({ transId, holder, agentNrdsId, id }),
      );
    },
    lostTransaction({ role }: Principal, id: string): LostTransaction {
      const [agentNrdsId = '', transId = ''] = sealer.claimed('transaction', id) ?? [];
      return { isLost: true, transId, holder: role === 'service' ? '' : agentNrdsId };
    },
    openFile(principal: Principal, id: string): MaybePromise<FileGrant> {
      // Ids that version 0.3 minted name no folder.
      const [agentNrdsId = '', transId = '', fileId = '', folderId = '', ...more] = sealer.open('file', id) ?? [];
      if (transId === '' || fileId === '' || more.length > 0) return rejected();
      return andThen(holderFor(principal, agentNrdsId), (holder) => {
        const transaction = brand<TransactionGrant>({ transId, holder, agentNrdsId });
        return brand<FileGrant>({ transaction, fileId, folderId, id });
      });
    },
    openAccount(principal: Principal, id: string): MaybePromise<AccountGrant> {
      const [agentNrdsId = '', email = '', nrdsId = '', ...more] = sealer.open('account', id) ?? [];
      if ((email === '') === (nrdsId === '') || more.length > 0) return rejected();
      const grant =
        principal.role === 'agent'
          ? ownAccount(principal, agentNrdsId, email)
          : accountGrant(directory.writtenAddress(email), nrdsId, '');
      return andThen(grant, (opened) => brand<AccountGrant>({ ...opened, id }));
    },
    /** A transaction by its bare number, which proves no ownership. */
    bareTransaction: (_grant: ServiceGrant, transId: string) =>
      brand<TransactionGrant>({ transId, holder: '', agentNrdsId: '' }),
    /** The agent that the transaction belongs to: the one in its sealed id, or, for a service, the one with `nrdsId`. */
    agentOf(principal: Principal, { holder }: TransactionGrant, nrdsId: string | null): MaybePromise<AgentGrant> {
      if (principal.role === 'service') return agent(principal, nrdsId);
      return nrdsId !== null && !sameNrdsId(nrdsId, holder) ? rejected() : agent(principal, holder);
    },
    /** A transaction that a list or a creation under the grant has just shown to belong to the agent. */
    ownTransaction: ({ holder, nrdsId }: AgentGrant, transId: string) =>
      brand<TransactionGrant>({ transId, holder, agentNrdsId: nrdsId }),
    /** A file that a list of the transaction's files has just shown. */
    ownFile: (transaction: TransactionGrant, fileId: string, folderId: string) =>
      brand<FileGrant>({ transaction, fileId, folderId }),
    /** The account of `nrdsId`: for an agent, its own, by its address in the directory; for a service, by `email`. */
    account: (principal: Principal, email: string, nrdsId: string | null): MaybePromise<AccountGrant> =>
      principal.role === 'agent'
        ? ownAccount(principal, nrdsId ?? '')
        : accountGrant(directory.writtenAddress(email), nrdsId, ''),
    /** An account that a list of all accounts contains. */
    listedAccount: (_grant: ServiceGrant, email: string, nrdsId: string | null) => accountGrant(email, nrdsId, ''),
    transactionId: ({ id, transId, holder }: TransactionGrant): string =>
      id ?? sealId('transaction', 'listTrans', [holder, transId]),
    fileId: ({ id, transaction: { holder, transId }, fileId, folderId }: FileGrant): string =>
      id ?? sealId('file', 'listFiles', [holder, transId, fileId, ...(folderId === '' ? [] : [folderId])]),
    /** The account with its address as a record of the service writes it, unless the directory has it. */
    asWritten: (grant: AccountGrant, email: string): AccountGrant =>
      grant.holder === '' ? brand<AccountGrant>({ ...grant, email: directory.writtenAddress(email) }) : grant,
    // A service may compare addresses with their case, so the id has the notation of the service.
    accountId: ({ id, email, nrdsId, holder }: AccountGrant): string =>
      id ?? sealId('account', 'activeUsers', email === '' ? [holder, '', nrdsId] : [holder, email.trim()]),
  };
}

/**
 * Upstream may send a number or address too long for an id. At three bytes a character at most, short texts need no count.
 */
function isTooLong(part: string): boolean {
  return part.length * 3 > MAX_ID_PART_BYTES && Buffer.byteLength(part) > MAX_ID_PART_BYTES;
}

function rejected(fault = notFound()): Promise<never> {
  return Promise.reject(fault);
}
