/**
 * Who may see what (access rules 3 to 7). The upstream token reads every agent's data, so this is the only place that
 * keeps agents apart: each use case takes one of the grants below, and only the functions here make them. Every refusal of
 * an object is the same NOT_FOUND that a missing object gives, before any call. An agent gets no grant once it has left the
 * directory of active users; where that cannot be told, the grant waits for a directory that tells.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type AtHand, andThen } from './at-hand.ts';
import type { Directory } from './directory.ts';
import { foldEmail, spellEmail } from './email-address.ts';
import { faultOf, GatewayFault, notFound, UpstreamFault, unnamedAgent } from './fault.ts';
import type { Principal } from './principal.ts';
import { MAX_ID_PART_BYTES, type SealedType, type Sealer } from './seal.ts';

declare const granted: unique symbol;

/** May list and create the transactions of one agent. */
export interface AgentGrant {
  readonly [granted]: 'agent';
  readonly nrdsId: string;
  /** The NRDS id that ids minted under this grant hold; empty for a service. */
  readonly holder: string;
}

/** May read one transaction. */
export interface TransactionGrant {
  readonly [granted]: 'transaction';
  readonly transId: string;
  readonly holder: string;
}

/** May read one file of one transaction. */
export interface FileGrant {
  readonly [granted]: 'file';
  readonly transaction: TransactionGrant;
  readonly fileId: string;
}

/** May read one account. */
export interface AccountGrant {
  readonly [granted]: 'account';
  /** Empty where it has none, or one that an agent shares with others. */
  readonly email: string;
  /** What an account without an e-mail address is found by; empty for all others. */
  readonly nrdsId: string;
  readonly holder: string;
}

/** May raise tickets, which belong to nobody's data. */
export interface TicketGrant {
  readonly [granted]: 'ticket';
}

/** May read what belongs to no single agent. */
export interface ServiceGrant {
  readonly [granted]: 'service';
}

export interface Access {
  /** The agent named, or the caller's only one. */
  readonly agent: (principal: Principal, nrdsId: string | null) => AtHand<AgentGrant>;
  /** `argument` is what asks for it, and what others do instead; without one it is the field. */
  readonly service: (
    principal: Principal,
    argument?: { readonly path: string; readonly instead: string },
  ) => ServiceGrant;
  readonly tickets: (principal: Principal) => Promise<TicketGrant>;
  readonly openTransaction: (principal: Principal, id: string) => AtHand<TransactionGrant>;
  readonly openFile: (principal: Principal, id: string) => AtHand<FileGrant>;
  readonly openAccount: (principal: Principal, id: string) => AtHand<AccountGrant>;
  /** A transaction by its bare number, which proves no ownership. */
  readonly bareTransaction: (grant: ServiceGrant, transId: string) => TransactionGrant;
  /** A transaction that a list or a creation under `grant` has just shown to be the agent's. */
  readonly ownTransaction: (grant: AgentGrant, transId: string) => TransactionGrant;
  /** The agent whose transaction it is: the one that its id holds, or, of a service, the one that is named. */
  readonly agentOf: (principal: Principal, grant: TransactionGrant, nrdsId: string | null) => AtHand<AgentGrant>;
  /** A file that a list of the transaction's files has just shown. */
  readonly ownFile: (grant: TransactionGrant, fileId: string) => FileGrant;
  /** The account of `nrdsId`: an agent's own, by the address that the directory has for it, or a service's, by `email`. */
  readonly account: (principal: Principal, email: string, nrdsId: string | null) => AtHand<AccountGrant>;
  /** An account that a list of all accounts shows. */
  readonly listed: (grant: ServiceGrant, email: string, nrdsId: string | null) => AccountGrant;
  readonly transactionId: (grant: TransactionGrant) => string;
  readonly fileId: (grant: FileGrant) => string;
  readonly accountId: (grant: AccountGrant) => string;
}

const brand = <Grant>(fields: Omit<Grant, typeof granted>): Grant => fields as Grant;

function accountGrant(email: string, nrdsId: string | null, holder: string): AccountGrant {
  return brand<AccountGrant>({ email, nrdsId: email === '' ? (nrdsId ?? '') : '', holder });
}

