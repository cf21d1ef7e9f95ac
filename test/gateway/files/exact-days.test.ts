import { expect, test } from 'vitest';
import { agentOf } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');

test('a list of files for a day is an error if it is empty, although a file was added on that day', async () => {
  const files = [{ fileID: '7', fileName: 'offer.pdf', insertDate: '2026-03-04T15:00:00Z' }];
  const { gateway } = gatewayOver({
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
    // As a service that compares the day with times of day.
    listFiles: ({ filter = '' }) => {
      const data = filter.includes('insertDate=') ? [] : files;
      return { total: files.length, max: null, nextBatchNo: null, data };
    },
  });
  const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, '111'), 'T-1');
  const list = (insertDate: string) => gateway.files.list(gateway.loaders(), grant, { filter: { insertDate } });
  await expect(list('2026-03-04')).rejects.toMatchObject({ code: 'UPSTREAM_INVALID', endpoint: 'listFiles' });
  expect((await list('2026-03-05')).nodes).toEqual([]);
});

test.each([
  ['east', '2026-03-05', '2026-03-04T15:00:00Z'],
  ['west', '2026-03-03', '2026-03-04T08:00:00Z'],
])(
  'a list for a day may be empty if the service, which is further %s, has what happened on another day',
  async (_, there, insertDate) => {
    const file = { fileID: '7', fileName: 'offer.pdf', insertDate };
    const { gateway } = gatewayOver({
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      listFiles: ({ filter = '' }) => {
        const [, day = there] = /insertDate=<(.*?)>/.exec(filter) ?? [];
        const data = day === there ? [file] : [];
        return { total: 1, max: null, nextBatchNo: null, data };
      },
    });
    const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, '111'), 'T-1');
    const list = (day: string) => gateway.files.list(gateway.loaders(), grant, { filter: { insertDate: day } });
    expect((await list('2026-03-04')).nodes).toEqual([]);
  },
);
