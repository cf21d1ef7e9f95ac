// Streams stay isolated from each other: whoever listens, whatever is written for others, and whatever ids and cursors are tried.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { until } from '../http/streams/live-gateway.ts';
import { LISTENING, type Listened, listenIn, receivedBy, type Watcher } from './listening.ts';
import { foreignMarks } from './marks.ts';
import { createWorld, type WorldOptions } from './world.ts';

const SEED = 20_261_126;
const RANDOM_STREAMS = 60;
const ROUNDS = 2;

async function start(options: WorldOptions = {}) {
  const world = await createWorld(options);
  onTestFinished(() => world.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return { world, ...(await listenIn(world, SEED)) };
}

const leaksIn = (streams: readonly Listened[]) =>
  streams.flatMap(({ caller, label, texts }) => {
    const marks = texts.flatMap((text) => foreignMarks(text, caller.owners, label));
    return marks.length === 0 ? [] : [{ caller: caller.name, label, marks }];
  });
const codesIn = (streams: readonly Listened[], code: string) =>
  streams.filter(({ texts }) => texts.some((text) => text.includes(`"${code}"`))).length;

/** Writes for every agent, and waits until all who follow it were told. */
async function round(write: (owner: number) => Promise<string>, watchers: readonly Watcher[]): Promise<void> {
  for (const owner of LISTENING) {
    const mark = await write(owner);
    const followers = watchers.filter((watcher) => watcher.owner === owner);
    await until(() => followers.every(({ texts }) => texts.some((text) => text.includes(mark))));
  }
}

test(`${RANDOM_STREAMS} random subscriptions, and everybody’s own, are told nothing of other agents`, async () => {
  const { world, learn, watch, spy, write, openRandom, continueAfter } = await start();
  await learn();
  const watchers = await watch();
  await until(() => watchers.every(({ texts }) => texts.some((text) => text.includes('READY'))));
  const tried: Listened[] = await spy();
  await until(() => codesIn(tried, 'NOT_FOUND') === tried.length);
  const written = new Map<number, string[]>(LISTENING.map((owner) => [owner, []]));
  const writeFor = async (owner: number) => {
    const mark = await write(owner);
    written.get(owner)?.push(mark);
    return mark;
  };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const opened: Listened[] = [];
    while (opened.length < RANDOM_STREAMS / ROUNDS) opened.push(await openRandom());
    await round(writeFor, watchers);
    for (const { close } of opened) close();
    tried.push(...opened);
  }
  for (const line of world.lines) expect(foreignMarks(JSON.stringify(line), new Set())).toEqual([]);
  expect(leaksIn([...watchers, ...tried])).toEqual([]);
  // Everybody was told all that was written for its agents, once, and nothing else.
  for (const watcher of watchers) expect(receivedBy(watcher).names).toEqual(written.get(watcher.owner));
  // The result proves nothing unless streams were opened, with every field, and others' values were tried.
  const schema = createSchema();
  const fields = ['Subscription', 'TransactionChange'].flatMap((name) =>
    Object.keys((schema.getType(name) as { getFields: () => object }).getFields()).map((field) => `${name}.${field}`),
  );
  const selected = new Set(tried.flatMap(({ selected: names }) => names));
  expect(fields.filter((field) => !selected.has(field))).toEqual([]);
  expect(codesIn(tried, 'READY') + tried.filter(({ texts }) => texts.length > 1).length).toBeGreaterThan(
    RANDOM_STREAMS / 2,
  );
  expect(codesIn(tried, 'NOT_FOUND')).toBeGreaterThan(10);

  // One of each kind of caller for each of two agents: an agent, a coordinator, and the service.
  const kinds = watchers.filter(({ owner, caller }) => [0, 3].includes(owner) && !caller.name.includes(' and '));
  expect(new Set(kinds.map(({ caller }) => caller.name.split(' ')[0]))).toEqual(
    new Set(['agent', 'coordinator', 'service']),
  );
  let refused = 0;
  for (const watcher of kinds) {
    const cursor = receivedBy(watcher).cursors.at(-1) as string;
    for (const other of kinds) {
      const isSameGrant =
        other.owner === watcher.owner && (other.caller.name === 'service') === (watcher.caller.name === 'service');
      const answers = await continueAfter(other.caller, other.owner, cursor);
      const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? 'ok');
      expect([other.caller.name, codes]).toEqual([
        other.caller.name,
        Array(2).fill(isSameGrant ? 'ok' : 'INVALID_CURSOR'),
      ]);
      if (!isSameGrant) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(30);
});

test.each<[string, WorldOptions]>([
  [
    'feeds that are shared by all who listen',
    {
      gateway: (gateway) => {
        let first: Parameters<typeof gateway.feeds.listen>[0] | null = null;
        const listen: typeof gateway.feeds.listen = (grant, after, options) => {
          first ??= grant;
          return gateway.feeds.listen(first, after, options);
        };
        return { ...gateway, feeds: { ...gateway.feeds, listen } };
      },
    },
  ],
  [
    'lists that anybody may follow',
    {
      gateway: (gateway) => ({
        ...gateway,
        access: {
          ...gateway.access,
          agent: (principal, nrdsId) => gateway.access.agent({ ...principal, role: 'service', nrdsIds: [] }, nrdsId),
        },
      }),
    },
  ],
])('the same streams would detect %s', async (_, options) => {
  const { watch, spy, write } = await start(options);
  const watchers = await watch();
  const streams = [...watchers, ...(await spy())];
  await until(() => watchers.every(({ texts }) => texts.some((text) => text.includes('READY'))));
  for (const owner of LISTENING) await write(owner);
  await until(() => leaksIn(streams).length > 0);
});
