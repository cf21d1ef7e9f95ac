/**
 * The benchmarks' POST API, a separate process: responses serialized in advance, and the key set of the callers' tokens. Paths that
 * the specification does not have get 404. `DELAY_MS` is how long each call takes. A kind of data (`kinds.ts`) that is sent to
 * `/kind` is what it answers with from then on.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as usual from './upstream-responses.ts';

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

const keySet = Buffer.from(process.env['KEY_SET'] ?? '{"keys":[]}');
const delayMs = Number(process.env['DELAY_MS'] ?? 0);
const token = Buffer.from('{"token_type":"Bearer","expires_in":86400,"access_token":"bench-token"}');
const agentNumbers = new Map(usual.agents.map(({ nrds_id }, index) => [nrds_id, index]));
/** By kind, as JSON. */
const written = new Map<string, typeof usual>([['{}', usual]]);
let responses = usual;

/** The responses are made by a module of their own for each kind. */
async function writeAs(kind: string): Promise<void> {
  process.env['KIND'] = kind;
  responses = written.get(kind) ?? ((await import(`./upstream-responses.ts?${written.size}`)) as typeof usual);
  written.set(kind, responses);
}

/** The agent whose list is requested: the filter names it first. Undefined if there is no such agent. */
const agentOf = (filter: unknown): number | undefined => agentNumbers.get(/\d{9}/.exec(String(filter))?.[0] ?? '');

const handlers: Readonly<Record<string, (values: Values) => Buffer | undefined>> = {
  '/accounts/activeUsers': () => responses.activeUsers,
  '/accounts/getAccount': ({ emailId }) => responses.accounts.get(String(emailId)),
  '/fsforms/getTransById': ({ transId }) => responses.transactionById(Number(transId)),
  '/fsforms/listFiles': ({ transId }) => responses.fileList(Number(transId)),
  '/fsforms/listTrans': ({ filter, batch_no, batch_size, full_details }) => {
    const [agent, isFull] = [agentOf(filter), String(full_details) === 'true'];
    if (agent === undefined) return undefined;
    return responses.transactionList(agent, Number(batch_no ?? 1), Number(batch_size ?? 20), isFull);
  },
};

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const respond = (body: Buffer | undefined) => {
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    });
    response.end(body);
  };
  const path = request.url ?? '';
  if (path === '/.well-known/jwks.json') return respond(keySet);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (path === '/oauth/token') return respond(token);
    if (path === '/kind') return void writeAs(Buffer.concat(chunks).toString()).then(() => respond(Buffer.alloc(0)));
    const body = handlers[path]?.(JSON.parse(Buffer.concat(chunks).toString()) as Values);
    if (delayMs === 0) return respond(body);
    setTimeout(() => respond(body), delayMs);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`ready http://127.0.0.1:${port} with ${usual.AGENTS} agents`);
});
