/**
 * Decides who may see what (access rules 3 to 7). The upstream token can read every agent's data, so this module alone keeps agents apart:
 * every use case takes a grant (`grants`), and only the functions here create grants. An object that the caller may not see is rejected
 * with the same NOT_FOUND as one that does not exist, before any call. No grant is created for an agent who has left the directory of
 * active users or, for a coordinator of offices, has left those offices. While no usable directory is loaded, opening a grant waits for
 * one.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import { faultOf, GatewayFault, notFound, UNKNOWN_AGENT, unnamedAgent } from '../fault.ts';
import { MAX_ID_PART_BYTES, type SealedType, type Sealer } from '../ids/seal.ts';
import type { Directory } from './directory.ts';
import type { ActiveAgent } from './directory-index.ts';
import type {
  AccountGrant,
  AgentGrant,
  AgentNames,
  FileGrant,
  granted,
  Holding,
  LostTransaction,
  OwnAccount,
  ServiceGrant,
  TicketGrant,
  TransactionGrant,
} from './grants.ts';
import { foldEmail, isNrdsIdIn, sameNrdsId } from './identifiers.ts';
import type { Principal } from './principal.ts';

export type Access = Readonly<ReturnType<typeof createAccess>>;

const brand = <Grant>(fields: Omit<Grant, typeof granted>): Grant => fields as Grant;

function accountGrant(email: string, nrdsId: string | null, holder: string): AccountGrant {
  return brand<AccountGrant>({ email, nrdsId: email === '' ? (nrdsId ?? '') : '', holder });
}

/** The directory functions that access control uses. */
type AccessDirectory = Pick<
  Directory,
  'byNrdsId' | 'agentsIn' | 'officeOf' | 'addressOf' | 'usersAt' | 'spelling' | 'writtenAddress'
>;

