/**
 * The calls of one request, each made once however often it is asked for, and each failing alone. Loaders live as long as
 * the request; the key of what an agent reads begins with the grant that it reads it under.
 */
import DataLoader from 'dataloader';
import type { FlatRecord } from '../contract/codec.ts';
import type { FileFilter } from '../contract/file-requests.ts';
import type { MemberKey } from '../contract/member-requests.ts';
import type { AccountRecord } from '../contract/records.ts';
import type { Batch, EnabledWithin, ListTransactions } from '../contract/requests.ts';
import type { Row, Selection } from '../contract/selection.ts';
import { answerFor } from '../upstream/answer.ts';
import type { Cut } from '../upstream/cut.ts';
import type { AccountGrant, AgentGrant, ServiceGrant, TransactionGrant } from './access.ts';
import type { AsRead } from './decode.ts';
import { foldEmail } from './email-address.ts';
import type { Flights, Turns } from './flights.ts';
import type { BatchPage } from './pagination.ts';
import { batchPage, createReads, firstOf, type Read, type ReadOptions, type Reads } from './reads.ts';

/** What ends a request's reads, for whoever makes the loaders of one. */
export { type Cut, Cutter } from '../upstream/cut.ts';

export interface Loaders {
  readonly transactions: (
    grant: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ) => Promise<BatchPage<FlatRecord | Row>>;
  /** Null where upstream has no such transaction. The record holds what is selected at least; all without a selection. */
  readonly transaction: (grant: TransactionGrant, selection?: Selection) => Promise<FlatRecord | Row | null>;
  readonly activeUsers: (
    grant: ServiceGrant,
    enabledWithin: EnabledWithin | null,
    batch: Batch,
  ) => Promise<BatchPage<FlatRecord>>;
  /** What is made under a name, made once: for what a query asks for again and again. */
  readonly once: <T extends object>(name: string, make: () => T) => T;
  /** Null where upstream has no such account. */
  readonly account: (grant: AccountGrant) => Promise<AsRead<AccountRecord> | null>;
  /** None where upstream has no such member. */
  readonly members: (grant: ServiceGrant, key: MemberKey) => Promise<readonly FlatRecord[]>;
  /** All files that fit: listFiles has no batches. NOT_FOUND where upstream has no such transaction. */
  readonly files: (grant: TransactionGrant, filter: FileFilter) => Promise<readonly FlatRecord[]>;
  /** Forgets what this request has read of files: one was added. */
  readonly forgetFiles: () => void;
  /** Forgets what this request has read of transactions: a write has changed one. */
  readonly forgetTransactions: () => void;
}

export interface LoaderOptions extends ReadOptions {
  /** What other requests read at the same time. */
  readonly flights: Flights;
  /** Where the calls take turns. */
  readonly turns?: Turns;
}

/** Gives the loaders of a request; `signal` ends the reads that are under way when the caller goes away. */
export function createLoaders({ flights, turns, ...options }: LoaderOptions): (signal?: Cut) => Loaders {
  const reads = createReads(options);
  return (signal) => new RequestLoaders(reads, flights, turns, signal);
}

class RequestLoaders implements Loaders {
  readonly #reads: Reads;
  readonly #flights: Flights;
  readonly #turns: Turns | undefined;
  readonly #left: Cut | undefined;
  // On demand: a request needs few of them.
  #lists: Ask<Reads['lists']> | undefined;
  #users: Ask<Reads['users']> | undefined;
  #transactions: Ask<Reads['transactions']> | undefined;
  #accounts: Ask<Reads['accounts']> | undefined;
  #members: Ask<Reads['members']> | undefined;
  #files: Ask<Reads['files']> | undefined;
  #made: Map<string, unknown> | undefined;

  constructor(reads: Reads, flights: Flights, turns: Turns | undefined, left: Cut | undefined) {
    this.#reads = reads;
    this.#flights = flights;
    this.#turns = turns;
    this.#left = left;
  }

