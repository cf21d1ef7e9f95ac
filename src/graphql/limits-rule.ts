/**
 * The limits of a query as a rule of validation that has its say before all others: what is beyond a limit is not looked at
 * any further, since comparing fields pair by pair is what a hostile query is after.
 */
import { type DocumentNode, GraphQLError, type ValidationRule } from 'graphql';
import { GatewayFault } from '../gateway/fault.ts';
import { excess } from './limits.ts';
import { countRepeats, measureQuery } from './query-size.ts';

export const limitsRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fault = refusal(document);
      if (fault === null) return undefined;
      context.reportError(new GraphQLError(fault.message, { originalError: fault }));
      // A deleted node is not entered: no rule sees what stands below it.
      return null;
    },
  },
});

function refusal(document: DocumentNode): GatewayFault | null {
  const measured = measureQuery(document);
  if ('cycle' in measured) {
    return new GatewayFault('BAD_USER_INPUT', `Cannot spread fragment "${measured.cycle}" within itself.`);
  }
  return excess(measured.counts) ?? excess({ repeats: countRepeats(document) });
}
