/** An invented endpoint, notifyParties, with its mutation, as CONTRIBUTING.md says to add one: a file, a text of it, and that text after the edit. */

export type Edit = readonly [file: string, before: string, after: string];

/** In front of a text. */
const before = (file: string, text: string, added: string): Edit => [file, text, `${added}${text}`];
const after = (file: string, text: string, added: string): Edit => [file, text, `${text}${added}`];
const create = (file: string, text: string): Edit => [file, '', text];

const spec = `### 4.17 POST /fsforms/notifyParties

Request fields: userId, transId, message. Response: status, title, detail.

`;

const row = `  notifyParties: {
    path: '/fsforms/notifyParties',
    scope: 'transactions.create',
    effect: 'write',
    request: { userId: text, transId: text, message: text },
    wrapper: 'object',
    errors: [missingParameter, accessDenied],
  },
`;

const handler = `  notifyParties: {
    tag: 'transactions',
    summary: 'Send a message to the parties of a transaction',
    description: 'By e-mail, to those whose address the transaction has.',
    fields: () => ({ message: text('What they are told.', 'The closing is on Monday.') }),
    response: notice,
    handle: async (values, { transactions }) => {
      const id = readTransId(values.text('transId') ?? '');
      if (id === null || (await transactions.find(id)) === null) throw missingParameter('notifyParties', 'transId');
      return { value: { status: 200, title: 'Notified', detail: \`They read: \${values.text('message')}\` } };
    },
  },
`;

const conformance = `const notifyParties = endpointOf('4.17', {
  assumedScope: 'transactions.create',
  request: () => ({ transId: 'no-such-transaction', message: 'Never sent' }),
  outcome: 'refused',
});

`;

const rule = `  ...commonRules(notifyParties),
  {
    id: '4.17.answer',
    sentence: '/fsforms/notifyParties answers status, title and detail',
    needs: ['write'],
    async check(target) {
      const { transId } = (await target.sample()).transactions[0] ?? {};
      const { body } = await target.call('/fsforms/notifyParties', { transId, message: 'See you on Monday' });
      assert.deepEqual(Object.keys(isFields(body) ? body : {}).sort(), ['detail', 'status', 'title']);
    },
  },
`;

const useCase = `/** The use case of sending a message to the parties of a transaction (4.17). */
import { sentTexts } from '@realty-forms/contract/calls/messages.ts';
import type { TransactionGrant } from '../callers/grants.ts';
import type { Author } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import { NO_RESPONSE, payloadOf, textErrors, type WritePayload } from './outcome.ts';

interface NotifyResult extends WritePayload {
  readonly detail: string | null;
}

export function createNotifyParties({ decode, upstream, writeOnce }: Pick<Parts, 'decode' | 'upstream' | 'writeOnce'>) {
  return async ({ transId, agentNrdsId }: TransactionGrant, author: Author, message: string): Promise<NotifyResult> => {
    const request = { transId, message };
    const recorded = await writeOnce<{ readonly detail: string | null }>({
      operation: 'notifyParties',
      ifUnknown: \`\${NO_RESPONSE} the message may have been sent: ask one of them\`,
      author,
      agent: agentNrdsId,
      changes: { transId },
      request,
      sent: sentTexts(request, { transId: 'transactionId' }),
      check: () => textErrors({ message }),
      send: async () => decode.notice(await upstream.call('notifyParties', request)),
      toStored: ({ detail }) => ({ texts: { detail } }),
    });
    return { ...payloadOf(recorded), detail: recorded.result?.detail ?? null };
  };
}
`;

const sdl = `
extend type Mutation {
  "Sends a message to the parties of a transaction."
  notifyParties("The transaction and the message." input: NotifyPartiesInput!): NotifyPartiesPayload
    @scope(requires: "providers.write")
}

"A message to the parties of a transaction."
input NotifyPartiesInput {
  "The id of a \`Transaction\`."
  transactionId: ID!
  "What they are told."
  message: String!
  "Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID."
  idempotencyKey: String
}

"Result of \`notifyParties\`."
type NotifyPartiesPayload {
  "Whether the message was sent."
  outcome: MutationOutcome!
  "Mistakes that the user can fix; empty on success."
  userErrors: [UserError!]!
  "True if this is the stored outcome of an earlier request with the same key."
  replayed: Boolean!
  "What was done."
  detail: String @size(bytes: 250)
}
`;

const resolver = `
  async notifyParties(_root, { input: { transactionId, message, idempotencyKey } }, context) {
    const { access, notifyParties } = context.gateway;
    const caller = callerOf(context);
    const grant = await access.openTransaction(caller, transactionId);
    return notifyParties(grant, authorOf(caller, idempotencyKey), message);
  },
`;

