/** What the package offers without any client: run and compiled where it is installed, with nothing else. */
import {
  createDecimalFormat,
  createIdempotencyKeys,
  isRepeatable,
  messageOf,
  nextStep,
  type ResultOf,
  TransactionDocument,
  type TransactionSummaryFragment,
  type VariablesOf,
} from 'realty-forms-graphql-client';

type Transaction = NonNullable<ResultOf<typeof TransactionDocument>['transaction']>;

export async function run(): Promise<object> {
  const variables: VariablesOf<typeof TransactionDocument> = { id: 't' };
  const price = (transaction: Transaction): string | null => transaction.listing.price;
  const name = (transaction: TransactionSummaryFragment): string | null => transaction.name;
  // @ts-expect-error: a field that the query does not select
  const flat = (transaction: Transaction) => transaction.flat;
  // @ts-expect-error: a variable of another type
  const wrong: VariablesOf<typeof TransactionDocument> = { id: 1 };

  const unreachable = { errors: [], cause: new TypeError('Failed to fetch') };
  const attempt = { attempts: 1, hasRenewed: false, isRepeatable: isRepeatable(TransactionDocument, variables) };
  const { keyFor } = createIdempotencyKeys('create');
  const [key, sameKey] = [keyFor(variables), keyFor(variables)];
  return {
    types: [price, name, flat, wrong].length,
    step: nextStep(unreachable, attempt).kind,
    message: messageOf(unreachable),
    price: createDecimalFormat('en-US', { style: 'currency', currency: 'USD' })('349900'),
    hasOneKey: key === sameKey,
  };
}
