/**
 * The queries that GraphiQL opens with, in order; each has a file in the folder `tabs`. The first one runs as it is with an agent's token.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DAY_MS, systemClock } from '@realty-forms/platform/clock.ts';
import type { DevelopmentSignIn } from '../routes/development.ts';

export interface PlaygroundTab {
  readonly query: string;
  /** JSON text, as shown in the pane. */
  readonly variables?: string;
  readonly caller: DevelopmentSignIn['role'];
}

interface TabRow {
  readonly file: string;
  readonly caller: PlaygroundTab['caller'];
  readonly variables?: (agent: DevelopmentSignIn | undefined) => object;
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
    variables: (agent) => ({
      input: {
        agentNrdsId: agent?.nrdsId ?? PASTE_AN_ID,
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

export function readTabs(callers: readonly DevelopmentSignIn[]): Promise<PlaygroundTab[]> {
  const agent = callers.find(({ role }) => role === 'agent');
  return Promise.all(rows.map((row) => readTab(row, agent)));
}

async function readTab({ file, caller, variables }: TabRow, agent?: DevelopmentSignIn): Promise<PlaygroundTab> {
  const text = await readFile(new URL(`./tabs/${file}.graphql`, import.meta.url), 'utf8');
  const query = text.replaceAll(PASTE_A_TOKEN, agent?.token ?? PASTE_A_TOKEN);
  if (variables === undefined) return { query, caller };
  return { query, caller, variables: JSON.stringify(variables(agent), null, 2) };
}
