/**
 * Subscriptions, from an operation that has passed every check to the texts of its results. Each event is executed like a query, in
 * a context of its own. Equal streams share that execution and its text: those of the same caller, with the same scopes, document
 * and variables; never those of different callers, because a result can contain links in the caller's name.
 */
import { hash } from 'node:crypto';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { createFacts, type RequestFacts, recordFailure } from '@realty-forms/platform/observing/request-facts.ts';
import { createSourceEventStream, execute, GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Principal } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type Context, createContext, type HeldOperation, type Incoming } from '../context.ts';
import type { Costs, Weigh } from '../cost/estimate.ts';
import { fragmentsOf } from '../limits/fragments.ts';
import type { SourceEvent } from '../resolvers/subscription.ts';
import { codeOf, type formatError } from '../responses/errors.ts';
import { refusalOf, type WriteExecuted } from '../responses/response.ts';
import type { Responses } from '../responses/responses.ts';
import { EventDelivery, neverAborted } from './event-delivery.ts';
import { type Result, ResultStream, type SharedResult } from './result-stream.ts';

export interface SubscriptionsOptions {
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly weigh: Weigh;
  readonly format: typeof formatError;
  readonly responses: Pick<Responses, 'begin'>;
  readonly writeExecuted: WriteExecuted;
  readonly log: Log;
}

/** The request that subscribes. */
interface Subscriber extends Omit<Incoming, 'hold'> {
  readonly principal: Principal | null;
}

interface EventToExecute {
  readonly held: HeldOperation;
  readonly costs: Costs;
  readonly sourceEvent: SourceEvent;
  readonly response: EventDelivery;
}

/** What the client gets instead of a stream. */
interface Refused {
  readonly status: number;
  readonly isResult: true;
  readonly body: string;
}

export type Subscribe = (subscriber: Subscriber, held: HeldOperation) => Promise<Refused | ResultStream>;

export function createSubscriptions(options: SubscriptionsOptions): Subscribe {
  const { gateway, schema, weigh, format, responses, writeExecuted, log } = options;
  const shared = new WeakMap<object, Map<string, SharedResult>>();

  const inContext = <T>(subscriber: Subscriber, run: (context: Context) => T): T =>
    gateway.calls.runRequest(() => {
      const { principal, ...incoming } = subscriber;
      const signal = () => neverAborted;
      return run(createContext(gateway, principal, { ...incoming, signal }));
    }, subscriber.requestId);

  /** One event, executed and written. */
  const execution = async (
    subscriber: Subscriber,
    { held, costs, sourceEvent, response }: EventToExecute,
  ): Promise<Result & { readonly isLarge: boolean }> => {
    const facts = createFacts(subscriber.requestId);
    try {
      return await inContext({ ...subscriber, facts, response }, async (context) => {
        facts.operation = subscriber.facts.operation;
        facts.estimatedCalls = costs.calls;
        responses.begin(context, costs);
        const executed = await execute({ ...argumentsOf(held), contextValue: context, rootValue: sourceEvent });
        const text = await writeExecuted(context, executed);
        const isLast =
          executed.errors !== undefined && Object.values(executed.data ?? {}).every((value) => value === null);
        return { text, isLast, facts, isLarge: context.large !== null };
      });
    } catch (fault) {
      return { ...refused(fault, facts), isLarge: false };
    }
  };

  /** The last result of a stream that a fault ends. */
  const refused = (fault: unknown, facts: RequestFacts): Result => {
    recordFailure(facts, codeOf(fault));
    if (!(fault instanceof GatewayFault)) log.error({ requestId: facts.requestId, err: fault }, 'a stream has failed');
    return { text: refusalOf(fault, format, facts.requestId).body, isLast: true, facts };
  };

  const argumentsOf = ({ document, operation, variables }: HeldOperation) => ({
    schema,
    document,
    variableValues: variables,
    operationName: operation.name?.value,
  });

  return async (subscriber, held) => {
    const { document, operation, variables } = held;
    const { coerced = {}, errors: invalid } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
    const source = await inContext(subscriber, async (contextValue) => {
      const found =
        invalid === undefined
          ? await createSourceEventStream({ ...argumentsOf(held), contextValue })
          : { errors: invalid.map(asInvalidInput) };
      if (Symbol.asyncIterator in found) return found as AsyncIterableIterator<SourceEvent, undefined>;
      const isOfField = found.errors?.some(({ path }) => path !== undefined) === true;
      const body = await writeExecuted(contextValue, isOfField ? { ...found, data: null } : found);
      return { status: isOfField ? 200 : 400, isResult: true as const, body };
    });
    if ('status' in source) return source;
    const costs = weigh(operation, { fragments: fragmentsOf(document), variableValues: coerced });
    const key = keyOf(subscriber, held);
    const calls = { made: subscriber.facts.calls?.made ?? 0 };
    subscriber.facts.calls = calls;
    return new ResultStream(source, {
      facts: subscriber.facts,
      resultOf(sourceEvent) {
        const results = shared.getOrInsertComputed(sourceEvent.event, () => new Map<string, SharedResult>());
        const known = results.get(key);
        if (known !== undefined) return known;
        const delivery = new EventDelivery();
        const made = execution(subscriber, { held, costs, sourceEvent, response: delivery });
        let isKept = false;
        void made.then(({ facts, isLarge }) => {
          calls.made += facts.calls?.made ?? 0;
          isKept = !isLarge && !delivery.destroyed;
        });
        // Whoever comes later makes another one: this one is large, and no longer counted, or was never finished.
        delivery.on('close', () => isKept || results.delete(key));
        results.set(key, { delivery, made });
        return { delivery, made };
      },
      refused: (fault) => refused(fault, createFacts(subscriber.requestId)),
    });
  };
}

/** Without a code, it would be taken for an unforeseen error. */
function asInvalidInput({ message, nodes = [] }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } });
}

/** The same for equal streams: a hash, because a document can be long. */
function keyOf({ principal, showsCost }: Subscriber, { text, operation, variables }: HeldOperation): string {
  const caller = principal && [principal.role, principal.subject, principal.nrdsIds, [...principal.scopes].sort()];
  const parts = [caller, showsCost, text, operation.name?.value, variables];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
