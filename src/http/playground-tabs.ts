/**
 * The queries that GraphiQL opens with, in order; each has its file in `playground/`. The first runs as it is with an
 * agent's token.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface PlaygroundTokens {
  /** What the headers pane holds at first, such as `Authorization` with the development token of an agent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for the tabs that serve service callers only. */
  readonly serviceHeaders?: Readonly<Record<string, string>>;
  /** The NRDS id of the agent that `headers` speak for; the tab that creates a transaction names it. */
  readonly agentNrdsId?: string;
}

export interface PlaygroundTab {
  readonly query: string;
  /** JSON text, as the pane shows it. */
  readonly variables?: string;
  readonly caller: 'agent' | 'service';
}

interface TabRow {
  readonly file: string;
  readonly caller: PlaygroundTab['caller'];
  readonly variables?: (tokens: PlaygroundTokens) => object;
}

/** Where a reader has to put something first; no id looks like it. */
const PASTE_AN_ID = 'PASTE-AN-ID-HERE';

const rows: readonly TabRow[] = [
  { file: 'my-transactions', caller: 'agent' },
  {
    file: 'open-transactions',
    caller: 'agent',
    variables: () => ({
      first: 5,
      after: null,
      filter: { statuses: ['ACTIVE', 'PENDING', 'NEW'] },
      orderBy: { field: 'LISTING_PRICE', direction: 'DESC' },
    }),
  },
  { file: 'whole-transaction', caller: 'agent' },
  {
    file: 'create-transaction',
    caller: 'agent',
    variables: ({ agentNrdsId = PASTE_AN_ID }) => ({
      input: {
        agentNrdsId,
        stateId: 'CA',
        name: '12 Harbor Street',
        streetAddress: '12 Harbor Street',
        propertyType: 'RESIDENTIAL',
        type: 'LISTING',
        status: 'NEW',
        idempotencyKey: randomUUID(),
      },
    }),
  },
  {
    file: 'add-service-providers',
    caller: 'agent',
    variables: () => ({
      input: {
        transactionId: PASTE_AN_ID,
        providers: [
          {
            kind: 'ESCROW',
            represents: 'Seller',
            company: 'Harbor Escrow (fictional)',
            agentName: 'Esther Example',
            companyAddress: '5 Bank Street, Sacramento CA',
            email: 'desk@escrow.example',
            contact: { phone: '555-0150' },
          },
        ],
        idempotencyKey: randomUUID(),
      },
    }),
  },
  { file: 'accounts', caller: 'service' },
];

export function readTabs(tokens: PlaygroundTokens): Promise<PlaygroundTab[]> {
  return Promise.all(rows.map((row) => readTab(row, tokens)));
}

async function readTab({ file, caller, variables }: TabRow, tokens: PlaygroundTokens): Promise<PlaygroundTab> {
  const query = await readFile(new URL(`./playground/${file}.graphql`, import.meta.url), 'utf8');
  if (variables === undefined) return { query, caller };
  return { query, caller, variables: JSON.stringify(variables(tokens), null, 2) };
}
