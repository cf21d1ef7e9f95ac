/**
 * Which of the graph's tests run against which disguise (packages/reference/src/dialect/presets): all of them a few files through which most
 * answers go, and each some of the longer ones, so that together they cover the endpoints in every wrapper.
 */
const everywhere = [
  'resolvers/accounts',
  'cost/batching',
  'responses/complete-responses',
  'resolvers/large-numbers',
  'resolvers/warnings',
];

const alsoIn = {
  'us-office': ['resolvers/members', 'resolvers/files', 'writes/whole-writes'],
  rest: ['writes/whole-writes', 'upstreams/absence'],
  documented: ['resolvers/create-transaction', 'writes/whole-writes', 'upstreams/absence'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const disguises = Object.entries(alsoIn).map(([name, others]) => ({
  name,
  files: [...everywhere, ...others],
}));

const verbatim = 'it expects columns as this upstream does not write them, and the graph returns them verbatim';
const instants = 'it expects the text of a filter, in which this upstream reads instants in its own zone';
const pastTheEnd = 'its list is empty although meta.max is not, which this upstream answers otherwise';

const flat = { 'returns the record as upstream sent it, whole or by columns, for what has no field': verbatim };
const filters = { 'sends all filters and an order in upstream’s notation and terms': instants };
const counts = { 'a total count beyond 32 bits is UPSTREAM_INVALID': pastTheEnd };
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
    'a file has the fields of its record, under the names of the graph': instants,
    'a filter is sent in the notation of 4.8': instants,
    'an upload with a denied token is not resent but retryable, and the next one has a new token':
      'a 401 under HTTP 200 does not say that a write was not executed',
    'a file that is requested by its id, and answered with an empty list, is NOT_FOUND':
      'its meta counts the files of the transaction, and then null is not read as an empty list',
  },
  rest: {
    ...flat,
    ...digits,
    ...counts,
    'sends all filters and an order in upstream’s notation and terms':
      'its name has an ampersand, which separates the keys of a filter here',
    ...aliases,
  },
  documented: {
    ...digits,
    ...aliases,
  },
};

/** Why a test is not run against a disguise; undefined if it is. */
export function exclusionReason(disguise: string, test: string): string | undefined {
  return excluded[disguise as keyof typeof excluded][test];
}
