/**
 * Runs every rule as a test, against the service that the environment names or else against our own, started here with a
 * small database. A rule that the target cannot answer is skipped with the reason; our own service must answer all of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createReferenceServer } from '../../src/server.ts';
import { readOnly } from '../read-only-client.ts';
import { readEnvironment } from './environment.ts';
import { InsufficientSample, type Need, type Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { createTarget, type Target } from './target.ts';

const { external, assumptions } = readEnvironment(process.env);
const ownService = {
  credentials: { id: 'conformance', secret: 'conformance-Secret', vendorEmail: 'vendor@conformance.example' },
  readOnly,
  mayWrite: true,
  mobileUrl: 'https://mobile.example/register',
};
/** The time at which our own service is seeded, so that the age of seeded data does not depend on when the suite runs. */
const SEEDED_AT = Date.parse('2026-11-02T00:00:00Z');
/** 90 minutes later: agents who enabled the integration at seeding did so within the last two hours, but not the last one. */
const CHECKED_AT = SEEDED_AT + 90 * 60_000;
const RULE_TIMEOUT_MS = external === null ? 120_000 : 600_000;

let target: Target;
let stop = async (): Promise<void> => {};

beforeAll(async () => {
  if (external !== null) {
    target = createTarget(external);
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const { id, secret, vendorEmail } = ownService.credentials;
  const scopes = ['account.read', 'transactions.read', 'transactions.create'] as const;
  let start = SEEDED_AT - performance.now();
  const now = () => Math.floor(start + performance.now());
  const server = await createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [{ id, secret, vendorEmail, scopes }, readOnly],
    tokenLifetimeSeconds: 600,
    // More than 100 users and more than 100 transactions of one user, so that a batch of the maximum size is not everything.
    seed: { agents: 112, offices: 6, transactions: 960, seed: 7 },
    timeZone: 'America/Los_Angeles',
    logLevel: 'silent',
    // Off by default; switched on here so that the errors that no request can provoke are checked too.
    faultInjection: { switches: true },
    clock: { now },
  });
  start = CHECKED_AT - performance.now();
  target = createTarget({ ...ownService, baseUrl: server.url, now });
  stop = async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
});

afterAll(() => stop());

function unmetNeed(need: Need): string | undefined {
  if (external === null) return undefined;
  if (need === 'fault-switch') return 'no request is known to provoke it, and only our own service has a switch for it';
  if (need === 'write' && !external.mayWrite) return 'it writes, and CONFORMANCE_ALLOW_WRITES is not 1';
  if (need === 'second-client' && external.readOnly === null)
    return 'it needs CONFORMANCE_READ_ONLY_CLIENT_ID and the rest';
  return undefined;
}

function skipReason({ isAssumed, needs = [] }: Rule): string | undefined {
  if (isAssumed && !assumptions) return 'it holds an assumption, and CONFORMANCE_ASSUMPTIONS is 0';
  return needs.map(unmetNeed).find((reason) => reason !== undefined);
}

describe('conformance', { shuffle: false }, () => {
  for (const rule of rules) {
    test(`${rule.id} ${rule.sentence}`, { timeout: RULE_TIMEOUT_MS }, async ({ skip }) => {
      const reason = skipReason(rule);
      if (reason !== undefined) skip(reason);
      try {
        await rule.check(target);
      } catch (error) {
        if (external === null || !rule.needs?.includes('seed') || !(error instanceof InsufficientSample)) throw error;
        skip(error.message);
      }
    });
  }
});
