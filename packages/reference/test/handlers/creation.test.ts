import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { describe, expect, test } from 'vitest';
import { creation, problem, runReference, shareReference } from '../running.ts';

const shared = shareReference();

const ADD = '/fsforms/addTrans';
const NOW = Date.parse('2026-11-20T10:00:00.123Z');

describe('addTrans', () => {
  test('returns all columns in table order: the fields sent, the agent, the time of creation, and blanks', async () => {
    const running = await runReference({ clock: { now: () => NOW } });
    const { body } = await running.call(ADD, creation);
    expect(body).toHaveLength(1);
    const [record] = body;
    expect(Object.keys(record)).toEqual(transactionFields.map(({ upstreamName }) => upstreamName));
    const filled = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
    expect(filled).toEqual({
      transName: "O'Example, Zoë & Co.",
      realtorName: "Zoë O'Example",
      insertDate: '2026-11-20T10:00:00.123Z',
      lastUpdateDate: '2026-11-20T10:00:00.123Z',
      propertyType: 'R',
      transactionType: 'A',
      propertyStatus: 'N',
      streetAddress: '1 Placeholder Lane',
      State: 'OH',
      sellerAgentName: "Zoë O'Example",
      sellerAgentEmail: 'zoe.o.example.1@agents.example',
      sellerAgentNRDSID: '999000001',
      transId: expect.stringMatching(/^\d+$/),
    });
  });

  test.each([
    ['A', 'seller'],
    ['G', 'seller'],
    ['L', 'seller'],
    ['P', 'buyer'],
  ])('puts the agent of a transaction of type %s on the %s side only', async (transactionType, side) => {
    const running = shared();
    const [record] = (await running.call(ADD, { ...creation, transactionType })).body;
    const other = side === 'seller' ? 'buyer' : 'seller';
    expect([record[`${side}AgentNRDSID`], record[`${other}AgentNRDSID`]]).toEqual(['999000001', '']);
  });

  test('rejects an agent that has not enabled the integration with 403 and the reason', async () => {
    const detail = 'Transaction creation failed: 999000008 is not an agent that has enabled the integration';
    expect((await shared().call(ADD, { ...creation, agentNRDSID: '999000008' })).body).toEqual(
      problem(403, 'New Transaction Failure', detail),
    );
  });

  test('rejects a lone surrogate with 402, because no database would return it unchanged', async () => {
    const running = shared();
    const response = await running.call(ADD, { ...creation, transName: 'a\ud800' });
    expect([response.status, response.body.title]).toEqual([402, 'Bad Request']);
  });

  test('checks in order: token, identity, missing fields, characters, values', async () => {
    const running = shared();
    const all = { ...creation, transName: '<', stateID: '??', streetAddress: '' };
    const { streetAddress: _, ...missing } = all;
    expect((await running.post(ADD, missing)).status).toBe(401);
    expect((await running.call(ADD, { ...missing, userId: 'other@vendor.example' })).status).toBe(401);
    expect((await running.call(ADD, missing)).status).toBe(400);
    expect((await running.call(ADD, { ...all, streetAddress: 'x' })).status).toBe(402);
    expect((await running.call(ADD, { ...all, streetAddress: 'x', transName: 'x' })).status).toBe(403);
  });

  test('gives each of many simultaneous creations a unique id', async () => {
    const running = shared();
    const answers = await Promise.all(Array.from({ length: 20 }, () => running.call(ADD, creation)));
    expect(new Set(answers.map(({ body }) => body[0].transId)).size).toBe(20);
  });
});
