/**
 * Sends random operations of many callers to a world, several at a time so that what requests share is shared, and looks into
 * every body, header and log line for what is not the caller's. At the end it looks into the database for what was written
 * to another one's.
 */
import { createSchema } from '../../src/graphql/schema.ts';
import { type Caller, createCallers } from './callers.ts';
import { learn } from './known.ts';
import { foreignMarks } from './marks.ts';
import { multipartBody, multipartType, placeOfFile } from './multipart.ts';
import { createOperations, type Operation, reachableFields } from './operations.ts';
import { createRandom } from './random.ts';
import { tampered } from './values.ts';
import { AGENTS, nrdsIdOf, type World } from './world.ts';

const AT_ONCE = 16;
const SERVICE_SHARE = 0.2;
const LINK_SHARE = 0.05;
const NO_ONE: ReadonlySet<number> = new Set();

export interface Leak {
  readonly caller: string;
  readonly where: 'body' | 'headers' | 'log' | 'database';
  readonly marks: readonly string[];
  readonly operation: string;
}

export interface Outcome {
  readonly operations: number;
  readonly leaks: readonly Leak[];
  /** Operations by their root field, and of these the ones that were answered with data. */
  readonly roots: ReadonlyMap<string, { sent: number; answered: number }>;
  /** Fields of the schema that no operation asked for. */
  readonly neverAsked: readonly string[];
  /** Answers by the code of their first error; `ok` without one. */
  readonly codes: ReadonlyMap<string, number>;
  readonly links: { sent: number; opened: number };
  /** Texts of the caller's own that came back: where none does, nothing is proven. */
  readonly ownMarks: number;
}

interface RunOptions {
  /** Ends at the first leak. */
  readonly untilLeak?: boolean;
  /** Told of every text that is seen, and of the operation before it. */
  readonly onSeen?: (where: Leak['where'], text: string, root: string | null) => void;
}

interface Planned {
  readonly caller: Caller;
  readonly label: string;
  readonly root: string | null;
  readonly request: Request;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

export async function runIsolation(
  world: World,
  operations: number,
  seed: number,
  { untilLeak = false, onSeen }: RunOptions = {},
): Promise<Outcome> {
  const random = createRandom(seed);
  const schema = createSchema();
  const next = createOperations(schema);
  const { agents, services, all } = await createCallers(random);
  const unasked = new Set(reachableFields(schema));
  const roots = new Map(rootNames(unasked).map((name) => [name, { sent: 0, answered: 0 }]));
  const codes = new Map<string, number>();
  const links = { sent: 0, opened: 0 };
  const leaks: Leak[] = [];
  let ownMarks = 0;

  const planLink = (caller: Caller): Planned | null => {
    const toFiles = caller.known.of('downloadUrl');
    const own = toFiles.length > 0 && random.chance(0.8) ? toFiles : caller.known.of('archiveUrl');
    if (own.length === 0) return null;
    const link = random.pick(own);
    const url = random.chance(0.5) ? link : `/files/${encodeURIComponent(tampered(link.slice(7), random))}`;
    return { caller, label: 'a link', root: null, request: { method: 'GET', url, headers: { host: '127.0.0.1' } } };
  };
  const plan = (): Planned => {
    const caller = random.pick(random.chance(SERVICE_SHARE) ? services : agents);
    const link = random.chance(LINK_SHARE) ? planLink(caller) : null;
    if (link !== null) return link;
    const ownText = () => textOf(caller, world);
    const anyText = () => world.newMark(random.whole(AGENTS));
    const operation = next({ random, own: caller.known, all, ownText, anyText });
    for (const field of operation.asked) unasked.delete(field);
    const label = `${operation.query} ${JSON.stringify(operation.variables)}`;
    return { caller, label, root: operation.root, request: requestOf(operation, caller, ownText()) };
  };
  const judge = (planned: Planned, where: Leak['where'], text: string, owners = planned.caller.owners): void => {
    onSeen?.(where, text, planned.root);
    const marks = foreignMarks(text, owners, planned.label);
    if (marks.length > 0) leaks.push({ caller: planned.caller.name, where, marks, operation: planned.label });
  };

  const carryOut = async (): Promise<void> => {
    const planned = plan();
    const { statusCode, headers, body } = await world.app.inject(planned.request);
    judge(planned, 'body', body);
    judge(planned, 'headers', JSON.stringify(headers));
    // A log line is nobody's: it holds no mark at all, whatever was said.
    for (const line of world.lines.splice(0)) judge({ ...planned, label: '' }, 'log', JSON.stringify(line), NO_ONE);
    if (planned.root === null) {
      links.sent += 1;
      if (statusCode === 200) links.opened += 1;
      return;
    }
    ownMarks += body.match(/cnry/g)?.length ?? 0;
    const { data, errors } = JSON.parse(body) as Answer;
    const counts = roots.get(planned.root);
    if (counts !== undefined) {
      counts.sent += 1;
      if (Object.values(data ?? {}).some((each) => each !== null)) counts.answered += 1;
    }
    const code = errors?.[0]?.extensions?.code ?? 'ok';
    codes.set(code, (codes.get(code) ?? 0) + 1);
    learn(data, [planned.caller.known, all]);
  };

  let left = operations;
  const work = async (): Promise<void> => {
    while (left > 0 && !(untilLeak && leaks.length > 0)) {
      left -= 1;
      await carryOut();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  leaks.push(...(await misplaced(world)));
  return { operations, leaks, roots, neverAsked: [...unasked], codes, links, ownMarks };
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

const rootNames = (fields: ReadonlySet<string>) => [...fields].filter((name) => /^(Query|Mutation)\./.test(name));

/** What a caller writes is its own where it acts for one agent; what others write may stand under several. */
function textOf({ owners }: Caller, { newMark }: World): string {
  const [owner, ...more] = owners;
  return owner === undefined || more.length > 0 ? 'written for somebody' : newMark(owner);
}

function requestOf({ query, variables }: Operation, { token }: Caller, mark: string): Request {
  const headers = { host: '127.0.0.1', authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' };
  const place = placeOfFile(variables);
  const [type, payload] =
    place === null
      ? ['application/json', JSON.stringify({ query, variables })]
      : [multipartType, multipartBody({ query, variables }, place, `${mark}.pdf`, `%PDF-1.7\n% ${mark}\n%%EOF\n`)];
  return { method: 'POST', url: '/graphql', headers: { ...headers, 'content-type': type }, payload };
}

/** What stands in the database under an agent, and carries the mark of another. */
async function misplaced({ store }: World): Promise<Leak[]> {
  const transactions = await store
    .selectFrom('transactions')
    .innerJoin('transaction_records', 'transaction_records.transaction_id', 'transactions.id')
    .select(['transactions.agent_nrds_id as owner', 'transaction_records.record as text'])
    .execute();
  const files = await store
    .selectFrom('files')
    .innerJoin('transactions', 'transactions.id', 'files.transaction_id')
    .select(['transactions.agent_nrds_id as owner', 'files.name as text'])
    .execute();
  const owners = new Map(Array.from({ length: AGENTS }, (_, owner) => [nrdsIdOf(owner), new Set([owner])]));
  return [...transactions, ...files].flatMap(({ owner, text }) => {
    const marks = foreignMarks(text, owners.get(owner) ?? NO_ONE);
    const caller = `the record of ${owner}`;
    return marks.length === 0 ? [] : [{ caller, where: 'database' as const, marks, operation: 'some write' }];
  });
}
