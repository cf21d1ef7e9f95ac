/**
 * Tries forged ids, cursors and links at every entry point of a whole gateway, as every caller that might get through, and
 * counts the attempts. Reports each token that is accepted or rejected with an unexpected code, and the upstream calls made.
 */

import { defaultOrder } from '@realty-forms/contract/calls/requests.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { createAccess } from '../../../../src/gateway/callers/access.ts';
import type { Principal } from '../../../../src/gateway/callers/principal.ts';
import { createSealer, type KeyRing } from '../../../../src/gateway/ids/seal.ts';
import { List } from '../../../../src/gateway/lists/list.ts';
import { readConnection } from '../../../../src/gateway/paging/connection.ts';
import { agentOf, service } from '../../../support/callers/callers.ts';
import { sealKey } from '../../../support/callers/id-keys.ts';
import { everybody } from '../../../support/directories.ts';
import { gatewayOver } from '../../../support/gateways/gateway-under-test.ts';
import { knownBatchBehaviors } from '../../../support/gateways/known-batch-behaviors.ts';
import { batchOf } from '../../../support/upstreams/fake-upstream.ts';
import { createDraw, mutations } from './mutations.ts';

export interface ForgeryReport {
  readonly offered: number;
  readonly byMutation: Readonly<Record<string, number>>;
  /** Tokens that were accepted, or rejected with another code than the expected one. */
  readonly unexpected: readonly string[];
  readonly upstreamCalls: number;
  /** Entry points that accept no real token either, and so would prove nothing. */
  readonly neverOpened: number;
}

interface EntryPoint {
  readonly open: (token: string) => Promise<unknown>;
  /** The code with which it must reject every forgery. */
  readonly code: string;
}

const agents = ['111', '222'];
/** Identifies the list that the forged cursors are tried on: its hash is no secret. */
const ourList = ['transactions', '111', '111', [], defaultOrder];

/** Real tokens of every type, for two agents and a service, sealed with the given keys. */
async function realTokens(ring: KeyRing): Promise<string[]> {
  const sealer = createSealer(ring);
  const addressOf = async (nrdsId: string) => `agent${nrdsId}@example.com`;
  const access = createAccess(sealer, { ...everybody, addressOf });
  const tokens: string[] = [];
  for (const [caller, nrdsId] of [...agents.map((id) => [agentOf(id), id] as const), [service, '111'] as const]) {
    const grant = await access.agent(caller, nrdsId);
    for (const transId of ['T-1', '4711']) {
      const transaction = access.ownTransaction(grant, transId);
      tokens.push(access.transactionId(transaction), access.fileId(access.ownFile(transaction, '7', '')));
    }
    tokens.push(access.accountId(await access.account(caller, `agent${nrdsId}@example.com`, nrdsId)));
  }
  const read = async (batch: { size: number; number: number }) => ({ max: 9, data: Array(batch.size).fill(null) });
  const fingerprint = { sortKey: 1, summary: 2, number: 3 };
  const { edges } = await readConnection(
    sealer,
    ourList,
    { first: 3 },
    new List(read, knownBatchBehaviors(100).listTrans),
    () => null,
    () => fingerprint,
  );
  return [...tokens, ...edges.map(({ cursor }) => cursor)];
}

export async function offerForgeries(count: number, seed: number): Promise<ForgeryReport> {
  const { gateway, upstream } = gatewayOver({
    activeUsers: (request) =>
      batchOf(
        agents.map((id) => ({ agentNRDSID: id, email: `agent${id}@example.com` })),
        request,
      ),
  });
  const { access, links, transactions, loaders } = gateway;
  const ann = agentOf('111');
  const grant = await access.agent(ann, '111');
  const file = access.ownFile(access.ownTransaction(grant, 'T-1'), '7', '');
  const minted = [links.toFile(ann, file, 'deed.pdf'), links.toArchive(ann, file.transaction, {})];
  const ourTokens = [...(await realTokens([sealKey(1)])), ...minted.map((link) => link.slice('/files/'.length))];
  const foreignTokens = await realTokens([{ id: 1, secret: Buffer.alloc(32, 99) }]);
  const realTokenSet = new Set(ourTokens);

  const byId = (caller: Principal, use: (caller: Principal, id: string) => unknown): EntryPoint => ({
    open: async (token) => use(caller, token),
    code: 'NOT_FOUND',
  });
  const detail = { full: false, selection: selectGroups() };
  const entryPoints: EntryPoint[] = [
    ...[ann, service].flatMap((caller) => [
      byId(caller, access.openTransaction),
      byId(caller, access.openFile),
      byId(caller, access.openAccount),
    ]),
    { open: links.open, code: 'NOT_FOUND' },
    { open: (after) => transactions.list(loaders(), grant, { after }, detail), code: 'INVALID_CURSOR' },
    { open: (before) => transactions.list(loaders(), grant, { last: 5, before }, detail), code: 'INVALID_CURSOR' },
  ];

  const draw = createDraw(seed);
  const rows = Object.entries(mutations);
  const byMutation: Record<string, number> = {};
  const unexpected: string[] = [];
  const before = upstream.calls.length;
  const pick = (from: readonly string[]): string => from[draw(from.length)] ?? '';
  const outcomeAt = ({ open }: EntryPoint, token: string): Promise<string> =>
    open(token).then(
      () => 'let in',
      (error: { code?: string }) => error.code ?? String(error),
    );
  const offer = async (name: string, token: string): Promise<void> => {
    byMutation[name] = (byMutation[name] ?? 0) + 1;
    for (const [index, entryPoint] of entryPoints.entries()) {
      const outcome = await outcomeAt(entryPoint, token);
      if (outcome !== entryPoint.code) unexpected.push(`${name}, door ${index}, ${outcome}: ${JSON.stringify(token)}`);
    }
  };

  let offered = 0;
  for (const token of foreignTokens) await offer('a stranger’s key of the same id', token);
  for (offered = foreignTokens.length; offered < count; ) {
    const [name, forge] = rows[offered % rows.length] as (typeof rows)[number];
    const token = forge(pick(ourTokens), pick(ourTokens), draw);
    if (realTokenSet.has(token)) {
      // The mutation happened to change nothing: draw again from the same row.
      continue;
    }
    await offer(name, token);
    offered += 1;
  }
  const upstreamCalls = upstream.calls.length - before;
  let neverOpened = 0;
  for (const entryPoint of entryPoints) {
    const outcomes = await Promise.all(ourTokens.map((token) => outcomeAt(entryPoint, token)));
    if (outcomes.every((outcome) => outcome === entryPoint.code)) neverOpened += 1;
  }
  return { offered, byMutation, unexpected, upstreamCalls, neverOpened };
}
