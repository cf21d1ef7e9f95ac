/**
 * Plans within Apollo's pipeline: counts each operation of an authenticated caller that has passed the pipeline, and
 * executes those with a plan in Apollo's place. All other hooks are called as usual.
 */
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import type { FormatResult } from '../responses/response.ts';
import type { ExecuteOperation } from './compile.ts';
import type { Variables } from './conditions.ts';
import type { Plan, Plans } from './plans.ts';

export function plansPlugin(plans: Plans, formatResult: FormatResult, log: Log): ApolloServerPlugin<Context> {
  /** If compilation fails, the operation is executed the regular way: nothing of it has been executed yet. */
  const compiledOrNull = (plan: Plan, variables: Variables, requestId: string): ExecuteOperation | null => {
    try {
      return plan.compiled(variables);
    } catch (err) {
      // Variables can leave a condition undecided in a part that is not executed.
      if (!(err instanceof GraphQLError)) log.error({ requestId, err }, 'an operation could not be compiled');
      return null;
    }
  };

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ request, source, document, operation, contextValue }) {
          // Typed as always present, but Apollo also gets here if the request does not say which of several operations to
          // execute.
          if ((operation as typeof operation | undefined) === undefined) return null;
          // Unauthenticated callers can send any text, and select nothing that is worth compiling.
          if (contextValue.principal === null) return null;
          const key = { text: source, operationName: request.operationName ?? null };
          const plan = plans.recordSighting(key, document, operation);
          const variables = plan?.coerce(request.variables) ?? null;
          if (plan === null || variables === null) return null;
          const execute = compiledOrNull(plan, variables, contextValue.requestId);
          if (execute === null) return null;
          const singleResult = formatResult(contextValue, await execute(contextValue, variables));
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
        },
      };
    },
  };
}
