/**
 * Many callers listen while transactions are written for all of them: to what they may listen to, and, by random subscriptions, to
 * whatever the schema offers, with ids and cursors of their own, of others, and forged. Everything that reaches a stream is kept.
 */
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { passing } from '../http/streams/live-gateway.ts';
import { openStream } from '../support/gateways/stream-client.ts';
import { type Caller, createCallers } from './callers.ts';
import { learnFrom } from './known.ts';
import { createSubscriptions } from './operations.ts';
import { createRandom, type Random } from './random.ts';
import type { World } from './world.ts';
import { nrdsIdOf } from './world-data.ts';

/** Of the agents, those who listen; the last two act for one of them each, too. */
export const LISTENING = [0, 1, 2, 3];
const owners: ReadonlySet<number> = new Set(LISTENING);

const watched = `subscription ($agent: String!, $after: String) {
  transactionChanges(agentNrdsId: $agent, after: $after) { kind cursor version transaction { id name } } }`;
const paged = `query ($agent: String!, $after: String) {
  transactionChanges(agentNrdsId: $agent, after: $after) { endCursor changes { kind cursor transaction { id name } } } }`;
const list =
  'query ($agent: String!) { transactions(agentNrdsId: $agent, first: 3) { nodes { id } edges { cursor } } }';
const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }`;

/** A stream that is open, and all that its client was sent. */
export interface Listened {
  readonly caller: Caller;
  /** The subscription itself. */
  readonly label: string;
  readonly root: string;
  readonly selected: readonly string[];
  readonly texts: string[];
  readonly close: () => void;
}

/** One that follows an agent's list. */
export interface Watcher extends Listened {
  readonly owner: number;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Json = any;

export async function listenIn(world: World, seed: number) {
  const url = await world.listen();
  const random: Random = createRandom(seed);
  const next = createSubscriptions(createSchema());
  const { agents, services, all } = await createCallers(random);
  const callers = [...agents, ...services].filter(({ owners: own }) => [...own].some((owner) => owners.has(owner)));

  async function ask(caller: Caller, query: string, variables: object): Promise<Json> {
    const { body } = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { host: '127.0.0.1', authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query, variables }),
    });
    const response = JSON.parse(body);
    learnFrom(response.data, [caller.known, all]);
    return response;
  }

  async function open(caller: Caller, query: string, variables: object, more: object): Promise<Listened> {
    const transport = random.pick(['sse', 'multipart'] as const);
    const stream = await openStream(url, { query, variables, token: caller.token, transport });
    const texts = [JSON.stringify([...stream.response.headers])];
    const label = `${query} ${JSON.stringify(variables)}`;
    const isStream = !stream.response.headers.get('content-type')?.startsWith('application/');
    const read = async () => {
      if (!isStream) texts.push(await stream.rest());
      for (let frame = await stream.frame(); frame !== undefined; frame = await stream.frame()) {
        texts.push(frame);
        learnFrom(dataIn(frame), [caller.known, all]);
      }
    };
    // It ends when the client leaves.
    read().catch(() => undefined);
    return { caller, label, root: '', selected: [], texts, close: stream.close, ...more };
  }

  async function follow(isFollowed: (caller: Caller, owner: number) => boolean): Promise<Watcher[]> {
    const watchers: Watcher[] = [];
    for (const caller of callers) {
      for (const owner of LISTENING.filter((each) => isFollowed(caller, each)))
        watchers.push((await open(caller, watched, { agent: nrdsIdOf(owner) }, { owner })) as Watcher);
    }
    return watchers;
  }

  return {
    /** What callers know before they listen: the ids and cursors of their own lists. */
    async learn(): Promise<void> {
      for (const caller of callers)
        for (const owner of caller.owners)
          if (LISTENING.includes(owner)) await ask(caller, list, { agent: nrdsIdOf(owner) });
    },
    /** Everybody follows the lists of all agents that it acts for, as far as they listen. */
    watch: (): Promise<Watcher[]> => follow((caller, owner) => caller.owners.has(owner)),
    /** Everybody tries to follow the other lists, too. */
    spy: (): Promise<Watcher[]> => follow((caller, owner) => !caller.owners.has(owner)),
    async openRandom(): Promise<Listened> {
      const caller = random.pick(callers);
      const [owner = 0] = caller.owners;
      const ownText = () => world.newMark(owner);
      const { query, variables, root, selected } = next({
        random,
        candidates: caller.known,
        all,
        ownText,
        anyText: ownText,
      });
      return await open(caller, query, variables, { root, selected });
    },
    /** Writes a transaction for an agent, in its own name, and returns the mark that it carries. */
    async write(owner: number): Promise<string> {
      const caller = callers.find(({ owners: own }) => own.size === 1 && own.has(owner)) as Caller;
      const mark = world.newMark(owner);
      const kinds = { propertyType: 'RESIDENTIAL', type: 'PURCHASE', status: 'NEW' };
      const place = { agentNrdsId: nrdsIdOf(owner), stateId: 'OR', streetAddress: world.newMark(owner) };
      const { data } = await ask(caller, create, { input: { ...place, ...kinds, name: mark } });
      if (data?.createTransaction.outcome !== 'COMMITTED') throw new Error('nothing was written');
      return mark;
    },
    /** What a caller is told that continues after a cursor, on a page and in a stream. */
    async continueAfter(caller: Caller, owner: number, after: string): Promise<readonly Json[]> {
      const page = await ask(caller, paged, { agent: nrdsIdOf(owner), after });
      const stream = await openStream(url, {
        query: watched,
        variables: { agent: nrdsIdOf(owner), after },
        token: caller.token,
        headers: { accept: 'text/event-stream' },
      });
      const received = await passing(stream.result());
      stream.close();
      return [page, received];
    },
  };
}

/** The data of a result in a frame of either format. */
function dataIn(frame: string): Json {
  const parsed = JSON.parse(/\{.*\}/s.exec(frame)?.[0] ?? 'null');
  return parsed?.payload?.data ?? parsed?.data;
}

/** The cursors that a stream has told, and the names of the transactions. */
export function receivedBy({ texts }: Listened) {
  const changes = texts.slice(1).flatMap((text) => dataIn(text)?.transactionChanges ?? []);
  return {
    cursors: changes.map(({ cursor }) => cursor as string),
    names: changes.flatMap(({ transaction }) => (transaction === null ? [] : [transaction.name as string])),
  };
}
