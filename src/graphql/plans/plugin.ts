/**
 * Plans within Apollo's pipeline: notes each operation of a caller that has passed it, and carries out in Apollo's place those that have
 * a plan. Every hook but those of the execution itself is called as ever.
 */
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import type { Log } from '../../platform/log.ts';
import { blame } from '../../platform/request-facts.ts';
import { logMasked, present } from '../answer.ts';
import type { Context } from '../context.ts';
import { accountFor, type formatError } from '../errors.ts';
import type { RunOperation } from './compile.ts';
import type { Plan, Plans } from './plans.ts';
import type { Variables } from './settle.ts';

export function plansPlugin(plans: Plans, format: typeof formatError, log: Log): ApolloServerPlugin<Context> {
  /** What cannot be compiled is carried out the plain way: nothing of it has been done yet. */
  const runOf = (plan: Plan, variables: Variables, requestId: string): RunOperation | null => {
    try {
      return plan.compiled(variables);
    } catch (err) {
      log.error({ requestId, err }, 'an operation could not be compiled');
      return null;
    }
  };

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ request, source, document, operation, contextValue }) {
          // Apollo types it as given, and comes here without one where the request does not say which.
          if ((operation as typeof operation | undefined) === undefined) return null;
          // Who is nobody can name any text, and asks for nothing that is worth compiling.
          if (contextValue.principal === null) return null;
          const asked = { text: source, operationName: request.operationName ?? null };
          const plan = plans.pass(asked, document, operation);
          const variables = plan?.coerce(request.variables) ?? null;
          if (plan === null || variables === null) return null;
          const run = runOf(plan, variables, contextValue.requestId);
          if (run === null) return null;
          const { data = null, errors } = await run(contextValue, variables);
          if (errors !== undefined) {
            logMasked(log, contextValue.requestId, errors);
            for (const error of errors) blame(contextValue.facts, ...accountFor(error));
          }
          const singleResult = { data, ...(errors && { errors: present(errors, format) }) };
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
        },
      };
    },
  };
}
