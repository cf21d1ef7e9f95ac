/**
 * How large a query and its variables may be: one row a limit, with what is counted. What is beyond one is refused before
 * it is validated against the schema, which is where a hostile query costs most. Persisted documents are free of the rows
 * about the query's text.
 */
import { GatewayFault } from '../gateway/fault.ts';

interface Limit {
  readonly max: number;
  /** The sentence around the number that was found. */
  readonly found: (count: number) => string;
}

export const limits = {
  characters: { max: 50_000, found: (count) => `The query has ${count} characters` },
  /** Kept by the parser itself, which stops there. */
  tokens: { max: 1_000, found: (count) => `The query has ${count} tokens` },
  depth: { max: 15, found: (count) => `The query is ${count} fields deep` },
  /** The query of GraphiQL is 15 deep; how often lists may nest there is graphql's own rule. */
  introspectionDepth: { max: 20, found: (count) => `The query describes the schema ${count} fields deep` },
  /** The whole of it is the largest answer that needs no call: tools ask once, and under no other names. */
  introspections: { max: 1, found: (count) => `The query asks ${count} times for the schema` },
  introspectionAliases: { max: 0, found: (count) => `The query has ${count} aliases within the schema` },
  rootFields: { max: 30, found: (count) => `The query has ${count} root fields` },
  aliases: { max: 50, found: (count) => `The query has ${count} aliases` },
  selections: {
    max: 5_000,
    found: (count) => `The query has ${count} selections, each fragment unfolded where it stands`,
  },
  /** Whether two of them agree is compared pair by pair. */
  repeats: { max: 50, found: (count) => `The query selects one field ${count} times at one place` },
  directives: { max: 50, found: (count) => `The query has ${count} directives` },
  /** The columns of a record all fit, for `Transaction.flat(keys:)`. */
  listItems: { max: 250, found: (count) => `A list or an object has ${count} entries` },
  inputDepth: { max: 10, found: (count) => `A value is nested ${count} deep` },
  variableValues: { max: 5_000, found: (count) => `The variables have ${count} values` },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

/** What was counted; a limit that is not among it was not looked at. */
export type Counts = Partial<Record<LimitName, number>>;

/** Names every limit that is passed, what was found and what is allowed; null where all are kept. */
export function excess(counts: Counts): GatewayFault | null {
  // Most pass none: that is told without a list of them.
  let isKept = true;
  for (const name in counts) if ((counts[name as LimitName] ?? 0) > limits[name as LimitName].max) isKept = false;
  if (isKept) return null;
  const passed = (Object.keys(limits) as LimitName[]).filter((name) => (counts[name] ?? 0) > limits[name].max);
  const sentences = passed.map((name) => {
    const { max, found } = limits[name];
    return `${found(counts[name] ?? 0)}, and at most ${max} are allowed (${name}).`;
  });
  return new GatewayFault('QUERY_TOO_LARGE', sentences.join(' '));
}
