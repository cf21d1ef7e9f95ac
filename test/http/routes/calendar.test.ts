// Calendars behind links: what they show, for how long, and to whom.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentSet } from '../../../src/gateway/callers/directory-index.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { load, row } from '../../gateway/search/index-under-test.ts';
import { agentToken, coordinatorToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphUnderTest, type Overrides, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { indexInMemory } from '../../support/gateways/search-index.ts';
import { users } from '../../support/upstreams/hand-typed-upstream.ts';

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const compact = (day: string) => day.replaceAll('-', '');
const [inAWeek, inTwo, soon, tooLate, tooEarly] = [7, 14, 30, 500, -60].map(dayFromNow) as [
  string,
  string,
  string,
  string,
  string,
];

const harbor = {
  transName: 'Family Secret',
  sellerParty1Name: 'Sam Seller',
  // Calendars with control characters are invalid as a whole.
  streetAddress: '12 Harbor\r\u0000Street',
  unitNo: 'B',
  propertyStatus: 'A',
  lastUpdateDate: '2026-03-02',
  dueDiligenceDate: inAWeek,
  projectedClosingDate: inTwo,
  listingExpirationDate: tooLate,
  agreementDate: tooEarly,
};
/** The deal in the list of another agent of the office, and one of its own, whose status and address are blank. */
const own = { ...harbor, streetAddress: '', propertyStatus: '', dueDiligenceDate: '', projectedClosingDate: soon };
const loadOther = () => load(index, '300', [row('11', harbor, now()), row('31', own, now())]);
let reads = 0;
const now = () => {
  reads += 1;
  return reads;
};

const index = indexInMemory();
beforeAll(async () => {
  await index.open('settings');
  const withdrawn = { ...harbor, streetAddress: '1 Given Up', propertyStatus: 'W' };
  await load(index, '100', [row('11', harbor), row('12', withdrawn)]);
  await loadOther();
  await load(index, '200', [row('21', { ...harbor, streetAddress: '9 Foreign Way' })]);
});
afterAll(() => index.close());

const start = (overrides: Overrides = {}) => startStubbedGraph({}, { index, ...overrides });
const office = () => coordinatorToken({ offices: ['900'] });

async function linkOf({ ask }: GraphUnderTest, token: string, args = ''): Promise<string> {
  const { data, errors } = await ask(`{ viewer { calendarUrl${args} } }`, { token });
  expect(errors).toBeUndefined();
  return data.viewer.calendarUrl;
}

const fetchFrom = ({ inject }: GraphUnderTest, url: string, headers: Record<string, string> = {}, method = 'GET') =>
  inject({ method: method as 'GET', url, headers: { host: '127.0.0.1', ...headers } });

/** The properties of each event, as their lines say. */
function eventsIn(body: string): Record<string, string>[] {
  const lines = body.replaceAll('\r\n ', '').split('\r\n');
  return lines.flatMap((line, at) => {
    if (line !== 'BEGIN:VEVENT') return [];
    const own = lines.slice(at + 1, lines.indexOf('END:VEVENT', at));
    return [
      Object.fromEntries(own.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)])),
    ];
  });
}
const summariesIn = (body: string) => eventsIn(body).map(({ SUMMARY }) => SUMMARY);

function fakeDate(): { readonly pass: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return { pass: (ms) => vi.setSystemTime(Date.now() + ms) };
}

test('a calendar has an all-day event for each deadline, with its kind and street address and nothing else of the deal', async () => {
  const graph = await start();
  const url = await linkOf(graph, await agentToken(['100']));
  expect(url).toMatch(/^\/calendar\/[\w-]+\.ics$/);
  const { statusCode, headers, body } = await fetchFrom(graph, url);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="deadlines.ics"',
    'cache-control': 'private, no-cache',
    'referrer-policy': 'no-referrer',
  });
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[\s\S]*\r\nEND:VCALENDAR\r\n$/);
  expect(body).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
  expect(body).not.toMatch(/Secret|Sam|Given Up/);
  const seconds = (Date.parse('2026-03-02') - Date.UTC(2000, 0, 1)) / 1_000;
  const common = { SEQUENCE: `${seconds}`, DTSTAMP: '20260302T000000Z', TRANSP: 'TRANSPARENT' };
  expect(eventsIn(body)).toMatchObject([
    { ...common, 'DTSTART;VALUE=DATE': compact(inAWeek), SUMMARY: 'Due diligence ends: 12 Harbor Street\\, B' },
    { ...common, 'DTSTART;VALUE=DATE': compact(inTwo), SUMMARY: 'Closing: 12 Harbor Street\\, B' },
  ]);
});

