/**
 * Clients that create transactions through a gateway that is killed repeatedly. Each retries under its key until the outcome is
 * known or stays UNKNOWN; some send twice at once, some again at the end, some with different input.
 */
import { setTimeout as wait } from 'node:timers/promises';

export interface Creation {
  /** Null for a creation that is sent once, without a key. */
  readonly key: string | null;
  readonly agentNrdsId: string;
  /** Unique, except for twins, which are identical except for their key. */
  readonly streetAddress: string;
  /** The service rejects `ZZ`. */
  readonly stateId: string;
  /** What its client does besides; nothing without a key. */
  readonly client: {
    readonly sendsTwiceAtOnce: boolean;
    readonly sendsOtherInput: boolean;
    readonly sendsAgain: boolean;
  };
}

export interface Outcome {
  readonly outcome: 'COMMITTED' | 'REJECTED' | 'UNKNOWN';
  readonly replayed: boolean;
  readonly transId: string | null;
  readonly possible: readonly string[] | null;
}

export interface ClientCounts {
  asked: number;
  /** Requests without a response, because the gateway was killed. */
  cutOff: number;
  /** GraphQL errors by code. */
  readonly errors: Record<string, number>;
  replays: number;
  mismatches: number;
  /** What answers under one key contradict. */
  readonly contradictions: string[];
}

/** Access to the gateway: its URL, which changes with each start, and the caller's token. */
export interface GatewayAccess {
  readonly url: () => Promise<string>;
  readonly token: string;
}

const MAX_ATTEMPTS = 80;
/** After this many UNKNOWN outcomes, UNKNOWN is taken as final. */
const MAX_UNKNOWN = 3;
const RETRY_PAUSE_MS = 150;

const query = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome replayed transaction { transId } possibleMatches { transId } }
}`;

type SendResult = Outcome | { readonly code: string } | null;

/** The outcome; null for a creation without a key that was cut off, or one that never got an outcome. */
export async function create(access: GatewayAccess, creation: Creation, counts: ClientCounts) {
  const { key, client } = creation;
  if (key === null) return outcomeOf(await send(access, creation, {}, counts));
  const [first, second] = await Promise.all([
    untilKnown(access, creation, counts),
    client.sendsTwiceAtOnce ? untilKnown(access, creation, counts) : null,
  ]);
  compareOutcomes(first, second, creation, counts);
  if (client.sendsOtherInput) await sendOtherInput(access, creation, counts);
  if (first !== null && client.sendsAgain) {
    const again = await untilKnown(access, creation, counts);
    compareOutcomes(first, again, creation, counts);
    if (again?.replayed === false) counts.contradictions.push(`${key} was carried out again`);
    counts.replays += 1;
  }
  return first;
}

/** Retries under one key until there is an outcome, or it has been UNKNOWN often enough. */
export async function untilKnown(
  access: GatewayAccess,
  creation: Creation,
  counts: ClientCounts,
): Promise<Outcome | null> {
  let unknowns = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const outcome = outcomeOf(await send(access, creation, {}, counts));
    if (outcome !== null && outcome.outcome !== 'UNKNOWN') return outcome;
    if (outcome !== null) unknowns += 1;
    if (outcome !== null && unknowns >= MAX_UNKNOWN) return outcome;
    await wait(RETRY_PAUSE_MS);
  }
  return null;
}

/** Sends the same key with other input, which must be rejected as soon as the ledger contains the key. */
async function sendOtherInput(access: GatewayAccess, creation: Creation, counts: ClientCounts): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const result = await send(access, creation, { name: 'Another name' }, counts);
    if (result !== null && 'outcome' in result) {
      counts.contradictions.push(`${creation.key} was taken for another input`);
      return;
    }
    if (result?.code === 'IDEMPOTENCY_MISMATCH') {
      counts.mismatches += 1;
      return;
    }
    await wait(RETRY_PAUSE_MS);
  }
}

async function send(
  access: GatewayAccess,
  creation: Creation,
  other: object,
  counts: ClientCounts,
): Promise<SendResult> {
  const { key, client: _, ...rest } = creation;
  const fixed = { name: 'Created under fire', propertyType: 'RESIDENTIAL', type: 'PURCHASE', status: 'ACTIVE' };
  const input = { ...fixed, ...rest, ...other, ...(key !== null && { idempotencyKey: key }) };
  const url = await access.url();
  counts.asked += 1;
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is what is looked into
    const { data, errors } = (await response.json()) as any;
    const result = data?.createTransaction;
    if (result != null) return read(result);
    const code = String(errors?.[0]?.extensions?.code ?? response.status);
    counts.errors[code] = (counts.errors[code] ?? 0) + 1;
    return { code };
  } catch {
    counts.cutOff += 1;
    return null;
  }
}

interface Payload {
  readonly outcome: Outcome['outcome'];
  readonly replayed: boolean;
  readonly transaction: { readonly transId: string } | null;
  readonly possibleMatches: readonly { readonly transId: string }[] | null;
}

function read({ outcome, replayed, transaction, possibleMatches }: Payload): Outcome {
  const possible = possibleMatches?.map(({ transId }) => transId) ?? null;
  return { outcome, replayed, transId: transaction?.transId ?? null, possible };
}

function outcomeOf(result: SendResult): Outcome | null {
  return result !== null && 'outcome' in result ? result : null;
}

/** A known outcome must not change, while UNKNOWN may become known. A null transId says nothing: the record could not be read. */
function compareOutcomes(
  one: Outcome | null,
  other: Outcome | null,
  { key }: Creation,
  { contradictions }: ClientCounts,
): void {
  if (one === null || other === null || one.outcome === 'UNKNOWN' || other.outcome === 'UNKNOWN') return;
  const isDifferent = one.transId !== null && other.transId !== null && one.transId !== other.transId;
  if (one.outcome !== other.outcome || isDifferent) contradictions.push(`${key} was told in two ways`);
}
