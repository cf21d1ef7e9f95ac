/**
 * The queries that GraphiQL opens with, in order; each has a file in the folder `tabs`. The first one runs as it is with an agent's token.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY_MS, systemClock } from '@realty-forms/platform/clock.ts';
import { TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';

export interface PlaygroundTokens {
  /** Initial content of the headers pane, such as `Authorization` with an agent's development token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for a coordinator's tabs. */
  readonly coordinatorHeaders?: Readonly<Record<string, string>>;
  /** The same for tabs that only service callers can use. */
  readonly serviceHeaders?: Readonly<Record<string, string>>;
  /** NRDS id of the agent whose token `headers` contains; the tab that creates a transaction uses it. */
  readonly agentNrdsId?: string;
}

export interface PlaygroundTab {
  readonly query: string;
  /** JSON text, as shown in the pane. */
  readonly variables?: string;
  readonly caller: 'agent' | 'coordinator' | 'service';
}

interface TabRow {
  readonly file: string;
  readonly caller: PlaygroundTab['caller'];
  readonly variables?: (tokens: PlaygroundTokens) => object;
}

/**
 * Stands for the id of a transaction. The boot script fills it in if it has an agent's token; otherwise users do. No real id looks like it.
 */
export const PASTE_AN_ID = 'PASTE-AN-ID-HERE';
const PASTE_A_TOKEN = 'PASTE-A-TOKEN-HERE';

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
  { file: 'search', caller: 'agent', variables: () => ({ text: 'str', filter: { statuses: ['ACTIVE', 'PENDING'] } }) },
  { file: 'deadlines', caller: 'agent', variables: () => ({ from: dayIn(0), to: dayIn(14), kinds: null }) },
  { file: 'whole-transaction', caller: 'agent' },
  { file: 'my-changes', caller: 'agent' },
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
  { file: 'uploaded-files', caller: 'agent', variables: () => ({ transactionId: PASTE_AN_ID }) },
  { file: 'my-agents', caller: 'coordinator' },
  { file: 'accounts', caller: 'service' },
];

function dayIn(days: number): string {
  return new Date(systemClock.now() + days * DAY_MS).toISOString().slice(0, 10);
}

export function readTabs(tokens: PlaygroundTokens): Promise<PlaygroundTab[]> {
  return Promise.all(rows.map((row) => readTab(row, tokens)));
}

async function readTab({ file, caller, variables }: TabRow, tokens: PlaygroundTokens): Promise<PlaygroundTab> {
  const text = await readFile(new URL(`./tabs/${file}.graphql`, import.meta.url), 'utf8');
  const token = tokens.headers?.[TOKEN_HEADER]?.split(' ').at(-1);
  const query = text.replaceAll(PASTE_A_TOKEN, token ?? PASTE_A_TOKEN);
  if (variables === undefined) return { query, caller };
  return { query, caller, variables: JSON.stringify(variables(tokens), null, 2) };
}