test('a coordinator’s calendar has the deadlines of its agents, each once, and keeps their ids when they change', async () => {
  const graph = await start();
  const url = await linkOf(graph, await office());
  const before = (await fetchFrom(graph, url)).body;
  expect(summariesIn(before)).toEqual([
    'Due diligence ends: 12 Harbor Street\\, B',
    'Closing: 12 Harbor Street\\, B',
    'Closing: no address',
  ]);
  await index.saveWritten('300', row('31', { ...harbor, lastUpdateDate: '2026-03-04', dueDiligenceDate: '' }, now()));
  onTestFinished(loadOther);
  const [was, is] = [before, (await fetchFrom(graph, url)).body].map((body) => eventsIn(body).at(-1));
  expect([was?.['UID'], Number(was?.['SEQUENCE'])]).toEqual([is?.['UID'], Number(is?.['SEQUENCE']) - 2 * 24 * 60 * 60]);
});

test('a sequence number has 31 bits, whatever time a record states', async () => {
  const graph = await start();
  await index.saveWritten('300', row('31', { ...own, lastUpdateDate: '2099-12-31' }, now()));
  onTestFinished(loadOther);
  const { body } = await fetchFrom(graph, await linkOf(graph, await office()));
  expect(eventsIn(body).at(-1)).toMatchObject({ SEQUENCE: '2147483647', DTSTAMP: '20991231T000000Z' });
});

/** An index with a closing of agent 100 on each of these days, in order; the first deal was withdrawn. */
function indexOfClosings(days: readonly string[]): SearchIndex {
  const closings = days.map((day, at) => ({
    nrdsId: '100',
    place: { key: `${day} CLOSING`, transId: String(at), agent: 1 },
    record: { ...harbor, streetAddress: `${at} Harbor Street`, propertyStatus: at === 0 ? 'W' : 'A' },
  }));
  const deadlines: SearchIndex['deadlines'] = async ({ from, to, window: { from: end, after, before, take } }) => {
    const isForward = end === 'start';
    const found = closings.filter(({ place: { key } }) => key >= from && key <= `${to}~`);
    const inOrder = isForward ? found : found.reverse();
    const edge = isForward ? after : before;
    const begin = edge === null ? 0 : inOrder.findIndex(({ place }) => place.transId === edge.transId) + 1;
    const page = inOrder.slice(begin, begin + take);
    const hasMore = begin + take < inOrder.length;
    return {
      rows: isForward ? page : page.reverse(),
      hasNextPage: isForward && hasMore,
      hasPreviousPage: !isForward && hasMore,
      ...{ total: null, facets: new Map(), freshness: { asOf: 1, isComplete: true } },
    };
  };
  return { ...index, deadlines };
}

test('a calendar has at most 2,000 deadlines, the next ones, wherever a page of the index ends', async () => {
  const graph = await start({ index: indexOfClosings(new Array(2_201).fill(inAWeek)) });
  const { body } = await fetchFrom(graph, await linkOf(graph, await agentToken(['100'])));
  const summaries = summariesIn(body);
  expect([summaries.length, summaries.at(-1)]).toEqual([2_000, 'Closing: 2000 Harbor Street\\, B']);
});

test('past deadlines leave room in a calendar for those to come: if there are too many, it has the latest', async () => {
  const graph = await start({ index: indexOfClosings([...new Array(2_100).fill(dayFromNow(-7)), inAWeek, inTwo]) });
  const { body } = await fetchFrom(graph, await linkOf(graph, await agentToken(['100'])));
  const numbers = summariesIn(body).map((summary) => Number(/\d+/.exec(summary ?? '')?.[0]));
  expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 2_000 }, (_, at) => 102 + at));
});

