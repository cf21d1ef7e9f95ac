import { providerKinds } from '@realty-forms/contract/columns/fields.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProviderSchema } from '../../src/http/provider-schema.ts';
import { creation, problem, type Running, runReference, shareReference } from '../running.ts';

const shared = shareReference();

const PATH = '/fsforms/serviceproviders';

const entry = {
  spType: 'ESCROW',
  Represents: 'Buyer',
  Company: 'Figment Bank of Nowhere',
  AgentName: "Zoë O'Example",
  CompanyAddress: '1 Placeholder Lane',
  Email: 'desk@figment.example',
  Phone: '(201) 555-0100',
};

async function create(running: Running): Promise<string> {
  return (await running.call('/fsforms/addTrans', creation)).body[0].transId;
}

async function read(running: Running, transId: string): Promise<Record<string, string>> {
  return (await running.call('/fsforms/getTransById', { transId })).body[0];
}

const add = (running: Running, transId: string, data: unknown) =>
  running.call(PATH, { transId, agentNRDSID: creation.agentNRDSID, data });

describe('serviceproviders', () => {
  test('loses none of many simultaneous entries', async () => {
    const running = shared();
    const transId = await create(running);
    const kinds = providerKinds.filter(({ hasAgent }) => hasAgent);
    await Promise.all(kinds.map(({ kind }) => add(running, transId, [{ ...entry, spType: kind }])));
    const record = await read(running, transId);
    for (const { prefix } of kinds) expect(record[`${prefix}CompanyName`]).toBe(entry.Company);
  });

  test.each([
    ['an empty list', [], 'data'],
    ['an entry without an agent', [entry, { ...entry, spType: 'TITLE', AgentName: '' }], 'data[1].AgentName'],
    ['an entry with neither phone nor fax', [{ ...entry, Phone: '' }], 'data[0].Phone or data[0].Fax'],
  ])('rejects %s with 400 and the path of the field', async (_name, data, place) => {
    const running = shared();
    expect((await add(running, await create(running), data)).body).toEqual(
      problem(400, 'Missing Required Parameter', `Missing Required Parameter: ${place}`),
    );
  });

  test.each([
    ['an unknown type', [{ ...entry, spType: 'PLUMBING' }], /data\[0\]\.spType must be/],
    ['an entry with both phone and fax', [{ ...entry, Fax: '(201) 555-0101' }], /data\[0\] has both Phone and Fax/],
    ['a type given twice', [entry, entry], /data has the same spType twice/],
    ['an unknown field', [{ ...entry, company: 'x' }], /data\[0\]\.company is not a field/],
    [
      'an entry without a phone whose fax is not text',
      [{ ...entry, Phone: '', Fax: [] }],
      /data\[0\]\.Fax must be string/,
    ],
    ['an entry that is not an object', ['ESCROW'], /data\[0\] must be object/],
  ])('rejects %s with 411, and says where', async (_name, data, message) => {
    const running = shared();
    expect((await add(running, await create(running), data)).body).toEqual(
      problem(411, 'Unexpected Value in the parameter', expect.stringMatching(message)),
    );
  });

  test('finds every fault of an entry, each at its field', () => {
    const { check } = createProviderSchema(providerKinds.map(({ kind }) => kind));
    const fields = ['spType', 'Represents', 'Company', 'AgentName', 'CompanyAddress', 'Email', 'Phone or data[0].Fax'];
    expect(check([{}])).toEqual({ missing: fields.map((field) => `data[0].${field}`), unexpected: [] });
    expect(check([{ ...entry, spType: 'PROPERTY_APPRAISAL', Company: 5, Phone: 5 }])).toEqual({
      missing: [],
      unexpected: [
        ['data[0].AgentName', 'has no column for PROPERTY_APPRAISAL'],
        ['data[0].Company', 'must be string'],
        ['data[0].Phone', 'must be string'],
      ],
    });
  });

  test('quotes a whole text that is sent in the place of an entry, if it has an invalid character', async () => {
    const running = shared();
    const response = await add(running, await create(running), [entry, 'a<b']);
    expect([response.status, response.body.detail]).toEqual([402, 'Invalid Character found in a<b']);
  });

  test('rejects data that is not a list with 400, naming the field', async () => {
    const running = shared();
    const { body } = await add(running, await create(running), entry);
    expect([body.status, body.detail]).toEqual([400, 'Missing Required Parameter: data']);
  });

  test('rejects a very deeply nested list with 411', async () => {
    const running = shared();
    const data = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = `{"userId":"vendor@vendor.example","transId":"1","agentNRDSID":"1","data":${data}}`;
    const response = await running.post(PATH, body, { authorization: `Bearer ${await running.token()}` });
    expect(response.status).toBe(411);
  });
});

describe('/ServiceProvidersSchema.json', () => {
  test('is public, and lets a JSON Schema validator reach the same verdicts as the service', async () => {
    const running = shared();
    const { status, body } = await running.send('/ServiceProvidersSchema.json');
    expect([status, body.$id]).toEqual([200, `${running.url}/ServiceProvidersSchema.json`]);
    const validate = new Ajv2020({ strictTypes: false }).compile(body);
    const { check } = createProviderSchema(providerKinds.map(({ kind }) => kind));
    const value = fc.constantFrom<unknown>('x', 'x', 'x', '', ' ', null, 5, ['x'], undefined);
    const kind = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...providerKinds.map((each) => each.kind)) }, value);
    const contact = fc.constantFrom({ Phone: 'x' }, { Fax: 'x', Phone: '' }, { Phone: 'x', Fax: 'x' }, { Fax: null });
    const others = fc.constantFrom('Represents', 'Company', 'AgentName', 'Email', 'Phone', 'Fax', 'company');
    const made = fc.tuple(kind, contact, fc.constantFrom('', 'x', 'x', 'x'), fc.option(fc.tuple(others, value)));
    const anEntry = made.map(([spType, reached, AgentName, change]) => {
      const { Phone: _, ...plain } = { ...entry, spType, AgentName };
      return { ...plain, ...reached, ...(change && { [change[0]]: change[1] }) };
    });
    const entries = fc.array(fc.oneof({ weight: 9, arbitrary: anEntry }, fc.constantFrom<unknown>(null, 'x', [])), {
      maxLength: 3,
    });
    let valid = 0;
    fc.assert(
      fc.property(entries, (data) => {
        const { missing, unexpected } = check(JSON.parse(JSON.stringify(data)) as unknown[]);
        const isValid = missing.length + unexpected.length === 0;
        expect(validate(JSON.parse(JSON.stringify(data)))).toBe(isValid);
        if (isValid) valid += 1;
      }),
      { numRuns: 500 },
    );
    // Some 24 of them by chance; once in 400 runs, 8.
    expect(valid).toBeGreaterThan(2);
  });

  test('lists only the types that the service was started with, and only those are accepted', async () => {
    const running = await runReference({ providerTypes: ['ESCROW', 'CLOSING'] });
    const { body } = await running.send('/ServiceProvidersSchema.json');
    expect(body.$defs.entry.properties.spType.enum).toEqual(['ESCROW', 'CLOSING']);
    const transId = await create(running);
    expect((await add(running, transId, [{ ...entry, spType: 'TITLE' }])).status).toBe(411);
    expect((await add(running, transId, [{ ...entry, spType: 'CLOSING' }])).status).toBe(200);
  });
});
