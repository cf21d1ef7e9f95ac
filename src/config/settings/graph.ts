/** The graph, and what is served next to it: the search index, live updates, webhooks. */
import { quoted } from '@realty-forms/platform/quote.ts';
import {
  checked,
  choice,
  headerSecret,
  howToMake,
  listed,
  listOf,
  networks,
  number,
  oneOf,
  RANDOM_TEXT,
  text,
  traits,
  whole,
} from '../kinds.ts';

/** An agent, or an office. */
const isIndexed = (entry: string): boolean => /^(office:)?[^\s:,]{1,64}$/.test(entry);

/** Optional parts of a subgraph. */
const federationParts = ['trans-id', 'node', 'auth'] as const;
const federation = checked((value) => {
  const parts: readonly string[] = federationParts;
  const isList = listOf(value).length > 0 && listOf(value).every((each) => parts.includes(each));
  return value === 'on' || value === 'off' || isList
    ? null
    : `${quoted(value)} is neither on nor off, nor a list of ${parts.join(', ')}`;
});

export const graph = {
  GRAPHIQL: oneOf(['on', 'off'], 'on').describe('Whether GraphiQL is served'),
  INTROSPECTION: oneOf(['on', 'off'], 'on').describe(
    'Whether clients may read the schema; off also removes "Did you mean" from errors, and leaves GraphiQL without completion',
  ),
  PERSISTED_DOCUMENTS: text()
    .optional()
    .describe(
      "File with persisted documents, from Apollo's tool or Relay's compiler; only these operations are then accepted; unset: any",
    )
    .meta(traits({ file: true })),
  QUERY_MAX_CALLS: whole(1, 1_000_000, 200).describe('Maximum estimated number of POST API calls per query'),
  QUERY_MAX_RESPONSE_BYTES: whole(100_000, 100_000_000, 4_000_000).describe(
    'Maximum size of a response in bytes, estimated before a query runs and checked when its response is written',
  ),
  FEDERATION: federation
    .default('off')
    .describe(
      'Whether the graph can be part of a supergraph, behind a router: on, off, or some of trans-id,node,auth, which turn it on with extras; see docs/subgraph.md',
    ),
  FEDERATION_TOKEN: headerSecret(16)
    .optional()
    .describe(
      'Secret that routers send in x-federation-token, 16 characters or more, so that no other caller can use their fields; unset: none',
    )
    .meta(traits({ secret: true, source: howToMake(RANDOM_TEXT) })),
};

export const index = {
  INDEX: choice(['on', 'off'])
    .optional()
    .describe(
      'Whether the gateway keeps an index of all transactions, for searches; unset: on with the embedded service, otherwise off, since the index stores personal data on disk; see docs/search-index.md',
    ),
  INDEX_AGENTS: listed(isIndexed, 'is not an NRDS id, nor office: and the NRDS id of an office')
    .default('')
    .describe(
      'Whose transactions are in the index: NRDS ids of agents, and offices as office:ID, comma-separated; unset: all',
    )
    .meta(traits({ example: '999000001,office:999100001' })),
  INDEX_CALLS_PER_MINUTE: number(6, 1_000_000)
    .optional()
    .describe(
      'Calls per minute that fill the index, of all processes together; requests come first; unset: 120, or 6000 with the embedded service',
    ),
  INDEX_CLOSED_DAYS: number(1, 100_000)
    .optional()
    .describe(
      'Days without a change after which finished transactions (closed, expired, leased, rejected, terminated, withdrawn) leave the index; unset: they stay',
    ),
};

export const live = {
  LIVE: oneOf(['on', 'off'], 'on').describe('Whether clients may listen for changes'),
  LIVE_POLL_SECONDS: whole(1, 300, 10).describe(
    'Interval at which the gateway asks the POST API for changes of an agent that has listeners; after every sixth, it counts the transactions to notice deletions',
  ),
  LIVE_OVERLAP_SECONDS: whole(30, 3_600, 120).describe(
    'How late a change may become visible in the POST API and still be found',
  ),
  LIVE_POLLS_PER_MINUTE: whole(1, 1_000_000, 600).describe(
    'Calls per minute that ask for changes; if there are too many agents for it, the intervals become longer',
  ),
  WEBHOOKS_FILE: text()
    .optional()
    .describe('JSON file with the URLs to notify of changes, and of which agents; see docs/webhooks.md; unset: none')
    .meta(traits({ secret: true, file: true })),
  WEBHOOKS_NETWORKS: networks
    .describe('Networks that are not public and that webhooks may reach, comma-separated; unset: none')
    .meta(traits({ example: '10.1.0.0/16,127.0.0.1' })),
};