test('a calendar has each day from a month ago to a year from now', async () => {
  fakeDate();
  const days = Array.from({ length: 420 }, (_, at) => dayFromNow(at - 40));
  const graph = await start({ index: indexOfClosings(['1999-01-01', ...days]) });
  const { body } = await fetchFrom(graph, await linkOf(graph, await agentToken(['100'])));
  const found = eventsIn(body).map((event) => event['DTSTART;VALUE=DATE']);
  expect(found.sort()).toEqual(days.slice(40 - 31, 40 + 366 + 1).map(compact));
});

test('a link is for the chosen kinds, and the same for a day', async () => {
  const graph = await start();
  const token = await agentToken(['100']);
  const url = await linkOf(graph, token, '(kinds: [CLOSING, CLOSING])');
  expect(summariesIn((await fetchFrom(graph, url)).body)).toEqual(['Closing: 12 Harbor Street\\, B']);
  expect(await linkOf(graph, token, '(kinds: [CLOSING])')).toBe(url);
  const { errors } = await graph.ask('{ viewer { calendarUrl(kinds: []) } }', { token });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'kinds' } }]);
});

test('an unchanged calendar is a 304, and HEAD has no body', async () => {
  const graph = await start();
  const url = await linkOf(graph, await agentToken(['100']));
  const { headers } = await fetchFrom(graph, url);
  const again = await fetchFrom(graph, url, { 'if-none-match': String(headers['etag']) });
  expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', headers['etag']]);
  const head = await fetchFrom(graph, url, {}, 'HEAD');
  expect([head.statusCode, head.headers['etag']]).toEqual([200, headers['etag']]);
});

test.each([
  ['forged', (url: string) => `${url.slice(0, 30)}${url[30] === 'A' ? 'B' : 'A'}${url.slice(31)}`],
  ['cut off', (url: string) => `${url.slice(0, -8)}.ics`],
  ['without its ending', (url: string) => url.slice(0, -4)],
  ['that is an id', (_: string, id: string) => `/calendar/${id}.ics`],
  ['that is empty', () => '/calendar/.ics'],
])('a link %s is 404', async (_, changed) => {
  const graph = await start();
  const token = await agentToken(['100']);
  const { data } = await graph.ask('{ transactions(first: 1) { nodes { id } } }', { token });
  const url = changed(await linkOf(graph, token), data.transactions.nodes[0].id);
  const { statusCode, body } = await fetchFrom(graph, url);
  expect([statusCode, JSON.parse(body)]).toEqual([
    404,
    { error: { code: 'NOT_FOUND', message: 'No calendar was found for this link.' } },
  ]);
});

test('a link ends after 180 days, and when the epoch is raised, with 410', async () => {
  const { pass } = fakeDate();
  const graph = await start();
  const url = await linkOf(graph, await agentToken(['100']));
  const later = await start({ calendarEpoch: 1 });
  const ended = { code: 'LINK_EXPIRED', message: 'The link has expired; request a new one.' };
  const raised = await fetchFrom(later, url);
  expect([raised.statusCode, JSON.parse(raised.body).error]).toEqual([410, ended]);
  pass(179 * DAY);
  expect((await fetchFrom(graph, url)).statusCode).toBe(200);
  pass(DAY);
  const expired = await fetchFrom(graph, url);
  expect([expired.statusCode, JSON.parse(expired.body).error]).toEqual([410, ended]);
});

test('an agent who leaves the office or the directory is gone from calendars, and the last one ends them with 404', async () => {
  const { pass } = fakeDate();
  const graph = await start();
  const [ofOffice, own] = [await linkOf(graph, await office()), await linkOf(graph, await agentToken(['100']))];
  const listed = async (...rows: object[]) => {
    graph.stub.answer('/accounts/activeUsers', {
      json: [{ meta: { total: rows.length, max: rows.length, next_batch_no: null }, data: rows }],
    });
    pass(2 * HOUR);
    // The first load without most of the users is not believed.
    for (let load = 0; load < 2; load += 1) {
      await fetchFrom(graph, own);
      pass(2 * HOUR);
    }
  };
  const [ada, grace, edith] = users;
  await listed(ada!, grace!, { ...edith, officeNRDSID: '901' });
  expect(summariesIn((await fetchFrom(graph, ofOffice)).body)).not.toContain('Closing: no address');
  await listed(grace!, { ...edith, officeNRDSID: '901' });
  for (const url of [ofOffice, own]) expect((await fetchFrom(graph, url)).statusCode).toBe(404);
});

