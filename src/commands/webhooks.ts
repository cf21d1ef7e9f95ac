/**
 * `npm run webhooks`: lists the configured webhooks and their state, and with a switch the ones that were given up; asks the gateway to
 * send one of those again, or to go on with a receiver that had answered 410; sends a test message. Shows no secret of a receiver.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog } from '@realty-forms/platform/observing/log.ts';
import { flag, readSwitches, text, type Values } from '@realty-forms/platform/switches.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Shelves } from '../gateway/ledger/stores/store.ts';
import { openLedger } from '../process/ledger-store.ts';
import { ask, isPending } from '../webhooks/errands.ts';
import { type Hook, readHooks } from '../webhooks/hooks.ts';
import { type Letter, newId, testBody } from '../webhooks/letter.ts';
import { createDestinations } from '../webhooks/sending/destinations.ts';
import { readReceipt } from '../webhooks/sending/retries.ts';
import { createSender } from '../webhooks/sending/sender.ts';
import { secretOf, signedHeaders } from '../webhooks/sending/signature.ts';
import { goneKey, readTexts, SHELF, type ShelfContents } from '../webhooks/shelf-texts.ts';

const usage = `npm run webhooks [-- SWITCH]
Without a switch, lists the webhooks of WEBHOOKS_FILE and what waits for each.
--dead         lists those that were given up: id, name, URL, what they are about, attempts, and why the last one failed
--retry ID     has the gateway send one of those again
--enable NAME  has it go on with one whose receiver has answered 410 Gone
--test URL     sends one signed test message to the URL, or to the webhook with this name, and says what came back
exit code: 0; 1 if a test message or a repeated one was not accepted; 2 if nothing could be done`;

const switches = { help: flag, dead: flag, retry: text('ID'), enable: text('NAME'), test: text('URL') };
type Given = Values<typeof switches>;

/** How long a gateway that runs may take to see what is asked for, and to send it. */
const WAIT_MS = 10_000;
const LOOK_MS = 250;

class Refused extends Error {}

async function run(): Promise<number> {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return fail([...read.faults, usage]);
  const { help, ...given } = read.values;
  if (help) {
    console.log(usage);
    return 0;
  }
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
  if (chosen.length > 1) return fail([`${chosen.map(([name]) => `--${name}`).join(', ')}: only one of them`, usage]);
  const loaded = loadConfig();
  for (const warning of loaded.warnings) console.error(warning);
  if ('faults' in loaded) return fail(loaded.faults);
  try {
    return await act(given, loaded.config);
  } catch (error) {
    if (error instanceof Refused || error instanceof Fault) return fail([error.message]);
    throw error;
  }
}

async function act({ dead, retry, enable, test }: Omit<Given, 'help'>, config: Config): Promise<number> {
  const destinations = createDestinations({ hosts: config.webhookHosts, networks: config.webhookNetworks });
  const hooks = config.webhooks === undefined ? null : readHooks(config.webhooks, destinations);
  if (test !== undefined) return await sendTest(test, hooks ?? [], destinations);
  if (hooks === null) throw new Refused('WEBHOOKS_FILE is not set, so there are no webhooks');
  // What is wrong with the store is an error here, not a line in a log.
  const { store } = await openLedger(config, createLog('silent'));
  try {
    const contents = readTexts(await store.readShelf(SHELF));
    if (retry !== undefined) return await sendAgain(retry, hooks, store, contents);
    if (enable !== undefined) return await goOn(enable, hooks, store, contents);
    for (const line of dead ? deadLines(hooks, contents) : stateLines(hooks, contents)) console.log(line);
    return 0;
  } finally {
    await store.close();
  }
}

function stateLines(hooks: readonly Hook[], { letters, gone }: ShelfContents): readonly string[] {
  return hooks.map(({ name, url, agentNrdsIds }) => {
    const own = [...letters.values()].filter(({ hook }) => hook === name);
    const waiting = own.filter(({ isDead }) => !isDead);
    const oldest = waiting.reduce((first, { seenAt }) => Math.min(first, seenAt), Number.POSITIVE_INFINITY);
    const since = waiting.length === 0 ? '' : ` (since ${moment(oldest)})`;
    const end = gone.get(goneKey(name));
    const state = end === undefined ? '' : `, ended by 410 Gone at ${moment(end.at)}`;
    const agents = `${agentNrdsIds.length} agent${agentNrdsIds.length === 1 ? '' : 's'}`;
    return `${name}  ${shown(url)}  ${agents}, ${waiting.length} waiting${since}, ${own.length - waiting.length} dead${state}`;
  });
}

