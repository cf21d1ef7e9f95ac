/** Grants say what a caller may do, and on whose behalf. Their types are branded, because only `access` creates them. */
import type { ActiveAgent } from './directory-index.ts';

export declare const granted: unique symbol;

/**
 * The id that the caller presented, if the grant was opened with one. The object keeps that id, so that a client's cache finds it even
 * where the gateway would mint another one: for a service that presents an agent's id, or after a change of keys.
 */
type OpenedId = string;

/** The agent on whose behalf a grant is used. */
export interface Holding {
  /** The NRDS id in ids that are minted under the grant; empty for a service. */
  readonly holder: string;
  /**
   * For a coordinator of offices, the office that the agent belongs to. Anything that outlasts a request checks that the agent still does.
   */
  readonly office?: string;
}

/** May list and create the transactions of one agent. */
export interface AgentGrant extends Holding {
  readonly [granted]: 'agent';
  readonly nrdsId: string;
}

/** May read one transaction. */
export interface TransactionGrant extends Holding {
  readonly [granted]: 'transaction';
  readonly transId: string;
  /** The agent that the transaction belongs to; empty if that is not known. */
  readonly agentNrdsId: string;
  readonly id?: OpenedId;
}

/** May read one file of one transaction. */
export interface FileGrant {
  readonly [granted]: 'file';
  readonly transaction: TransactionGrant;
  readonly fileId: string;
  /** Files in two folders may have the same number. Empty if the folder is unknown, or if no filter can contain it. */
  readonly folderId: string;
  readonly id?: OpenedId;
}

/** May read one account. */
export interface AccountGrant {
  readonly [granted]: 'account';
  /** Empty if the account has no address, or if the account is an agent's and other users share its address. */
  readonly email: string;
  /** Identifies an account without an e-mail address; empty for all others. */
  readonly nrdsId: string;
  readonly holder: string;
  readonly id?: OpenedId;
}

/** Agents, named by their own NRDS ids or by those of their offices. */
export interface AgentNames {
  readonly agentNrdsIds?: readonly string[] | null;
  readonly officeNrdsIds?: readonly string[] | null;
}

/** An agent in the directory, and the grant for its account. */
export interface OwnAccount {
  readonly user: ActiveAgent;
  readonly grant: AccountGrant;
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
 * What an id names for a caller who has no grant for it. It is unverified, since the id's key may have been removed: it shows nothing and
 * allows no call. It only serves to find what the same caller has written under a key in the ledger.
 */
export interface LostTransaction {
  readonly isLost: true;
  readonly transId: string;
  readonly holder: string;
}