export function createAccess(sealer: Sealer, directory: AccessDirectory) {
  /** Rejects an NRDS id that is not the caller's, or whose agent is no longer active. */
  const holdingFor = async (principal: Principal, agentNrdsId: string): Promise<Holding> => {
    if (principal.role === 'service') return serviceHolding;
    const { nrdsIds, officeNrdsIds } = principal;
    // Ownership is checked first, so that nothing is looked up for another agent's object. Only the directory knows the agents of an
    // office.
    if (officeNrdsIds === undefined && !isNrdsIdIn(nrdsIds, agentNrdsId)) throw notFound();
    const user = await directory.byNrdsId(agentNrdsId, principal);
    if (user?.nrdsId == null) throw notFound();
    return holdingOf(principal, user.nrdsId);
  };
  /** For an agent whom the directory lists among the caller's agents. */
  const holdingOf = ({ role, officeNrdsIds }: Principal, nrdsId: string): Holding => {
    if (role === 'service') return serviceHolding;
    const office = officeNrdsIds && directory.officeOf(nrdsId, officeNrdsIds);
    return office == null ? { holder: nrdsId } : { holder: nrdsId, office };
  };
  /** FORBIDDEN if the directory has no agent in the offices that the caller's token names. */
  const activeAgents = async (principal: Principal): Promise<readonly ActiveAgent[]> => {
    const agents = await directory.agentsIn(principal.role === 'service' ? null : principal);
    if (agents === null && principal.officeNrdsIds !== undefined) throw unknownOffices(principal.officeNrdsIds);
    return agents ?? [];
  };
  const namedAgents = async (principal: Principal, { agentNrdsIds, officeNrdsIds }: AgentNames) => {
    const among = principal.role === 'service' ? undefined : principal;
    const byId = agentNrdsIds?.map(async (id, at) => {
      const user = await directory.byNrdsId(id, among);
      if (user === null) throw faultOf('NOT_FOUND', `agentNrdsIds.${at}`, UNKNOWN_AGENT);
      return [user as ActiveAgent];
    });
    const byOffice = officeNrdsIds?.map(async (id, at) => {
      const users = await directory.agentsIn({ nrdsIds: [], officeNrdsIds: [id] }, among);
      if (users === null) throw faultOf('NOT_FOUND', `officeNrdsIds.${at}`, UNKNOWN_OFFICE);
      return users;
    });
    const found = await Promise.all([...(byId ?? []), ...(byOffice ?? [])]);
    return new Set(found.flat());
  };
  /** An agent's own account, by its current address in the directory; `sealedEmail` is the address in the account's id. */
  const ownAccount = async (principal: Principal, agentNrdsId: string, sealedEmail = ''): Promise<AccountGrant> => {
    const { holder } = await holdingFor(principal, agentNrdsId);
    const email = await directory.addressOf(holder);
    // An id with a former address of this agent resolves to no account, because the address may now be another agent's.
    const isFormer = sealedEmail !== '' && foldEmail(email ?? '') !== foldEmail(sealedEmail);
    if (email === null || isFormer) throw notFound();
    return accountGrant(email, holder, holder);
  };
  const sealId = (type: SealedType, endpoint: EndpointName, parts: readonly string[]): string => {
    if (parts.some(isTooLong)) {
      const problem = `a number or address of more than ${MAX_ID_PART_BYTES} bytes, which does not fit in an id`;
      throw invalidAnswer(endpoint, problem);
    }
    return sealer.seal(type, parts);
  };
  const agent = async (principal: Principal, nrdsId: string | null): Promise<AgentGrant> => {
    // No id of a transaction could name such an agent.
    if (nrdsId !== null && (nrdsId.trim() === '' || isTooLong(nrdsId))) throw notFound();
    const isAgent = principal.role === 'agent';
    const id = nrdsId ?? (isAgent && principal.nrdsIds.length === 1 ? principal.nrdsIds[0] : undefined);
    if (id === undefined) throw unnamedAgent();
    const holding = await holdingFor(principal, id).catch(async (error: unknown) => {
      if (principal.officeNrdsIds !== undefined) await activeAgents(principal);
      throw error;
    });
    return brand<AgentGrant>({ nrdsId: holding.holder === '' ? directory.spelling(id) : holding.holder, ...holding });
  };
  return {
    /** The agent with this NRDS id, or the caller's only agent if it is null. */
    agent,
    /**
     * The agents that the caller may act for, as the directory lists them now: all of them, or those it names. NOT_FOUND if it names any
     * other.
     */
    async agents(principal: Principal, names: AgentNames = {}): Promise<readonly AgentGrant[]> {
      const isNamed = names.agentNrdsIds != null || names.officeNrdsIds != null;
      const users = isNamed ? await namedAgents(principal, names) : await activeAgents(principal);
      return Array.from(users, ({ nrdsId }) => brand<AgentGrant>({ nrdsId, ...holdingOf(principal, nrdsId) }));
    },
    /** Whether the agent is still active, and still belongs to the office that the grant was made for. */
    async isCurrent({ holder, office }: Holding): Promise<boolean> {
      const inOffice = office === undefined ? undefined : { nrdsIds: [], officeNrdsIds: [office] };
      return holder === '' || (await directory.byNrdsId(holder, inOffice)) !== null;
    },
    /** `argument`: the argument that needs the role, and what other callers use instead. Without it, the field itself needs the role. */
    service(principal: Principal, argument?: { readonly path: string; readonly instead: string }): ServiceGrant {
      if (principal.role === 'service') return brand<ServiceGrant>({});
      if (argument === undefined) throw new GatewayFault('FORBIDDEN', 'Only for callers with the role service');
      throw faultOf('FORBIDDEN', argument.path, `only for callers with the role service; ${argument.instead}`);
    },
    async tickets(principal: Principal): Promise<TicketGrant> {
      if (principal.role !== 'service' && (await activeAgents(principal)).length === 0) throw notFound();
      return brand<TicketGrant>({});
    },
    async openTransaction(principal: Principal, id: string): Promise<TransactionGrant> {
      const [agentNrdsId = '', transId = '', ...more] = sealer.open('transaction', id) ?? [];
      if (transId === '' || more.length > 0) throw notFound();
      return brand<TransactionGrant>({ transId, agentNrdsId, id, ...(await holdingFor(principal, agentNrdsId)) });
    },
    lostTransaction({ role }: Principal, id: string): LostTransaction {
      const [agentNrdsId = '', transId = ''] = sealer.claimed('transaction', id) ?? [];
      return { isLost: true, transId, holder: role === 'service' ? '' : agentNrdsId };
    },
    async openFile(principal: Principal, id: string): Promise<FileGrant> {
      // Ids from version 0.3 contain no folder.
      const [agentNrdsId = '', transId = '', fileId = '', folderId = '', ...more] = sealer.open('file', id) ?? [];
      if (transId === '' || fileId === '' || more.length > 0) throw notFound();
      const holding = await holdingFor(principal, agentNrdsId);
      const transaction = brand<TransactionGrant>({ transId, agentNrdsId, ...holding });
      return brand<FileGrant>({ transaction, fileId, folderId, id });
    },
    async openAccount(principal: Principal, id: string): Promise<AccountGrant> {
      const [agentNrdsId = '', email = '', nrdsId = '', ...more] = sealer.open('account', id) ?? [];
      if ((email === '') === (nrdsId === '') || more.length > 0) throw notFound();
      const grant =
        principal.role === 'service'
          ? accountGrant(directory.writtenAddress(email), nrdsId, '')
          : await ownAccount(principal, agentNrdsId, email);
      return brand<AccountGrant>({ ...grant, id });
    },
    /** A transaction by its bare number, which proves no ownership. */
    bareTransaction: (_grant: ServiceGrant, transId: string) =>
      brand<TransactionGrant>({ transId, holder: '', agentNrdsId: '' }),
    /** The agent that the transaction belongs to: the one in its sealed id, or, for a service, the one with `nrdsId`. */
    async agentOf(principal: Principal, { holder }: TransactionGrant, nrdsId: string | null): Promise<AgentGrant> {
      if (principal.role === 'service') return agent(principal, nrdsId);
      if (nrdsId !== null && !sameNrdsId(nrdsId, holder)) throw notFound();
      return agent(principal, holder);
    },
    /** A transaction that a list or a creation under the grant has just shown to belong to the agent. */
    ownTransaction: ({ holder, nrdsId: agentNrdsId, office }: AgentGrant, transId: string) =>
      brand<TransactionGrant>(
        office === undefined ? { transId, holder, agentNrdsId } : { transId, holder, agentNrdsId, office },
      ),
    /** A file that a list of the transaction's files has just shown. */
    ownFile: (transaction: TransactionGrant, fileId: string, folderId: string) =>
      brand<FileGrant>({ transaction, fileId, folderId }),
    /** The account of `nrdsId`: for a service, by `email`; otherwise one of the caller's own, by its address in the directory. */
    account: async (principal: Principal, email: string, nrdsId: string | null): Promise<AccountGrant> =>
      principal.role === 'service'
        ? accountGrant(directory.writtenAddress(email), nrdsId, '')
        : ownAccount(principal, nrdsId ?? ''),
    /** The accounts of all agents that the caller may act for, in the order of their NRDS ids. */
    ownAccounts: async (principal: Principal): Promise<readonly OwnAccount[]> =>
      (await activeAgents(principal)).map((user) => {
        const email = user.email !== null && directory.usersAt(user.email) === 1 ? user.email : '';
        return { user, grant: accountGrant(email, user.nrdsId, user.nrdsId) };
      }),
    /** An account that a list of all accounts contains. */
    listedAccount: (_grant: ServiceGrant, email: string, nrdsId: string | null) => accountGrant(email, nrdsId, ''),
    transactionId: ({ id, transId, holder }: TransactionGrant): string =>
      id ?? sealId('transaction', 'listTrans', [holder, transId]),
    fileId: ({ id, transaction: { holder, transId }, fileId, folderId }: FileGrant): string =>
      id ?? sealId('file', 'listFiles', [holder, transId, fileId, ...(folderId === '' ? [] : [folderId])]),
    /** The account, with the address as a record of the service writes it, unless the directory has the account. */
    asWritten: (grant: AccountGrant, email: string): AccountGrant =>
      grant.holder === '' ? brand<AccountGrant>({ ...grant, email: directory.writtenAddress(email) }) : grant,
    /** Throws UPSTREAM_INVALID for an account with neither an address nor an NRDS id, because no id could refer to it. */
    accountId({ id, email, nrdsId, holder }: AccountGrant): string {
      if (id !== undefined) return id;
      if (email === '' && nrdsId === '')
        throw invalidAnswer('activeUsers', 'an account has neither an e-mail address nor an NRDS id');
      // The service may treat addresses as case-sensitive, so the id contains the address as the service writes it.
      return sealId('account', 'activeUsers', email === '' ? [holder, '', nrdsId] : [holder, email.trim()]);
    },
  };
}

/** A service's ids contain no holder, so they work for services only. */
const serviceHolding: Holding = { holder: '' };

const UNKNOWN_OFFICE = 'No agent of this office has enabled access, or you may not act for them';

/** The message reveals nothing about any agent, so a coordinator may see it. */
function unknownOffices(officeNrdsIds: readonly string[]): GatewayFault {
  const [office, ...more] = officeNrdsIds;
  const offices = more.length === 0 ? `the office ${office}` : `the ${officeNrdsIds.length} offices`;
  return new GatewayFault('FORBIDDEN', `The directory of active users has no agent of ${offices} in your token`);
}

/** Upstream may send a number or an address too long for an id. A character takes at most three bytes, so short texts need no count. */
function isTooLong(part: string): boolean {
  return part.length * 3 > MAX_ID_PART_BYTES && Buffer.byteLength(part) > MAX_ID_PART_BYTES;
}
