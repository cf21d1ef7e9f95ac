/**
 * Subscriptions within Apollo's pipeline: one that has passed every check is held back, since Apollo executes none. So is any other
 * operation of a client that accepts streams only, before anything of it is executed.
 */
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import type { Context } from '../context.ts';

/** Must be registered before whatever executes operations. */
export function holdSubscriptions(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveSource({ contextValue: { hold } }) {
          if (hold !== null) hold.hasDocument = true;
        },
        async responseForOperation({ request, source, document, operation, contextValue: { hold } }) {
          // Typed as always present, but Apollo also gets here if the request does not say which operation to execute.
          if (hold === null || (operation as typeof operation | undefined) === undefined) return null;
          if (operation.operation === 'subscription') {
            hold.held = { document, operation, text: source, variables: request.variables ?? {} };
          } else if (hold.onlyStreams) hold.held = 'unacceptable';
          else return null;
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
        },
      };
    },
  };
}