  once<T extends object>(name: string, make: () => T): T {
    this.#made ??= new Map<string, unknown>();
    const known = this.#made.get(name);
    if (known !== undefined) return known as T;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  // Who wants more of a record than the read that is shared has taken gets it from the same answer.
  transactions(
    { holder, nrdsId }: AgentGrant,
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
    selection?: Selection,
  ): Promise<BatchPage<FlatRecord | Row>> {
    this.#lists ??= this.#asking(this.#reads.lists);
    const answer = this.#lists([holder, nrdsId, list, batch], {
      list: { ...list, agentNrdsId: nrdsId },
      batch,
      selection,
    });
    return answer.then((page) => batchPage('listTrans', answerFor(page, selection)));
  }

  transaction({ holder, transId }: TransactionGrant, selection?: Selection): Promise<FlatRecord | Row | null> {
    this.#transactions ??= this.#asking(this.#reads.transactions);
    const answer = this.#transactions([holder, transId], { transId, selection });
    return answer.then((records) => records && firstOf(answerFor(records, selection)));
  }

  activeUsers(_: ServiceGrant, within: EnabledWithin | null, batch: Batch): Promise<BatchPage<FlatRecord>> {
    this.#users ??= this.#asking(this.#reads.users);
    return this.#users(['', within, batch], { within, batch });
  }

  account({ holder, email }: AccountGrant): Promise<AsRead<AccountRecord> | null> {
    this.#accounts ??= this.#asking(this.#reads.accounts);
    // However an address is spelled, it is one account.
    return this.#accounts([holder, foldEmail(email)], { email });
  }

  members(_: ServiceGrant, key: MemberKey): Promise<readonly FlatRecord[]> {
    this.#members ??= this.#asking(this.#reads.members);
    return this.#members(['', key.userName, key.email], { key });
  }

  files({ holder, transId }: TransactionGrant, filter: FileFilter): Promise<readonly FlatRecord[]> {
    this.#files ??= this.#asking(this.#reads.files);
    return this.#files([holder, transId, filter], { transId, filter });
  }

  forgetFiles(): void {
    this.#files = undefined;
  }

  forgetTransactions(): void {
    this.#lists = undefined;
    this.#transactions = undefined;
  }

  /** A loader of single calls: dataloader shares equal keys, and each call keeps its own outcome. */
  #asking<Request, Answer>({ endpoint, start }: Read<Request, Answer>) {
    const flights = this.#flights;
    const turns = this.#turns;
    const left = this.#left;
    const asked = new Map<string, Promise<Answer>>();
    const loader = new DataLoader<Asked<Request>, Answer, string>(
      // Each call by itself: in a batch the slowest would hold up the others.
      ([one]) => {
        const { key, request } = one as Asked<Request>;
        return flights.join(endpoint, key, (signal) => start(request, signal), left, turns).then(alone, aloneInFault);
      },
      { cacheMap: asked, cacheKeyFn: ({ key }) => key, batch: false, batchScheduleFn: soon },
    );
    return (parts: readonly unknown[], request: Request): Promise<Answer> => {
      const key = JSON.stringify(parts);
      return asked.get(key) ?? loader.load({ key, request });
    };
  }
}

type Ask<R> =
  R extends Read<infer Request, infer Answer>
    ? (parts: readonly unknown[], request: Request) => Promise<Answer>
    : never;

interface Asked<Request> {
  readonly key: string;
  readonly request: Request;
}

const kept = Promise.resolve();

/** With the microtasks: dataloader takes the key down only after it has asked for this. */
function soon(dispatch: () => void): void {
  void kept.then(dispatch);
}

function alone<Answer>(answer: Answer): [Answer] {
  return [answer];
}

function aloneInFault(error: unknown): [Error] {
  return [error instanceof Error ? error : new Error('A call failed', { cause: error })];
}
