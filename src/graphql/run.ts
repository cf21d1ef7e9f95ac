/** The only place that executes operations: those of requests, the events of subscriptions, and what webhooks select. */
import type { ExecutionResult } from 'graphql';
import type { Context } from './context.ts';
import type { ExecutableOperation } from './cost/cost.ts';
import type { PreparedOperation } from './operations.ts';
import type { WriteResult } from './responses/response.ts';
import type { Responses } from './responses/responses.ts';
import type { TakeTurn } from './turns.ts';

interface Runnable extends Pick<ExecutableOperation, 'variables' | 'cost'> {
  readonly prepared: Pick<PreparedOperation, 'summary' | 'compiled'>;
}

/** A result, and its text as clients get it. */
interface Ran extends ExecutionResult {
  readonly text: string;
}

/** Rejects with the fault to respond with in place of a result. `rootValue` is the event of a subscription. */
export type Run = (context: Context, operation: Runnable, rootValue?: unknown) => Promise<Ran>;

export function createRun({ begin }: Pick<Responses, 'begin'>, writeResult: WriteResult, takeTurn: TakeTurn): Run {
  return async (context, { prepared, variables, cost }, rootValue) => {
    context.requestLog.operation = prepared.summary;
    context.requestLog.estimatedCalls = cost.calls;
    begin(context, cost);
    const result = await prepared.compiled(variables)(context, variables, rootValue);
    // A large text takes milliseconds to write.
    if (context.reservation !== null) await takeTurn();
    return { ...result, text: writeResult(context, result) };
  };
}
