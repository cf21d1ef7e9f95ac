/**
 * Clients that create transactions through a gateway that is killed again and again: each asks under its key until its outcome
 * is known or stays unknown, some twice at once, some again when all is over, some with another input.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../src/reference/seed/random.ts';

export interface Creation {
  /** Null for one that is asked for once, without a key. */
  readonly key: string | null;
  readonly agentNrdsId: string;
  /** Shared only by twins, which are alike in everything but their key. */
  readonly streetAddress: string;
  /** `ZZ` is refused by the service. */
  readonly stateId: string;
}

export interface Outcome {
  readonly outcome: 'COMMITTED' | 'REJECTED' | 'UNKNOWN';
  readonly replayed: boolean;
  readonly transId: string | null;
  readonly possible: readonly string[] | null;
}

export interface ClientCounts {
  asked: number;
  /** Answers that never came, because the gateway was killed. */
  cutOff: number;
  /** GraphQL errors by their code. */
  readonly errors: Record<string, number>;
  replays: number;
  mismatches: number;
}

/** What the gateway is asked through: its address, which changes with each start, and the caller's token. */
export interface Door {
  readonly url: () => Promise<string>;
  readonly token: string;
}

const TRIES = 80;
/** How often an outcome may stay UNKNOWN before it counts as that. */
const UNKNOWN_TRIES = 3;
const BETWEEN_MS = 150;

const query = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome replayed transaction { transId } possibleMatches { transId } }
}`;

type Said = Outcome | { readonly code: string } | null;

/** The outcome; null for a creation without a key that was cut off, or one that never got an outcome. */
export async function create(door: Door, creation: Creation, random: Random, counts: ClientCounts) {
  if (creation.key === null) return outcomeOf(await ask(door, creation, {}, counts));
  const isTwice = random.chance(0.15);
  const [first, second] = await Promise.all([
    untilKnown(door, creation, counts),
    isTwice ? untilKnown(door, creation, counts) : null,
  ]);
  if (isTwice) sameOrThrow(first, second, creation);
  if (random.chance(0.1)) await askOtherwise(door, creation, counts);
  if (first !== null && random.chance(0.2)) {
    const again = await untilKnown(door, creation, counts);
    sameOrThrow(first, again, creation);
    if (again?.replayed === false) throw new Error(`${creation.key} was carried out again`);
    counts.replays += 1;
  }
  return first;
}

/** Asks under one key until there is an outcome, or the same UNKNOWN often enough. */
export async function untilKnown(door: Door, creation: Creation, counts: ClientCounts): Promise<Outcome | null> {
  let unknowns = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const outcome = outcomeOf(await ask(door, creation, {}, counts));
    if (outcome !== null && outcome.outcome !== 'UNKNOWN') return outcome;
    if (outcome !== null) unknowns += 1;
    if (outcome !== null && unknowns >= UNKNOWN_TRIES) return outcome;
    await wait(BETWEEN_MS);
  }
  return null;
}

/** The same key for another transaction is refused, as soon as anybody knows of the key. */
async function askOtherwise(door: Door, creation: Creation, counts: ClientCounts): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const said = await ask(door, creation, { name: 'Another name' }, counts);
    if (said !== null && 'outcome' in said) throw new Error(`${creation.key} was taken for another input`);
    if (said?.code === 'IDEMPOTENCY_MISMATCH') {
      counts.mismatches += 1;
      return;
    }
    await wait(BETWEEN_MS);
  }
}

async function ask(door: Door, creation: Creation, other: object, counts: ClientCounts): Promise<Said> {
  const { key, ...rest } = creation;
  const fixed = { name: 'Created under fire', propertyType: 'RESIDENTIAL', type: 'PURCHASE', status: 'ACTIVE' };
  const input = { ...fixed, ...rest, ...other, ...(key !== null && { idempotencyKey: key }) };
  const url = await door.url();
  counts.asked += 1;
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${door.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is what is looked into
    const { data, errors } = (await response.json()) as any;
    const said = data?.createTransaction;
    if (said != null) return read(said);
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

function outcomeOf(said: Said): Outcome | null {
  return said !== null && 'outcome' in said ? said : null;
}

/** What is known once stays as it is; UNKNOWN may become known. A transaction that could not be read just now says nothing. */
function sameOrThrow(one: Outcome | null, other: Outcome | null, { key }: Creation): void {
  if (one === null || other === null || one.outcome === 'UNKNOWN' || other.outcome === 'UNKNOWN') return;
  const isOther = one.transId !== null && other.transId !== null && one.transId !== other.transId;
  if (one.outcome !== other.outcome || isOther) throw new Error(`${key} was told in two ways`);
}
