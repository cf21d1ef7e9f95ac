/** The only place that executes operations: those of requests, the events of subscriptions, and the selections of webhooks. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import type { Context } from './context.ts';
import type { ExecutableOperation } from './cost/cost.ts';
import type { PreparedOperation } from './operations.ts';
import type { ResponseLimits } from './responses/response-limits.ts';
import type { WriteResult } from './responses/write-result.ts';

interface Runnable extends Pick<ExecutableOperation, 'variables' | 'cost'> {
  readonly prepared: Pick<PreparedOperation, 'summary' | 'compiled'>;
}

/** A result, and the text that clients get. */
interface RunResult extends ExecutionResult {
  readonly text: string;
}

/** Rejects with a fault, which is then the response. `rootValue` is the event of a subscription. */
export type Run = (context: Context, operation: Runnable, rootValue?: unknown) => Promise<RunResult>;

export function createRun({ begin }: Pick<ResponseLimits, 'begin'>, writeResult: WriteResult, nextTurn: NextTurn): Run {
  return async (context, { prepared, variables, cost }, rootValue) => {
    context.requestLog.operation = prepared.summary;
    context.requestLog.estimatedCalls = cost.calls;
    begin(context, cost);
    const result = await prepared.compiled(variables)(context, variables, rootValue);
    // Writing a large text takes milliseconds.
    if (context.reservation !== null) await nextTurn();
    return { ...result, text: writeResult(context, result) };
  };
}

/** Waits for a turn of the event loop of its own. */
export type NextTurn = () => Promise<void>;

/** For work that takes milliseconds: runs one piece per turn of the event loop, so that other requests continue in between. */
export function createTurnQueue(): NextTurn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}
