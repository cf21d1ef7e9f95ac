// Walks through filtered lists of the embedded service return each record once, whatever the page sizes.

import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { type GraphUnderTest, startGraph } from '../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../support/upstreams/real-upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

interface List {
  readonly filter: object;
  readonly orderBy: object;
  /** The same filter and order in wire notation. */
  readonly wire: { readonly filter: string; readonly sort: string };
}

const ownFilter = `NRDSID=<${demoAgentNrdsId}>`;
const lists: readonly List[] = [
  { filter: {}, orderBy: { field: 'INSERT_DATE' }, wire: { filter: ownFilter, sort: 'insertDate:asc' } },
  {
    filter: { propertyTypes: ['RESIDENTIAL'] },
    orderBy: { field: 'STATUS', direction: 'DESC' },
    wire: { filter: `${ownFilter},propertyType=<R>`, sort: 'propertyStatus:desc' },
  },
  {
    filter: { statuses: ['CLOSED', 'ACTIVE'], insertDateMin: '2024-06-01' },
    orderBy: { field: 'LISTING_PRICE', direction: 'ASC' },
    wire: { filter: `${ownFilter},propertyStatus=<X|A>,insertDate_min=<2024-06-01>`, sort: 'listingPrice:asc' },
  },
  {
    filter: { realtorName: 'Nobody At All' },
    orderBy: { field: 'NAME' },
    wire: { filter: `${ownFilter},realtorName=<Nobody At All>`, sort: 'transName:asc' },
  },
];

async function post(url: string, path: string, body: object, token?: string): Promise<Json> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

/** The transIds of a list in the order in which the POST API itself returns them. */
async function listDirectly(url: string, { wire }: List): Promise<string[]> {
  const credentials = { grant_type: 'client_credentials', client_id: client.id, client_secret: CLIENT_SECRET };
  const { access_token: token } = await post(url, '/oauth/token', credentials);
  const numbers: string[] = [];
  for (let batch: number | null = 1; batch !== null; ) {
    const request = { userId: client.vendorEmail, batch_size: 100, batch_no: batch, full_details: true, ...wire };
    const [page] = await post(url, '/fsforms/listTrans', request, token);
    numbers.push(...page.data.map(({ transId }: { transId: unknown }) => String(transId)));
    batch = page.meta.next_batch_no;
  }
  return numbers;
}

const PAGE = `query ($agent: String!, $first: Int, $after: String, $last: Int, $before: String, $filter: TransactionFilter,
  $orderBy: TransactionOrder) {
  transactions(agentNrdsId: $agent, first: $first, after: $after, last: $last, before: $before, filter: $filter,
    orderBy: $orderBy) {
    totalCount nodes { transId } edges { cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

interface FetchedPage {
  readonly numbers: string[];
  readonly total: number;
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

type Direction = 'forward' | 'backward';

async function fetchPage(
  { ask }: GraphUnderTest,
  token: string,
  list: List,
  direction: Direction,
  size: number,
  from: string | null,
): Promise<FetchedPage> {
  const page = direction === 'forward' ? { first: size, after: from } : { last: size, before: from };
  const { filter, orderBy } = list;
  const { data, errors, extensions } = await ask(PAGE, {
    token,
    variables: { agent: demoAgentNrdsId, ...page, filter, orderBy },
  });
  expect(errors).toBeUndefined();
  expect(extensions).toBeUndefined();
  const { totalCount, nodes, edges, pageInfo } = data.transactions;
  expect(edges.at(-1)?.cursor ?? null).toBe(pageInfo.endCursor);
  expect(edges.at(0)?.cursor ?? null).toBe(pageInfo.startCursor);
  return {
    numbers: nodes.map(({ transId }: { transId: string }) => transId),
    total: totalCount,
    cursor: direction === 'forward' ? pageInfo.endCursor : pageInfo.startCursor,
    hasMore: direction === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage,
  };
}

async function walk(graph: GraphUnderTest, token: string, list: List, direction: Direction, sizes: readonly number[]) {
  const pages: string[][] = [];
  let from: string | null = null;
  for (let index = 0; ; index += 1) {
    const { numbers, cursor, hasMore } = await fetchPage(
      graph,
      token,
      list,
      direction,
      sizes[index % sizes.length] ?? 1,
      from,
    );
    pages.push(numbers);
    if (!hasMore) break;
    from = cursor;
  }
  return (direction === 'forward' ? pages : pages.toReversed()).flat();
}

test('a walk returns the same list as the POST API, from either end', async () => {
  const upstream = await startUpstream({ seed: { agents: 3, offices: 1, transactions: 1000, seed: 7 } });
  onTestFinished(() => upstream.close());
  const graph = await startGraph({
    baseUrl: upstream.url,
    clientId: client.id,
    clientSecret: CLIENT_SECRET,
    vendorEmail: client.vendorEmail,
  });
  const token = await serviceToken();
  const direct = new Map<List, string[]>();
  for (const list of lists) direct.set(list, await listDirectly(upstream.url, list));
  const lengths = [...direct.values()].map(({ length }) => length);
  expect(lengths[0]).toBeGreaterThan(100);
  expect(Math.min(...lengths.slice(0, 3))).toBeGreaterThan(30);
  expect(lengths.at(-1)).toBe(0);

  const direction = fc.constantFrom<Direction>('forward', 'backward');
  const sizes = fc.array(fc.integer({ min: 9, max: 100 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), direction, sizes, async (list, towards, given) => {
      expect(await walk(graph, token, list, towards, given)).toEqual(direct.get(list));
    }),
    { numRuns: 12 },
  );
});
