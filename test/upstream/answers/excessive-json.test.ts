// Responses with more values than any page has are not parsed: parsing them would hold the event loop.

import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { describe, expect, test } from 'vitest';
import { accountRequest, faultOf, GET_ACCOUNT, startClient } from '../client-under-test.ts';

const MANY = 101_000;

const excessive = {
  'objects in a list': `[${'{},'.repeat(MANY)}{}]`,
  'objects in each other': `${'{"a":'.repeat(MANY)}1${'}'.repeat(MANY)}`,
  'lists in a part of a short answer': `{"meta":{"max":0},"data":[],"more":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
  'numbers in a list': `[${'1,'.repeat(2 * MANY)}1]`,
  'distinct keys': JSON.stringify([Object.fromEntries(Array.from({ length: MANY }, (_, at) => [at.toString(36), 1]))]),
};

describe.each(Object.entries(excessive))('%s', (_, body) => {
  test('are UPSTREAM_INVALID, and the reason is logged', async () => {
    const { stub, upstream, logLines } = await startClient();
    stub.answer(GET_ACCOUNT, { text: body });
    const fault = await faultOf(upstream.call('getAccount', accountRequest));
    expect(fault).toMatchObject({ code: 'UPSTREAM_INVALID', sent: true });
    expect(fault.message).toMatch(/JSON with (more than 100000 values|values nested more than 32 deep)/);
    expect(logLines.join('')).toContain('JSON with');
  });

  test('are an outage with the status of one, like any other text', async () => {
    const { stub, upstream } = await startClient();
    stub.answer(GET_ACCOUNT, { status: 502, text: body });
    expect((await faultOf(upstream.call('getAccount', accountRequest))).code).toBe('UPSTREAM_UNAVAILABLE');
  });
});

test('records of a known order of columns are counted too', async () => {
  const { stub, upstream } = await startClient();
  const list = (records: number) =>
    `[{"meta":{"total":1,"max":1},"data":[${Array.from({ length: records }, () => '{"transName":"a"}').join()}]}]`;
  const read = () =>
    upstream.call('listTrans', { filter: 'NRDSID=<1>' }, { selection: selectPaths(new Set(['name'])) });
  stub.answer('/fsforms/listTrans', { text: list(2) });
  await read();
  expect((await read()).data).toHaveLength(2);
  stub.answer('/fsforms/listTrans', { text: list(50_001) });
  expect((await faultOf(read())).message).toContain('JSON with more than 100000 values');
});
