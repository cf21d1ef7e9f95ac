/**
 * Limits on the size of a query and its variables, one row per limit. A request over a limit is rejected before validation against the
 * schema, which is the most expensive step of a hostile query. Persisted documents are exempt from the limits on the query's text.
 */
import { GatewayFault } from '../../gateway/fault.ts';

interface Limit {
  readonly max: number;
  /** The sentence that reports the number found. */
  readonly describe: (count: number) => string;
}

/** The parser enforces this limit, and stops there. */
export const MAX_TOKENS = 1_000;

export const limits = {
  characters: { max: 50_000, describe: (count) => `The query has ${count} characters` },
  depth: { max: 15, describe: (count) => `The query is ${count} fields deep` },
  /** GraphiQL's query is 15 deep. A rule of graphql-js limits how often lists may nest in it. */
  introspectionDepth: { max: 20, describe: (count) => `The query selects the schema ${count} fields deep` },
  /** The full schema is the largest response that needs no upstream call; tools select it once, and without aliases. */
  introspections: { max: 1, describe: (count) => `The query selects the schema ${count} times` },
  /** Tools ask for several types at once, to detect the server's features. Each leads to the members of one type only. */
  introspectedTypes: { max: 10, describe: (count) => `The query selects ${count} types of the schema` },
  introspectionAliases: { max: 0, describe: (count) => `The query has ${count} aliases within the schema` },
  rootFields: { max: 30, describe: (count) => `The query has ${count} root fields` },
  aliases: { max: 50, describe: (count) => `The query has ${count} aliases` },
  selections: {
    max: 5_000,
    describe: (count) => `The query has ${count} selections or more after expanding all fragments`,
  },
  /** Validation compares such fields pair by pair. */
  repeats: { max: 50, describe: (count) => `The query selects one field ${count} times in one place` },
  directives: { max: 50, describe: (count) => `The query has ${count} directives` },
  /** Large enough for all columns of a record, for `Transaction.flat(keys:)`. */
  listItems: { max: 250, describe: (count) => `A list or an object has ${count} entries` },
  inputDepth: { max: 10, describe: (count) => `A value is nested ${count} deep` },
  variableValues: { max: 5_000, describe: (count) => `The variables have ${count} values` },
  /** The objects that a router asks for at once. */
  entities: { max: 500, describe: (count) => `The list of representations has ${count} entries` },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

/** The counts; limits that are not included were not checked. */
export type Counts = Partial<Record<LimitName, number>>;

/** A fault that lists every exceeded limit, the number found and the maximum; null if no limit is exceeded. */
export function limitFault(counts: Counts): GatewayFault | null {
  // The common case, without allocating a list.
  let isWithin = true;
  for (const name in counts) if ((counts[name as LimitName] ?? 0) > limits[name as LimitName].max) isWithin = false;
  if (isWithin) return null;
  const exceeded = (Object.keys(limits) as LimitName[]).filter((name) => (counts[name] ?? 0) > limits[name].max);
  const sentences = exceeded.map((name) => {
    const { max, describe } = limits[name];
    return `${describe(counts[name] ?? 0)}, and at most ${max} are allowed (${name}).`;
  });
  return new GatewayFault('QUERY_TOO_LARGE', sentences.join(' '));
}
