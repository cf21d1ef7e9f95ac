/** The grants: what a caller may do, and on whose behalf. Their types are branded, because only `access` creates them. */
import type { ActiveAgent } from './directory-index.ts';

export declare const granted: unique symbol;

/**
 * The id that the caller presented, if the grant was opened with one. The object has that id again, so that a client's store
 * finds it, even where the gateway would mint another one: for a service that presents an agent's id, or after a change of keys.
 */
type OpenedId = string;

/** On whose behalf a grant is used. */
export interface Holding {
  /** The NRDS id that ids minted under the grant contain; empty for a service. */
  readonly holder: string;
  /** For a coordinator of offices, the one to which the agent belongs. Whatever outlasts a request checks that it still does. */
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

/** Agents, and all agents of offices. */
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
 * What an id names for a caller without a grant for it. Nothing of it is verified, since the key of the id may have been removed: it
 * shows nothing and allows no call, and is only for finding in the ledger what the same caller has written under a key.
 */
export interface LostTransaction {
  readonly isLost: true;
  readonly transId: string;
  readonly holder: string;
}