test('while transactions of an agent are still missing from the index, a calendar is 503 rather than short', async () => {
  const graph = await start();
  const url = await linkOf(graph, await coordinatorToken({ agents: ['100', '200', '300'] }));
  expect((await fetchFrom(graph, url)).statusCode).toBe(200);
  await index.erase(['200']);
  onTestFinished(() => load(index, '200', [row('21', harbor)]));
  const { statusCode, headers, body } = await fetchFrom(graph, url);
  expect([statusCode, headers['retry-after'], JSON.parse(body).error.code]).toEqual([503, '300', 'OVERLOADED']);
});

test('while INDEX_AGENTS leaves out an agent, there is no link for it, and links that it is in have ended, with 410', async () => {
  const limited = (agents: AgentSet) => ({
    index: undefined,
    indexing: { index, agents, callsPerMinute: 1, closedDays: null },
  });
  const url = await linkOf(await start(), await office());
  const all = await start(limited({ nrdsIds: [], officeNrdsIds: ['900'] }));
  expect((await fetchFrom(all, url)).statusCode).toBe(200);
  expect(await linkOf(all, await office())).toBe(url);
  const graph = await start(limited({ nrdsIds: ['100'] }));
  const { statusCode, body } = await fetchFrom(graph, url);
  expect([statusCode, JSON.parse(body).error.code]).toEqual([410, 'LINK_EXPIRED']);
  const { errors } = await graph.ask('{ viewer { calendarUrl } }', { token: await office() });
  expect(errors).toMatchObject([
    { message: expect.stringContaining('leaves out your agent 300'), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
  expect((await fetchFrom(graph, await linkOf(graph, await agentToken(['100'])))).statusCode).toBe(200);
});

test('a link names its caller in the log, and is not itself there', async () => {
  const graph = await start();
  const url = await linkOf(graph, await agentToken(['100']));
  await fetchFrom(graph, url);
  expect(graph.lines).toContainEqual(expect.objectContaining({ msg: 'a calendar was read', role: 'agent', events: 2 }));
  expect(graph.lines).toContainEqual(expect.objectContaining({ route: '/calendar/*', status: 200 }));
  expect(JSON.stringify(graph.lines)).not.toContain(url.slice(10, 60));
});

test('a service has no calendar, nor has anyone without an index; a token with too many agents is told so', async () => {
  const graph = await start();
  const asked = '{ viewer { calendarUrl } }';
  expect((await graph.ask(asked, { token: await serviceToken() })).data).toEqual({ viewer: { calendarUrl: null } });
  const agents = Array.from({ length: 500 }, (_, at) => String(999_000_001 + at));
  const many = await graph.ask(asked, { token: await coordinatorToken({ agents }) });
  expect(many.errors).toMatchObject([
    { message: expect.stringContaining('too many agents'), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
  expect(await linkOf(graph, await coordinatorToken({ agents: agents.slice(0, 250) }))).toContain('/calendar/');
  const url = await linkOf(graph, await agentToken(['100']));
  const without = await startStubbedGraph();
  const off = await without.ask(asked, { token: await agentToken(['100']) });
  expect(off.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect((await fetchFrom(without, url)).statusCode).toBe(404);
});

test('an index that cannot be read is 503, and the log has the reason', async () => {
  const deadlines = () => Promise.reject(new Error('disk I/O error'));
  const graph = await start({ index: { ...index, deadlines } });
  const { statusCode, body } = await fetchFrom(graph, await linkOf(graph, await agentToken(['100'])));
  expect([statusCode, JSON.parse(body).error]).toEqual([
    503,
    { code: 'OVERLOADED', message: 'The calendar cannot be read at the moment.' },
  ]);
  expect(JSON.stringify(graph.lines)).toContain('disk I/O error');
});
