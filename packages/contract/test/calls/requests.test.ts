// Compares the requests of providers, members and tickets with the endpoints' rows: every value has the service's name.
import { expect, test } from 'vitest';
import { isSuccess } from '../../src/answers/success.ts';
import { type Endpoint, endpoints } from '../../src/calls/endpoints.ts';
import { sentTexts } from '../../src/calls/messages.ts';
import { addProviders, providerEntryColumns, valuesOfProviders } from '../../src/calls/provider-requests.ts';
import { createTicket, getMember, registerMember, verifyToken } from '../../src/calls/requests.ts';

const names = ({ request }: Endpoint): string[] => Object.keys(request).filter((name) => name !== 'userId');

const registration = registerMember({
  userName: 'of userName',
  email: 'of email',
  url: 'of url',
  passcodeReturn: true,
});
/** A field that the graph may have some day, and the endpoint does not. */
const ofGraphOnly = { priority: 'of the graph only' };
const ticket = createTicket('createTicket', {
  userName: 'of userName',
  title: 'of title',
  description: 'of description',
  ...ofGraphOnly,
});
const registrationTicket = createTicket('registrationTicket', {
  userName: 'of userName',
  name: 'of name',
  email: 'of email',
  phone: 'of phone',
  description: 'of description',
  ...ofGraphOnly,
});
const entry = {
  kind: 'ESCROW',
  represents: 'of Represents',
  company: 'of Company',
  agentName: 'of AgentName',
  companyAddress: 'of CompanyAddress',
  email: 'of Email',
} as const;
const providers = addProviders({
  agentNrdsId: 'of agentNRDSID',
  transId: 'of transId',
  providers: [
    { ...entry, contact: { phone: 'of Phone' } },
    { ...entry, contact: { phone: null, fax: 'of Fax' } },
  ],
});

test.each([
  ['getMember', getMember({ userName: 'of userName', email: 'of email' })],
  ['userRegistration', registration],
  ['verifyToken', verifyToken('of token')],
  ['createTicket', ticket],
  ['registrationTicket', registrationTicket],
  ['serviceproviders', providers],
] as const)('%s has the fields of its endpoint, each with its own value', (endpoint, request) => {
  expect(Object.keys(request).toSorted()).toEqual(names(endpoints[endpoint]).toSorted());
  for (const [name, value] of Object.entries(request)) {
    if (typeof value === 'string') expect(value).toBe(`of ${name}`);
  }
});

test('omits the parts of a key that are not given, and requests a passcode only if selected', () => {
  expect(getMember({ userName: null, email: 'a' })).toEqual({ email: 'a' });
  expect(registerMember({ userName: 'a', url: 'u' })).toEqual({ userName: 'a', url: 'u', passcodeReturn: false });
});

test('an entry has the fields of 2.7, and either Phone or Fax', () => {
  for (const [index, left] of ['Fax', 'Phone'].entries()) {
    const { spType, ...texts } = providers.data[index] ?? { spType: 'TITLE' };
    expect(spType).toBe('ESCROW');
    const fields = providerEntryColumns.map(({ field }) => field);
    expect(Object.keys(texts)).toEqual(fields.filter((name) => name !== left));
    for (const [name, value] of Object.entries(texts)) expect(value).toBe(`of ${name}`);
  }
});

test('every text that is sent maps back to its input field', () => {
  const listed = [...sentTexts(registration), ...sentTexts(ticket), ...sentTexts(registrationTicket)];
  expect(listed).toHaveLength(11);
  for (const { field, upstreamName, value } of listed)
    expect([upstreamName, value]).toEqual([field, `of ${upstreamName}`]);
  expect(valuesOfProviders(providers).map(({ field, upstreamName }) => `${upstreamName} ${field}`)).toEqual([
    'agentNRDSID agentNrdsId',
    'transId transactionId',
    'data[0].spType providers.0.kind',
    'data[0].Represents providers.0.represents',
    'data[0].Company providers.0.company',
    'data[0].AgentName providers.0.agentName',
    'data[0].CompanyAddress providers.0.companyAddress',
    'data[0].Email providers.0.email',
    'data[0].Phone providers.0.contact.phone',
    'data[1].spType providers.1.kind',
    'data[1].Represents providers.1.represents',
    'data[1].Company providers.1.company',
    'data[1].AgentName providers.1.agentName',
    'data[1].CompanyAddress providers.1.companyAddress',
    'data[1].Email providers.1.email',
    'data[1].Fax providers.1.contact.fax',
  ]);
});

test.each(['Success', 'success', ' SUCCESS '])('"%s" means success', (text) => {
  expect(isSuccess(text)).toBe(true);
});

test.each(['', 'Successful', 'No success', 'Failure'])('"%s" does not mean success', (text) => {
  expect(isSuccess(text)).toBe(false);
});
