// One file number in two folders of a transaction: these are two files, for ids, links, cursors and uploads.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { describe, expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';
import { createWorld, fileRecord, lostResponse, startGatewayIn, uploadTo } from './uploading.ts';

const ann = agentOf('111');
const inFolder = (fileFolderID: string | null, fileID = '7') =>
  fileRecord(0, { fileID, fileFolderID, fileDescription: `in ${fileFolderID}` });
const [inA, inB] = [inFolder('A'), inFolder('B')];

async function over(files: readonly FlatRecord[]) {
  const opened: unknown[] = [];
  const under = gatewayOver({
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'a@a.example' }], request),
    // As a service that knows no other filter.
    listFiles: ({ filter }) => {
      const data = files.filter(({ fileID }) => filter === undefined || filter === `fileID=<${String(fileID)}>`);
      return { total: data.length, max: null, nextBatchNo: null, data };
    },
    downloadfiles: () => ({ file_url: 'https://files.example/7' }),
  });
  Object.assign(under.upstream, {
    async download() {
      opened.push(under.upstream.requestsTo('downloadfiles').at(-1)?.filter);
      throw lostResponse();
    },
  });
  const { gateway } = under;
  const loaders = gateway.loaders();
  const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, '111'), 'T-1');
  const list = async (page: object = {}) => await gateway.files.list(loaders, grant, page);
  const get = async (id: string) => gateway.files.get(loaders, await gateway.access.openFile(ann, id));
  const download = async (id: string) => {
    const file = await get(id);
    const link = gateway.links.toFile(ann, file.grant!, file.name);
    await expect(gateway.followLink(link.slice('/files/'.length), { requestId: 'r' } as never)).rejects.toThrow();
    return opened.at(-1);
  };
  return { list, get, download, idOf: gateway.files.idOf };
}

/** As version 0.3 minted it. */
const formerId = createSealer([sealKey(1)]).seal('file', ['111', 'T-1', '7']);

describe('two files with one number', () => {
  test('have their own ids, and are read and downloaded by them, each from its folder', async () => {
    const { list, get, download, idOf } = await over([inA, inB]);
    const { nodes } = await list();
    const ids = nodes.map(idOf);
    expect(new Set(ids).size).toBe(2);
    for (const [index, folderId] of ['A', 'B'].entries()) {
      const id = ids[index]!;
      expect(await get(id)).toMatchObject({ grant: { id }, fileId: '7', folderId, description: `in ${folderId}` });
      expect(await download(id)).toBe(`fileFolderID=<${folderId}>, fileID=<7>`);
    }
  });

  test('are NOT_FOUND by an id that names neither folder, and by the id of one that is gone', async () => {
    const { get, list, idOf } = await over([inA, inB]);
    await expect(get(formerId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [of] = (await list()).nodes.map(idOf);
    await expect((await over([inB])).get(of!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('have their own cursors: a page continues after the right one, wherever both have moved', async () => {
    const others = ['1', '2', '3'].map((each) => inFolder('A', each));
    const twins = [inFolder('A'), { ...inA, fileFolderID: 'B' }];
    const { edges } = await (await over([...others, ...twins])).list();
    const { list } = await over([...twins.toReversed(), ...others]);
    const after = await list({ after: edges[4]!.cursor });
    expect(after.nodes.map(({ fileId, folderId }) => [fileId, folderId])).toEqual([
      ['7', 'A'],
      ['1', 'A'],
      ['2', 'A'],
      ['3', 'A'],
    ]);
  });
});

test.each<[string, FlatRecord, string]>([
  ['in a folder', inA, 'fileFolderID=<A>, fileID=<7>'],
  ['in no folder', inFolder(null), 'fileID=<7>'],
  ['in a folder that no filter can contain', inFolder('A,B'), 'fileID=<7>'],
])(
  'a file %s is read and downloaded by its id, and by one that version 0.3 minted, which it keeps',
  async (_, file, filter) => {
    const { list, get, download, idOf } = await over([file, inFolder('A', '8')]);
    const [first] = (await list()).nodes;
    for (const id of [idOf(first!), formerId]) {
      expect(await get(id)).toMatchObject({ grant: { id }, fileId: '7' });
      expect(await download(id)).toBe(filter);
    }
  },
);

describe('an upload whose file gets the number of one in another folder', () => {
  const start = () => {
    const world = createWorld();
    world.files.push(fileRecord(7, { fileFolderID: 'A' }));
    return { world, underTest: startGatewayIn(world) };
  };
  const added = fileRecord(7, { fileFolderID: 'B' });

  test('is distinguished from it, and a replay returns the same file', async () => {
    const { world, underTest } = start();
    world.onUpload = () => {
      world.files.push(added);
      return { status: 200, result: 'Success' };
    };
    for (const replayed of [false, true])
      expect(await uploadTo(underTest)).toMatchObject({
        outcome: 'COMMITTED',
        replayed,
        file: { fileId: '7', folderId: 'B' },
      });
  });

  test('is found if no response came, once', async () => {
    const { world, underTest } = start();
    const lose = () => {
      world.files.push(added);
      throw lostResponse();
    };
    world.onUpload = lose;
    expect(await uploadTo(underTest)).toMatchObject({ outcome: 'COMMITTED', file: { fileId: '7', folderId: 'B' } });
    world.onUpload = () => {
      throw lostResponse();
    };
    expect(await uploadTo(underTest, { key: 'key-2' })).toMatchObject({ outcome: 'UNKNOWN', possibleMatches: [] });
  });
});
