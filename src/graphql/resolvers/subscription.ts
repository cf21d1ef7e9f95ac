/**
 * Subscription.transactionChanges and Subscription.transactionChanged. The events of a source stream are resolved one by one, each in its
 * own context.
 */
import { andThen, type MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { TransactionGrant } from '../../gateway/callers/grants.ts';
import type { FeedEvent, TransactionChange } from '../../gateway/live/tracking/changes.ts';
import { type Detail, grantOf, type Transaction } from '../../gateway/reading/transactions.ts';
import type { SubscriptionResolvers, TransactionChangeResolvers } from '../../generated/graphql.ts';
import { type Context, callerOf } from '../context.ts';
import { local } from '../schema/access-checks.ts';
import { changedDetail } from './selections.ts';
import { grantFor } from './transaction.ts';

type Events = AsyncIterableIterator<FeedEvent, undefined>;

/** An event of a source stream (GraphQL spec, 6.2.3), and how to find the transaction that it shows. */
export interface SourceEvent {
  readonly event: FeedEvent;
  readonly find: (event: FeedEvent, context: Context, detail: Detail) => MaybePromise<Transaction | null>;
  /** The id of a transaction that is gone. */
  readonly idOf: (transId: string, context: Context) => string;
}

export const subscription: SubscriptionResolvers = {
  transactionChanges: {
    async subscribe(_root, { agentNrdsId, after }, context) {
      const grant = await grantFor(context, agentNrdsId);
      const changed: SourceEvent['find'] = (event, { gateway }, { selection }) =>
        event.kind === 'CHANGED' ? gateway.transactions.fromRecord(grant, event.record.flat, selection) : null;
      const idOf: SourceEvent['idOf'] = (transId, { gateway: { access } }) =>
        access.transactionId(access.ownTransaction(grant, transId));
      return new SourceStream(context.gateway.feeds.listen(grant, after ?? null), { find: changed, idOf });
    },
    resolve: show,
  },

  transactionChanged: {
    async subscribe(_root, { id }, context) {
      const grant = await context.gateway.access.openTransaction(callerOf(context), id);
      const current: SourceEvent['find'] = (event, { gateway: { transactions }, loaders }, detail) => {
        if (event.kind === 'READY') return transactions.get(loaders, grant, detail);
        return event.kind === 'CHANGED' ? transactions.fromOwnRecord(grant, event.record.flat, detail.selection) : null;
      };
      return new SourceStream(await listenToOne(context, grant), { find: current, idOf: () => id });
    },
    resolve: show,
  },
};

/** An agent's transaction is among the changes of its list. A service's id names no agent, so it needs a feed of its own. */
async function listenToOne(context: Context, grant: TransactionGrant): Promise<Events> {
  const { feeds } = context.gateway;
  if (grant.holder === '') return feeds.listenToOne(grant);
  return feeds.listen(await grantFor(context, grant.holder), null, { transId: grant.transId });
}

function show(
  sourceEvent: unknown,
  _args: object,
  context: Context,
  info: GraphQLResolveInfo,
): MaybePromise<TransactionChange> {
  const { event, find, idOf } = sourceEvent as SourceEvent;
  const deletedId = event.kind === 'DELETED' ? idOf(event.transId, context) : null;
  return andThen(find(event, context, changedDetail(info)), (transaction) => ({ event, transaction, deletedId }));
}

export const fields: TransactionChangeResolvers = {
  kind: local(({ event }) => event.kind),
  // Cursors and ids are sealed on demand, because sealing is expensive.
  cursor: local(({ event }) => event.cursor),
  version: local(({ event }) => (event.kind === 'CHANGED' ? event.record.fingerprint : null)),
  transactionId: local(
    ({ deletedId = null, transaction }, _args, { gateway }) =>
      deletedId ?? (transaction && gateway.access.transactionId(grantOf(transaction))),
  ),
};

/** Not a generator: its `return` would wait for the next event. */
class SourceStream implements AsyncIterableIterator<SourceEvent, undefined> {
  readonly #events: Events;
  readonly #rest: Omit<SourceEvent, 'event'>;

  constructor(events: Events, rest: Omit<SourceEvent, 'event'>) {
    this.#events = events;
    this.#rest = rest;
  }

  async next(): Promise<IteratorResult<SourceEvent, undefined>> {
    const { done, value } = await this.#events.next();
    return done || value === undefined
      ? { value: undefined, done: true }
      : { value: { event: value, ...this.#rest }, done: false };
  }

  async return(): Promise<IteratorResult<SourceEvent, undefined>> {
    await this.#events.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
