/**
 * Sends random operations of many callers to a world, several concurrently so that requests can share calls, and searches every
 * body, header and log line for other agents' data. At the end it searches the database for records that were written to
 * another agent.
 */
import { type Caller, createCallers } from './callers.ts';
import { learnFrom } from './known.ts';
import { foreignMarks } from './marks.ts';
import { multipartBody, multipartType, pathOfFile } from './multipart.ts';
import { createOperations, type Operation, reachableFields } from './operations.ts';
import { createRandom } from './random.ts';
import { tamperWith } from './values.ts';
import type { World } from './world.ts';
import { AGENTS, nrdsIdOf } from './world-data.ts';

const CONCURRENCY = 16;
const SERVICE_SHARE = 0.2;
const LINK_SHARE = 0.1;
const noOwners: ReadonlySet<number> = new Set();

export interface Leak {
  readonly caller: string;
  readonly where: 'body' | 'headers' | 'log' | 'database';
  readonly marks: readonly string[];
  readonly operation: string;
}

export interface Outcome {
  readonly operations: number;
  readonly leaks: readonly Leak[];
  /** Operations sent by root field, and how many of them returned data. */
  readonly roots: ReadonlyMap<string, { sent: number; answered: number }>;
  /** Fields of the schema that no operation selected. */
  readonly neverSelected: readonly string[];
  /** Responses by the code of their first error; `ok` if there is none. */
  readonly codes: ReadonlyMap<string, number>;
  readonly links: { sent: number; opened: number; calendars: number };
  /** Marks of the caller's own data in responses: without any, the run proves nothing. */
  readonly ownMarks: number;
}

interface RunOptions {
  /** Asked after each operation; the run ends when it says so. */
  readonly isEnough?: (outcome: Outcome) => boolean;
  /** Called with every text that is checked, and the root field of the operation before it. */
  readonly onText?: (where: Leak['where'], text: string, root: string | null) => void;
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
  { isEnough = () => false, onText }: RunOptions = {},
): Promise<Outcome> {
  const random = createRandom(seed);
  const { schema } = world;
  const next = createOperations(schema);
  const { agents, services, all } = await createCallers(random);
  const unselected = new Set(reachableFields(schema));
  const roots = new Map(rootNames(unselected).map((name) => [name, { sent: 0, answered: 0 }]));
  const codes = new Map<string, number>();
  const links = { sent: 0, opened: 0, calendars: 0 };
  const leaks: Leak[] = [];
  let sent = 0;
  let ownMarks = 0;
  const outcome = (): Outcome => ({
    operations: sent,
    leaks,
    roots,
    neverSelected: [...unselected],
    codes,
    links,
    ownMarks,
  });
  const isMissing = (name: string) => {
    const root = roots.get(name);
    return root === undefined ? unselected.has(name) : root.answered === 0;
  };

  const planLink = (caller: Caller): Planned | null => {
    const candidates = ['downloadUrl', 'archiveUrl', 'calendarUrl']
      .map(caller.known.valuesFor)
      .filter(({ length }) => length > 0);
    if (candidates.length === 0) return null;
    const link = random.pick(random.pick(candidates));
    const start = link.indexOf('/', 1) + 1;
    const tampered = () => `${link.slice(0, start)}${encodeURIComponent(tamperWith(link.slice(start), random))}`;
    const url = random.chance(0.5) ? link : tampered();
    return { caller, label: 'a link', root: null, request: { method: 'GET', url, headers: { host: '127.0.0.1' } } };
  };
  const plan = (): Planned => {
    const caller = random.pick(random.chance(SERVICE_SHARE) ? services : agents);
    const link = random.chance(LINK_SHARE) ? planLink(caller) : null;
    if (link !== null) return link;
    const ownText = () => textOf(caller, world);
    const anyText = () => world.newMark(random.integer(AGENTS));
    const operation = next({ random, candidates: caller.known, all, ownText, anyText, isMissing });
    for (const field of operation.selected) unselected.delete(field);
    const label = `${operation.query} ${JSON.stringify(operation.variables)}`;
    return { caller, label, root: operation.root, request: requestOf(operation, caller, ownText()) };
  };
  const checkText = (planned: Planned, where: Leak['where'], text: string, owners = planned.caller.owners): void => {
    onText?.(where, text, planned.root);
    const marks = foreignMarks(text, owners, planned.label);
    if (marks.length > 0) leaks.push({ caller: planned.caller.name, where, marks, operation: planned.label });
  };

  const execute = async (): Promise<void> => {
    const planned = plan();
    const { statusCode, headers, body } = await world.app.inject(planned.request);
    checkText(planned, 'body', body);
    checkText(planned, 'headers', JSON.stringify(headers));
    // A log line belongs to no caller: it may contain no mark at all, even one that the request contained.
    for (const line of world.lines.splice(0))
      checkText({ ...planned, label: '' }, 'log', JSON.stringify(line), noOwners);
    if (planned.root === null) {
      links.sent += 1;
      if (statusCode === 200) links.opened += 1;
      if (body.includes('BEGIN:VEVENT')) links.calendars += 1;
      return;
    }
    ownMarks += body.match(/cnry/g)?.length ?? 0;
    const { data, errors } = JSON.parse(body) as GraphResponse;
    const counts = roots.get(planned.root);
    if (counts !== undefined) {
      counts.sent += 1;
      if (Object.values(data ?? {}).some((each) => each !== null)) counts.answered += 1;
    }
    const code = errors?.[0]?.extensions?.code ?? 'ok';
    codes.set(code, (codes.get(code) ?? 0) + 1);
    learnFrom(data, [planned.caller.known, all]);
  };

  const worker = async (): Promise<void> => {
    while (sent < operations && !isEnough(outcome())) {
      sent += 1;
      await execute();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  leaks.push(...(await findMisplaced(world)));
  return outcome();
}

interface GraphResponse {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

const rootNames = (fields: ReadonlySet<string>) => [...fields].filter((name) => /^(Query|Mutation)\./.test(name));

/** A caller that acts for one agent writes that agent's marks; text of other callers may end up under several agents. */
function textOf({ owners }: Caller, { newMark }: World): string {
  const [owner, ...more] = owners;
  return owner === undefined || more.length > 0 ? 'written for somebody' : newMark(owner);
}

function requestOf({ query, variables }: Operation, { token }: Caller, mark: string): Request {
  const headers = { host: '127.0.0.1', authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' };
  const filePath = pathOfFile(variables);
  const [type, payload] =
    filePath === null
      ? ['application/json', JSON.stringify({ query, variables })]
      : [multipartType, multipartBody({ query, variables }, filePath, `${mark}.pdf`, `%PDF-1.7\n% ${mark}\n%%EOF\n`)];
  return { method: 'POST', url: '/graphql', headers: { ...headers, 'content-type': type }, payload };
}

/** Finds records in the database that are under one agent and contain the mark of another. */
async function findMisplaced({ store }: World): Promise<Leak[]> {
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
    const marks = foreignMarks(text, owners.get(owner) ?? noOwners);
    const caller = `the record of ${owner}`;
    return marks.length === 0 ? [] : [{ caller, where: 'database' as const, marks, operation: 'some write' }];
  });
}
