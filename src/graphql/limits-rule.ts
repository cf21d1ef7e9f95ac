/**
 * The query limits as a validation rule that comes before all others: a query beyond a limit is not validated any further,
 * since comparing fields pair by pair is exactly what a hostile query aims at.
 */
import { type DocumentNode, GraphQLError, type ValidationRule } from 'graphql';
import { GatewayFault } from '../gateway/fault.ts';
import { countRepeats, measureQuery } from './limits/query-size.ts';
import { limitFault } from './limits.ts';

export const limitsRule: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const fault = exceededLimit(document);
      if (fault === null) return undefined;
      context.reportError(new GraphQLError(fault.message, { originalError: fault }));
      // A deleted node is not entered, so no other rule sees what is below it.
      return null;
    },
  },
});

function exceededLimit(document: DocumentNode): GatewayFault | null {
  const measured = measureQuery(document);
  if ('cycle' in measured) {
    return new GatewayFault('BAD_USER_INPUT', `Cannot spread fragment "${measured.cycle}" within itself.`);
  }
  return limitFault(measured.counts) ?? limitFault({ repeats: countRepeats(document) });
}
