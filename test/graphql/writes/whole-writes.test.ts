// Writes against the embedded service itself: what was written can be read, and its rejections map to their fields.
import { expect, onTestFinished, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph } from '../../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../../support/upstreams/real-upstream.ts';

const escrow = {
  kind: 'ESCROW',
  company: 'Safe Escrow',
  agentName: 'Esther Escrow',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
};
const appraisal = {
  kind: 'PROPERTY_APPRAISAL',
  represents: 'Buyer',
  company: 'Appraisers',
  companyAddress: '6 Bank Street',
  email: 'desk@appraisers.example',
  contact: { fax: '555-6001' },
};
const add = `mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) {
  outcome userErrors { field message code }
  transaction { lastUpdateDate serviceProviders(kinds: [ESCROW, PROPERTY_APPRAISAL]) {
    kind represents agentName company address email phone fax } } } }`;

async function start() {
  const upstream = await startUpstream({ seed: { agents: 2, offices: 1, transactions: 12, seed: 7 } });
  onTestFinished(() => upstream.close());
  const graph = await startGraph({
    baseUrl: upstream.url,
    clientId: client.id,
    clientSecret: CLIENT_SECRET,
    vendorEmail: client.vendorEmail,
  });
  const { data } = await graph.ask('{ accounts { nodes { nrdsId email } } }', { token: await serviceToken() });
  const [{ nrdsId, email }] = data.accounts.nodes;
  return { ...graph, nrdsId: nrdsId as string, email: email as string };
}

type Started = Awaited<ReturnType<typeof start>>;

async function firstTransaction({ ask, nrdsId }: Started, token: string): Promise<string> {
  const query = 'query ($nrdsId: String) { transactions(agentNrdsId: $nrdsId, first: 1) { nodes { id } } }';
  const { data } = await ask(query, { token, variables: { nrdsId } });
  return data.transactions.nodes[0].id;
}

test('added providers are in the transaction of the payload, with its new date', async () => {
  const graph = await start();
  const token = await agentToken([graph.nrdsId]);
  const transactionId = await firstTransaction(graph, token);
  const before = await graph.ask('query ($id: ID!) { transaction(by: { id: $id }) { lastUpdateDate } }', {
    token,
    variables: { id: transactionId },
  });
  const { data, errors } = await graph.ask(add, {
    token,
    variables: { input: { transactionId, providers: [appraisal, escrow] } },
  });
  expect(errors).toBeUndefined();
  expect(data.addServiceProviders).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  const { lastUpdateDate, serviceProviders } = data.addServiceProviders.transaction;
  expect(Date.parse(lastUpdateDate)).toBeGreaterThan(Date.parse(before.data.transaction.lastUpdateDate));
  expect(serviceProviders).toEqual([
    {
      kind: 'ESCROW',
      represents: null,
      agentName: 'Esther Escrow',
      company: 'Safe Escrow',
      address: '5 Bank Street',
      email: 'desk@escrow.example',
      phone: '555-5001',
      fax: null,
    },
    {
      kind: 'PROPERTY_APPRAISAL',
      represents: 'Buyer',
      agentName: null,
      company: 'Appraisers',
      address: '6 Bank Street',
      email: 'desk@appraisers.example',
      phone: null,
      fax: '555-6001',
    },
  ]);
});

test('rejections map to their fields', async () => {
  const graph = await start();
  const token = await serviceToken();
  const transactionId = await firstTransaction(graph, token);
  const refuse = async (input: object) => {
    const variables = { input: { transactionId, agentNrdsId: graph.nrdsId, providers: [escrow], ...input } };
    return (await graph.ask(add, { token, variables })).data.addServiceProviders.userErrors;
  };
  expect(await refuse({ providers: [{ ...escrow, company: '<b>' }, appraisal] })).toEqual([
    { field: 'providers.0.company', message: 'Must not contain the character "<"', code: 'INVALID_CHARACTER' },
  ]);
  const { data } = await graph.ask('{ accounts { nodes { nrdsId } } }', { token });
  expect(await refuse({ agentNrdsId: data.accounts.nodes[1].nrdsId })).toMatchObject([{ field: 'agentNrdsId' }]);
});

test('a member is found, registered by passcode, and verified once', async () => {
  const { ask, email, lines } = await start();
  const token = await serviceToken();
  const variables = { email };
  const found = await ask('query ($email: String) { members(by: { email: $email }) { userName thlHours } }', {
    token,
    variables,
  });
  const [{ userName }] = found.data.members;
  const registered = await ask(
    `mutation ($input: RegisterMemberInput!) { registerMember(input: $input) {
      outcome userErrors { field message } title passcode } }`,
    { token, variables: { input: { userName, url: 'https://mobile.example/', passcodeReturn: true } } },
  );
  const { passcode, ...rest } = registered.data.registerMember;
  expect(rest).toEqual({ outcome: 'COMMITTED', userErrors: [], title: null });
  const verify = `mutation ($token: String!) { verifyMemberToken(input: { token: $token }) {
    outcome userErrors { field message code } member { userName email holidays } } }`;
  const verified = await ask(verify, { token, variables: { token: passcode } });
  expect(verified.data.verifyMemberToken).toMatchObject({
    outcome: 'COMMITTED',
    member: { userName, email, holidays: expect.any(Array) },
  });
  const again = await ask(verify, { token, variables: { token: passcode } });
  expect(again.data.verifyMemberToken).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'token', message: expect.stringMatching(/^This token is not valid/), code: 'REJECTED' }],
  });
  expect(JSON.stringify(lines)).not.toContain(passcode);
});

test('a registration reports its errors, a ticket its number, and shareApp what was sent', async () => {
  const { ask, email } = await start();
  const { data } = await ask(
    `mutation ($email: String) {
      nobody: registerMember(input: { email: "nobody@nowhere.example", url: "https://mobile.example/" }) { ...told }
      elsewhere: registerMember(input: { email: $email, url: "https://evil.example/" }) { ...told }
      link: registerMember(input: { email: $email, url: "https://mobile.example/" }) { ...told }
      createTicket(input: { userName: "ada", title: "Help", description: "Please" }) { outcome detail }
      shareApp(input: { fields: { to: "ada", times: 2 } }) { outcome result }
    }
    fragment told on RegisterMemberPayload { outcome userErrors { field code } }`,
    { token: await serviceToken(), variables: { email } },
  );
  expect(data).toEqual({
    nobody: { outcome: 'REJECTED', userErrors: [{ field: 'email', code: 'NOT_FOUND' }] },
    elsewhere: { outcome: 'REJECTED', userErrors: [{ field: 'url', code: 'REJECTED' }] },
    link: { outcome: 'COMMITTED', userErrors: [] },
    createTicket: { outcome: 'COMMITTED', detail: 'The ticket number is 1' },
    shareApp: { outcome: 'COMMITTED', result: { to: 'ada', times: 2, status: 200 } },
  });
});
