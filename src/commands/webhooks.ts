/**
 * `npm run webhooks`: lists the configured webhooks and their state, or the dead letters; has the gateway send a dead letter again; enables
 * a webhook that has answered 410; sends a test message. Never shows a receiver's secret.
 */
import { randomBytes } from 'node:crypto';
import { fail, flag, Refused, runWithSwitches, text, type Values } from '@realty-forms/platform/command-line.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import { openLedger } from '../process/databases.ts';
import { readSubscriptions, type Subscription } from '../webhooks/config.ts';
import { createDestinations } from '../webhooks/destinations.ts';
import { secretOf, signedHeaders, testBody } from '../webhooks/message.ts';
import {
  deadEvents,
  enable as enableAgain,
  newId,
  readBacklogs,
  readEnded,
  retry as sendAgain,
} from '../webhooks/outbox.ts';
import { createSender, readReceipt } from '../webhooks/sender.ts';

const usage = `npm run webhooks [-- SWITCH]
Without a switch, lists the webhooks of WEBHOOKS_FILE and what waits for each.
--dead         lists dead letters: id, name, URL, what they are about, attempts, and why the last one failed
--retry ID     has the gateway send a dead letter again
--enable NAME  enables a webhook again whose receiver has answered 410 Gone
--test URL     sends one signed test message to the URL, or to the webhook with this name, and prints the response
exit code: 0; 1 if a test message was not accepted; 2 if nothing could be done`;

const switches = { dead: flag, retry: text('ID'), enable: text('NAME'), test: text('URL') };
type Given = Values<typeof switches>;

async function run(given: Given): Promise<number> {
  const chosen = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
  if (chosen.length > 1) return fail([`${chosen.map(([name]) => `--${name}`).join(', ')}: choose one of them`, usage]);
  const loaded = loadConfig();
  for (const warning of loaded.warnings) console.error(warning);
  if ('faults' in loaded) return fail(loaded.faults);
  return await act(given, loaded.config);
}

async function act({ dead, retry, enable, test }: Given, config: Config): Promise<number> {
  const destinations = createDestinations({ networks: config.webhookNetworks });
  const subscriptions =
    config.WEBHOOKS_FILE === undefined ? null : readSubscriptions(config.WEBHOOKS_FILE, destinations, String);
  if (test !== undefined) return await sendTest(test, subscriptions ?? [], destinations);
  if (subscriptions === null) throw new Refused('There are no webhooks: WEBHOOKS_FILE is not set');
  // Here, a problem of the store is an error, not a line in a log.
  const { store } = await openLedger(config, createLog('silent'));
  try {
    if (retry !== undefined) return await retryDead(retry, subscriptions, store);
    if (enable !== undefined) return await goOn(enable, subscriptions, store);
    for (const line of await (dead ? deadLines : stateLines)(subscriptions, store)) console.log(line);
    return 0;
  } finally {
    await store.close();
  }
}

async function stateLines(subscriptions: readonly Subscription[], store: SharedDatabase): Promise<readonly string[]> {
  const backlogs = await readBacklogs(store);
  const ended = await readEnded(store);
  return subscriptions.map(({ name, url, agentNrdsIds }) => {
    const { waiting = 0, dead = 0, oldest = null, problem = null } = backlogs.get(name) ?? {};
    const since = oldest === null ? '' : ` (since ${moment(oldest)}${problem === null ? '' : `: ${problem}`})`;
    const end = ended.get(name);
    const state = end === undefined ? '' : `, disabled by 410 Gone at ${moment(end.endedAt)}`;
    const agents = `${agentNrdsIds.length} agent${agentNrdsIds.length === 1 ? '' : 's'}`;
    return `${name}  ${shown(url)}  ${agents}, ${waiting} waiting${since}, ${dead} dead${state}`;
  });
}

async function deadLines(subscriptions: readonly Subscription[], store: SharedDatabase): Promise<readonly string[]> {
  const dead = await deadEvents(store);
  if (dead.length === 0) return ['There are no dead letters'];
  return dead.map(({ id, subscription, change, agentNrdsId, seenAt, attempts, problem }) => {
    const url = subscriptions.find(({ name }) => name === subscription)?.url;
    const about = change === null ? `the list of agent ${agentNrdsId}` : `transaction ${change.transId}`;
    const where = url === undefined ? '' : `  ${shown(url)}`;
    return `${id}  ${subscription}${where}  ${about}, ${moment(seenAt)}  ${attempts} attempts, the last: ${problem}`;
  });
}

async function retryDead(id: string, subscriptions: readonly Subscription[], store: SharedDatabase): Promise<number> {
  const given = (await deadEvents(store)).find((event) => event.id === id);
  if (given === undefined)
    throw new Refused(`--retry: there is no dead letter ${id}; npm run webhooks -- --dead lists them`);
  const { subscription, agentNrdsId } = given;
  if (!subscriptions.some(({ name, agentNrdsIds }) => name === subscription && agentNrdsIds.includes(agentNrdsId)))
    throw new Refused(
      `--retry: ${id} is for ${subscription} and agent ${agentNrdsId}, which WEBHOOKS_FILE does not name`,
    );
  await store.query(...sendAgain(id, Date.now()));
  console.log('A running gateway sends it within seconds; npm run webhooks then shows whether it still waits, and why');
  return 0;
}

async function goOn(name: string, subscriptions: readonly Subscription[], store: SharedDatabase): Promise<number> {
  const names = subscriptions.map((each) => each.name);
  if (!names.includes(name)) throw new Refused(`--enable: ${name} is not one of ${names.join(', ')}`);
  if (!(await readEnded(store)).has(name)) throw new Refused(`--enable: ${name} has not answered 410 Gone`);
  await store.query(...enableAgain(name));
  console.log('Enabled. A running gateway continues within seconds');
  return 0;
}

async function sendTest(
  target: string,
  subscriptions: readonly Subscription[],
  destinations: ReturnType<typeof createDestinations>,
): Promise<number> {
  const url = URL.parse(target);
  const subscription = subscriptions.find((each) => each.name === target || each.url.href === url?.href);
  const to = subscription?.url ?? url;
  if (to === null) throw new Refused(`--test: ${JSON.stringify(target)} is neither a URL nor the name of a webhook`);
  if (to.username !== '' || to.password !== '') throw new Refused('--test: the URL must have no user name or password');
  const problem = destinations.problemOf(to);
  if (problem !== null) throw new Refused(`--test: ${shown(to)}: ${problem}`);
  const made = randomBytes(32);
  const signer = subscription === undefined ? `a new secret, ${secretOf(made)}` : `the secrets of ${subscription.name}`;
  const message = { id: newId(), at: Date.now(), body: testBody(Date.now()) };
  console.log(`Sending ${message.id} to ${shown(to)}, signed with ${signer}`);
  const sender = createSender(destinations);
  const headers = signedHeaders(subscription?.keys ?? [made], message);
  const receipt = await sender.send({ name: target, url: to }, headers, message.body, new AbortController().signal);
  await sender.close();
  const isAccepted = readReceipt(receipt, Date.now()).kind === 'delivered';
  const came = 'problem' in receipt ? receipt.problem : `status ${receipt.status}`;
  console.log(`${isAccepted ? 'Accepted' : 'Not accepted'}: ${came}`);
  return isAccepted ? 0 : 1;
}

/** Leaves out the query, which can be a key. */
function shown({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}

process.exitCode = await runWithSwitches(process.argv.slice(2), switches, usage, run);