function deadLines(hooks: readonly Hook[], { letters }: ShelfContents): readonly string[] {
  const dead = [...letters.values()].filter(({ isDead }) => isDead);
  if (dead.length === 0) return ['No webhook was given up'];
  return dead.map(({ id, hook, change, agentNrdsId, seenAt, attempts, problem }) => {
    const url = hooks.find(({ name }) => name === hook)?.url;
    const about = change === null ? `the list of agent ${agentNrdsId}` : `transaction ${change.transId}`;
    const where = url === undefined ? '' : `  ${shown(url)}`;
    return `${id}  ${hook}${where}  ${about}, ${moment(seenAt)}  ${attempts} attempts, the last: ${problem}`;
  });
}

async function sendAgain(
  id: string,
  hooks: readonly Hook[],
  store: Shelves,
  { letters }: ShelfContents,
): Promise<number> {
  const find = (all: Iterable<Letter>) => [...all].find((letter) => letter.id === id);
  const given = find(letters.values());
  if (given?.isDead !== true)
    throw new Refused(`--retry: no webhook with the id ${id} was given up; npm run webhooks -- --dead lists them`);
  const { hook, agentNrdsId } = given;
  if (!hooks.some((each) => each.name === hook && each.agentNrdsIds.includes(agentNrdsId)))
    throw new Refused(`--retry: ${id} is for ${hook} and agent ${agentNrdsId}, whom WEBHOOKS_FILE does not have`);
  await ask(store, 'retry', id);
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await delay(LOOK_MS)) {
    if (await isPending(store, 'retry', id)) continue;
    const now = find(readTexts(await store.readShelf(SHELF)).letters.values());
    if (now === undefined) {
      console.log('Delivered, or replaced by a newer one');
      return 0;
    }
    if (now.attempts === 0) continue;
    console.log(`Not accepted: ${now.problem}. It is sent again at ${moment(now.dueAt)}`);
    return 1;
  }
  console.log('Asked for. It is sent as soon as a gateway runs');
  return 0;
}

async function goOn(name: string, hooks: readonly Hook[], store: Shelves, { gone }: ShelfContents): Promise<number> {
  const names = hooks.map((hook) => hook.name);
  if (!names.includes(name)) throw new Refused(`--enable: ${name} is not one of ${names.join(', ')}`);
  if (!gone.has(goneKey(name))) throw new Refused(`--enable: ${name} has not answered 410 Gone`);
  await ask(store, 'enable', name);
  console.log('Asked for. A gateway that runs goes on within seconds');
  return 0;
}

async function sendTest(
  target: string,
  hooks: readonly Hook[],
  destinations: ReturnType<typeof createDestinations>,
): Promise<number> {
  const url = URL.parse(target);
  const hook = hooks.find((each) => each.name === target || each.url.href === url?.href);
  const to = hook?.url ?? url;
  if (to === null) throw new Refused(`--test: ${JSON.stringify(target)} is neither a URL nor the name of a webhook`);
  if (to.username !== '' || to.password !== '') throw new Refused('--test: the URL must have no user name or password');
  const problem = destinations.problemOf(to);
  if (problem !== null) throw new Refused(`--test: ${shown(to)}: ${problem}`);
  const made = randomBytes(32);
  const signer = hook === undefined ? `a secret made for it, ${secretOf(made)}` : `the secrets of ${hook.name}`;
  const message = { id: newId(), at: Date.now(), body: testBody(Date.now()) };
  console.log(`Sending ${message.id} to ${shown(to)}, signed with ${signer}`);
  const sender = createSender(destinations);
  const headers = signedHeaders(hook?.keys ?? [made], message);
  const receipt = await sender.send({ name: target, url: to }, headers, message.body, new AbortController().signal);
  await sender.close();
  const isAccepted = readReceipt(receipt, Date.now()).kind === 'delivered';
  const came = 'problem' in receipt ? receipt.problem : `status ${receipt.status}`;
  console.log(`${isAccepted ? 'Accepted' : 'Not accepted'}: ${came}`);
  return isAccepted ? 0 : 1;
}

/** A query can be a key. */
function shown({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}

function fail(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}

process.exitCode = await run();