const test = `// notifyParties: a message to the parties of a transaction, sent once, by the embedded service.
import { expect, test } from 'vitest';
import { runReference, vendor } from '../../../packages/reference/test/running.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph } from '../../support/gateways/graph-under-test.ts';

const mutation = \`mutation ($input: NotifyPartiesInput!) {
  notifyParties(input: $input) { outcome replayed detail userErrors { field code } }
}\`;

test('a message is sent once, and a blank one not at all', async () => {
  const { url } = await runReference({});
  const credentials = { clientId: vendor.id, clientSecret: vendor.secret, vendorEmail: vendor.vendorEmail };
  const { ask } = await startGraph({ baseUrl: url, ...credentials });
  const token = await serviceToken();
  const { data } = await ask('{ accounts(first: 1) { nodes { transactions(first: 1) { nodes { id } } } } }', { token });
  const transactionId = data.accounts.nodes[0].transactions.nodes[0].id;
  const notify = async (message: string, idempotencyKey: string) => {
    const answer = await ask(mutation, { token, variables: { input: { transactionId, message, idempotencyKey } } });
    expect(answer.errors).toBeUndefined();
    return answer.data.notifyParties;
  };
  const sent = { outcome: 'COMMITTED', replayed: false, detail: 'They read: On Monday', userErrors: [] };
  expect(await notify('On Monday', 'once')).toEqual(sent);
  expect(await notify('On Monday', 'once')).toEqual({ ...sent, replayed: true });
  expect(await notify(' ', 'blank')).toMatchObject({ userErrors: [{ field: 'message', code: 'INVALID_VALUE' }] });
});
`;

const reference = 'packages/reference/src/handlers/fsforms.ts';
const writes = 'src/graphql/resolvers/transaction.ts';
const gateway = 'src/gateway/gateway.ts';
const section7 =
  '| /thlmobile/registrationTicket | 400 | Bad Request | one of: Missing Required Parameter; Case submission error! |\n';

const idempotencyRow = `  {
    field: 'notifyParties',
    path: '/fsforms/notifyParties',
    answer: { json: { status: 200, title: 'Notified', detail: 'Sent' } },
    needsId: true,
    input: { message: 'On Monday' },
    other: { message: 'On Tuesday' },
    fields: 'detail',
    first: { detail: 'Sent' },
    again: { detail: 'Sent' },
  },
`;

const rules = 'packages/reference/test/conformance/rules/service-providers.ts';

export const endpointRecipe = {
  title: 'An endpoint with its mutation',
  row: before(
    'packages/contract/src/calls/endpoints.ts',
    '} as const satisfies Readonly<Record<string, Endpoint>>;',
    row,
  ),
  rest: [
    before('docs/spec.md', '## 5. Authentication', spec),
    after(
      'docs/spec.md',
      section7,
      ['400 | Missing Required Parameter', '401 | Access Denied']
        .map((each) => `| /fsforms/notifyParties | ${each} | |\n`)
        .join(''),
    ),
    before(reference, '} satisfies Partial<DescribedEndpoints>;', handler),
    [reference, 'exactlyOne, listOf,', 'exactlyOne, listOf, notice,'],
    before(reference, 'import { nextBatchNo,', "import { missingParameter } from '../http/failure.ts';\n"),
    before(rules, 'export const serviceProviderRules: readonly Rule[] = [\n', conformance),
    after(rules, 'export const serviceProviderRules: readonly Rule[] = [\n', rule),
    create('src/gateway/writing/notify-parties.ts', useCase),
    before(
      gateway,
      'import { createAddServiceProviders }',
      "import { createNotifyParties } from './writing/notify-parties.ts';\n",
    ),
    before(
      gateway,
      '    addProviders: createAddServiceProviders(',
      '    notifyParties: createNotifyParties(writing),\n',
    ),
    after('schema/provider.graphql', '  transaction: Transaction @scope(requires: "transactions.read")\n}\n', sdl),
    [
      writes,
      "'createTransaction' | 'addServiceProviders'>",
      "'createTransaction' | 'addServiceProviders' | 'notifyParties'>",
    ],
    after(
      writes,
      '    return context.gateway.addProviders(context.loaders, caller, authorOf(caller, idempotencyKey), input);\n  },\n',
      resolver,
    ),
    create('test/graphql/resolvers/notify-parties.test.ts', test),
    after('test/graphql/writes/idempotency.test.ts', 'const rows: readonly Row[] = [\n', idempotencyRow),
  ],
} as const satisfies { title: string; row: Edit; rest: readonly Edit[] };
