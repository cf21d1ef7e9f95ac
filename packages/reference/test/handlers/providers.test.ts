import { providerKinds } from '@realty-forms/contract/columns/fields.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { creation, problem, type Running, runReference, shareReference } from '../running.ts';

const shared = shareReference();

const PATH = '/fsforms/serviceproviders';
const NOW = Date.parse('2026-11-20T10:00:00.123Z');

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
  test('returns the JSON string Success, and changes only the columns of the entry’s type and lastUpdateDate', async () => {
    const running = shared();
    const transId = await create(running);
    const before = await read(running, transId);
    const response = await add(running, transId, [entry]);
    expect([response.status, response.text]).toEqual([200, '"Success"']);
    const { lastUpdateDate, ...after } = await read(running, transId);
    expect(lastUpdateDate).not.toBe(before['lastUpdateDate']);
    expect({ ...after, lastUpdateDate: before['lastUpdateDate'] }).toEqual({
      ...before,
      escrowCompanyRepresents: 'Buyer',
      escrowAgent: "Zoë O'Example",
      escrowCompanyName: 'Figment Bank of Nowhere',
      escrowCompanyAddress: '1 Placeholder Lane',
      escrowEmailAddress: 'desk@figment.example',
      escrowPhone: '(201) 555-0100',
    });
  });

  test('accepts all types in one request', async () => {
    const running = shared();
    const transId = await create(running);
    const data = providerKinds.map(({ kind, hasAgent }) => ({
      ...entry,
      spType: kind,
      AgentName: hasAgent ? kind : '',
    }));
    expect((await add(running, transId, data)).status).toBe(200);
    const record = await read(running, transId);
    for (const { prefix, hasAgent, kind } of providerKinds) {
      expect(record[`${prefix}CompanyName`]).toBe(entry.Company);
      expect(record[`${prefix}Agent`]).toBe(hasAgent ? kind : undefined);
    }
  });

  test('replaces all columns of a type, so that a new fax clears the phone, and keeps other types', async () => {
    const running = shared();
    const transId = await create(running);
    await add(running, transId, [entry, { ...entry, spType: 'CLOSING' }]);
    const { Phone: _, ...byFax } = { ...entry, Fax: '(201) 555-0101', Represents: '' };
    expect((await add(running, transId, [byFax])).status).toBe(200);
    expect(await read(running, transId)).toMatchObject({
      escrowPhone: '',
      escrowFax: '(201) 555-0101',
      escrowCompanyRepresents: '',
      closingPhone: '(201) 555-0100',
    });
  });

  test('updates lastUpdateDate for filters and in the summary', async () => {
    let now = NOW;
    const running = await runReference({ clock: { now: () => now }, tokenLifetimeSeconds: 1_000_000 });
    const transId = await create(running);
    await create(running);
    now += 60_000;
    await add(running, transId, [entry]);
    const fields = { filter: `NRDSID=<${creation.agentNRDSID}>,lastUpdateDate_since=<2026-11-20T10:01:00Z>` };
    const [{ data }] = (await running.call('/fsforms/listTrans', fields)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      insertDate: '2026-11-20T10:00:00.123Z',
      lastUpdateDate: '2026-11-20T10:01:00.123Z',
    });
  });

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
    ['an entry without a company', [{ ...entry, Company: undefined }], 'data[0].Company'],
    ['an entry with a blank e-mail', [{ ...entry, Email: ' ' }], 'data[0].Email'],
    ['an entry without Represents', [{ ...entry, Represents: null }], 'data[0].Represents'],
    ['an entry without an agent', [entry, { ...entry, spType: 'TITLE', AgentName: '' }], 'data[1].AgentName'],
    ['an entry with neither phone nor fax', [{ ...entry, Phone: '' }], 'data[0].Phone or data[0].Fax'],
    ['an empty entry', [{}], 'data[0].spType'],
  ])('rejects %s with 400 and the path of the field', async (_name, data, place) => {
    const running = shared();
    expect((await add(running, await create(running), data)).body).toEqual(
      problem(400, 'Missing Required Parameter', `Missing Required Parameter: ${place}`),
    );
  });

  test.each([
    ['an unknown type', [{ ...entry, spType: 'PLUMBING' }], /data\[0\]\.spType must be/],
    ['a type in another case', [{ ...entry, spType: 'Escrow' }], /data\[0\]\.spType must be/],
    ['an entry with both phone and fax', [{ ...entry, Fax: '(201) 555-0101' }], /data\[0\] has both Phone and Fax/],
    ['a type given twice', [entry, entry], /data has the same spType twice/],
    ['more entries than types', Array.from({ length: 8 }, () => entry), /data has 8 entries/],
    ['an appraisal with an agent', [{ ...entry, spType: 'PROPERTY_APPRAISAL' }], /data\[0\]\.AgentName/],
    ['an unknown field', [{ ...entry, company: 'x' }], /data\[0\]\.company is not a field/],
    ['a value that is not text', [{ ...entry, Company: 5 }], /data\[0\]\.Company must be string/],
    ['an entry without a fax whose phone is not text', [{ ...entry, Phone: 5 }], /data\[0\]\.Phone must be string/],
    [
      'an entry without a phone whose fax is not text',
      [{ ...entry, Phone: '', Fax: [] }],
      /data\[0\]\.Fax must be string/,
    ],
    ['an entry that is not an object', ['ESCROW'], /data\[0\] must be object/],
  ])('rejects %s with 411, and changes nothing', async (_name, data, message) => {
    const running = shared();
    const transId = await create(running);
    const before = await read(running, transId);
    expect((await add(running, transId, data)).body).toEqual(
      problem(411, 'Unexpected Value in the parameter', expect.stringMatching(message)),
    );
    expect(await read(running, transId)).toEqual(before);
  });

  test('quotes a whole text that is sent in the place of an entry, if it has an invalid character', async () => {
    const running = shared();
    const response = await add(running, await create(running), [entry, 'a<b']);
    expect([response.status, response.body.detail]).toEqual([402, 'Invalid Character found in a<b']);
  });

  test('rejects an invalid character in any field of an entry with 402', async () => {
    const running = shared();
    const transId = await create(running);
    for (const field of Object.keys(entry)) {
      const response = await add(running, transId, [{ ...entry, [field]: 'a<b' }]);
      expect([response.status, response.body.detail]).toEqual([402, 'Invalid Character found in a<b']);
    }
  });

  test.each([
    ['an unknown transaction', { transId: '1' }, 'transId'],
    ['a transId that is not a number', { transId: 'x' }, 'transId'],
    ["another agent's transaction", { agentNRDSID: '999000002' }, 'agentNRDSID'],
    ['data that is not a list', { data: entry }, 'data'],
  ])('rejects %s with 400, naming the field', async (_name, changes, field) => {
    const running = shared();
    const fields = { transId: await create(running), agentNRDSID: creation.agentNRDSID, data: [entry], ...changes };
    const { body } = await running.call(PATH, fields);
    expect([body.status, body.detail]).toEqual([400, `Missing Required Parameter: ${field}`]);
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
    const appraisal = { ...entry, spType: 'PROPERTY_APPRAISAL', AgentName: '' };
    for (const [data, good] of [
      [[entry, { ...entry, spType: 'TITLE2' }, appraisal], true],
      [[entry, entry], false],
      [[{ ...entry, Fax: '1' }], false],
      [[], false],
    ] as const) {
      expect(validate(data)).toBe(good);
    }
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
