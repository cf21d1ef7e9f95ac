/**
 * Which of the graph's tests run against which disguise (packages/reference/src/dialect/presets): those through which each column, each
 * endpoint's wrapper and each form of a list, of an error and of a success go.
 */
const everywhere = ['resolvers/accounts', 'cost/batching', 'responses/complete-responses', 'writes/whole-writes'];

const alsoIn = {
  'us-office': ['resolvers/warnings', 'resolvers/large-numbers'],
  rest: [],
  documented: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const disguises = Object.entries(alsoIn).map(([name, others]) => ({
  name,
  files: [...everywhere, ...others],
}));

const verbatim = 'it expects columns as this upstream does not write them, and the graph returns them verbatim';
const instants = 'it expects the text of a filter, in which this upstream reads instants in its own zone';

const flat = { 'returns the record as upstream sent it, whole or by columns, for what has no field': verbatim };
const filters = { 'sends all filters and an order in upstream’s notation and terms': instants };
const digits = {
  'ids and prices are returned digit for digit, and an integer beyond 32 bits is null with a warning': verbatim,
};
const aliases = {
  'aliases that select different parts of one transaction share a call, and each gets its whole part': verbatim,
};
const wrongMax = {
  'returns accounts from both of their records, with their transactions':
    'its lists are as long as meta.max says, which does not count the matches here',
};

/** Tests whose expectation cannot hold against a disguise, by name, each with the reason. */
const excluded: Readonly<Record<keyof typeof alsoIn, Readonly<Record<string, string>>>> = {
  'us-office': {
    ...flat,
    ...filters,
    ...digits,
    ...aliases,
    ...wrongMax,
  },
  rest: {
    ...flat,
    'sends all filters and an order in upstream’s notation and terms':
      'its name has an ampersand, which separates the keys of a filter here',
    ...aliases,
  },
  documented: aliases,
};

/** Why a test is not run against a disguise; undefined if it is. */
export function exclusionReason(disguise: string, test: string): string | undefined {
  return excluded[disguise as keyof typeof excluded][test];
}