export function createAccess(sealer: Sealer, directory: Pick<Directory, 'byNrdsId' | 'addressOf'>): Access {
  /** The holder that a caller's grants have; refuses an agent that is not the one named, or that is active no more. */
  const holderFor = ({ role, nrdsIds }: Principal, named: string): AtHand<string> => {
    // A service keeps the holder out of what it is given: its ids serve services only.
    if (role === 'service') return '';
    // Whose it is comes first: nothing is asked for the sake of what is another's.
    if (!nrdsIds.includes(named)) return refused();
    return andThen(directory.byNrdsId(named), (user) => (user === null ? refused() : named));
  };
  /** The account of an agent's own, by the address that the directory has for it now. */
  const ownAccount = ({ nrdsIds }: Principal, named: string, sealed = ''): AtHand<AccountGrant> => {
    if (!nrdsIds.includes(named)) return refused();
    return andThen(directory.addressOf(named), (email) => {
      // An address that has passed to another agent leads to nobody's account any more.
      const isFormer = sealed !== '' && foldEmail(email ?? '') !== foldEmail(sealed);
      return email === null || isFormer ? refused() : accountGrant(email, named, named);
    });
  };
  const sealId = (type: SealedType, endpoint: EndpointName, parts: readonly string[]): string => {
    if (parts.some(isTooLong)) {
      const problem = `a number or address of more than ${MAX_ID_PART_BYTES} bytes, which no id can hold`;
      throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint, sent: true });
    }
    return sealer.seal(type, parts);
  };
  const agent: Access['agent'] = (principal, nrdsId) => {
    if (nrdsId === '') return refused();
    const isAgent = principal.role === 'agent';
    const id = nrdsId ?? (isAgent && principal.nrdsIds.length === 1 ? principal.nrdsIds[0] : undefined);
    if (id === undefined) {
      return refused(unnamedAgent());
    }
    return andThen(holderFor(principal, id), (holder) => brand<AgentGrant>({ nrdsId: id, holder }));
  };
  return {
    agent,
    service(principal, argument) {
      if (principal.role === 'service') return brand<ServiceGrant>({});
      if (argument === undefined) throw new GatewayFault('FORBIDDEN', 'Only for callers with the role service');
      throw faultOf('FORBIDDEN', argument.path, `only for callers with the role service; ${argument.instead}`);
    },
    async tickets({ role, nrdsIds }) {
      const found = role === 'service' ? [] : await Promise.all(nrdsIds.map(directory.byNrdsId));
      if (role === 'agent' && found.every((user) => user === null)) return refused();
      return brand<TicketGrant>({});
    },
    openTransaction(principal, id) {
      const [named = '', transId = '', ...more] = sealer.open('transaction', id) ?? [];
      if (transId === '' || more.length > 0) return refused();
      return andThen(holderFor(principal, named), (holder) => brand<TransactionGrant>({ transId, holder }));
    },
    openFile(principal, id) {
      const [named = '', transId = '', fileId = '', ...more] = sealer.open('file', id) ?? [];
      if (transId === '' || fileId === '' || more.length > 0) return refused();
      return andThen(holderFor(principal, named), (holder) =>
        brand<FileGrant>({ transaction: brand<TransactionGrant>({ transId, holder }), fileId }),
      );
    },
    openAccount(principal, id) {
      const [named = '', email = '', nrdsId = '', ...more] = sealer.open('account', id) ?? [];
      if ((email === '') === (nrdsId === '') || more.length > 0) return refused();
      return principal.role === 'agent' ? ownAccount(principal, named, email) : accountGrant(email, nrdsId, '');
    },
    bareTransaction: (_grant, transId) => brand<TransactionGrant>({ transId, holder: '' }),
    agentOf(principal, { holder }, nrdsId) {
      if (principal.role === 'service') return agent(principal, nrdsId);
      return nrdsId !== null && nrdsId !== holder ? refused() : agent(principal, holder);
    },
    ownTransaction: ({ holder }, transId) => brand<TransactionGrant>({ transId, holder }),
    ownFile: (transaction, fileId) => brand<FileGrant>({ transaction, fileId }),
    account: (principal, email, nrdsId) =>
      principal.role === 'agent' ? ownAccount(principal, nrdsId ?? '') : accountGrant(email, nrdsId, ''),
    listed: (_grant, email, nrdsId) => accountGrant(email, nrdsId, ''),
    transactionId: ({ transId, holder }) => sealId('transaction', 'listTrans', [holder, transId]),
    fileId: ({ transaction: { holder, transId }, fileId }) => sealId('file', 'listFiles', [holder, transId, fileId]),
    // However an address is spelled, it is one account and has one id.
    accountId: ({ email, nrdsId, holder }) =>
      sealId('account', 'activeUsers', email === '' ? [holder, '', nrdsId] : [holder, spellEmail(email)]),
  };
}

/** Upstream may name a thing by what is too long for an id; a text has at most three bytes a character, and most are short. */
function isTooLong(part: string): boolean {
  return part.length * 3 > MAX_ID_PART_BYTES && Buffer.byteLength(part) > MAX_ID_PART_BYTES;
}

function refused(fault = notFound()): Promise<never> {
  return Promise.reject(fault);
}
