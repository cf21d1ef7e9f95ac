/** A gateway that uploads files to a service which keeps a list of them, and does with a file whatever a test says. */
import { createHash } from 'node:crypto';
import type { FlatRecord } from '../../src/contract/codec.ts';
import { authorOf } from '../../src/gateway/author.ts';
import { type IncomingFile, IncomingFileFault } from '../../src/gateway/incoming-file.ts';
import { openLedgerInMemory } from '../../src/gateway/ledger/sqlite-store.ts';
import type { LedgerStore } from '../../src/gateway/ledger/store.ts';
import type { UploadResult } from '../../src/gateway/upload-file.ts';
import type { Upstream } from '../../src/upstream/call.ts';
import { UpstreamFault, type UpstreamFaultDetails } from '../../src/upstream/faults.ts';
import { agentOf } from '../support/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/gateway-under-test.ts';
import { type HeldClock, holdClock } from '../support/held-clock.ts';

const ann = agentOf('111');
export const pdf = '%PDF-1.7 a plan';

export interface World {
  readonly clock: HeldClock;
  readonly store: LedgerStore;
  /** What the service lists. */
  readonly files: FlatRecord[];
  /** The digests of the bodies that it was sent. */
  readonly sent: string[];
  /** What it does with an upload once it has read the body; adds the file and says so unless told. */
  onUpload: (add: () => void) => unknown;
}

export function createWorld(): World {
  const clock = holdClock();
  const world = { clock, store: openLedgerInMemory(clock), files: [] as FlatRecord[], sent: [] as string[] };
  return { ...world, onUpload: accept };
}

export function accept(add: () => void): unknown {
  add();
  return { status: 200, result: 'Success' };
}

export const fileRecord = (fileID: number, more: FlatRecord = {}): FlatRecord => ({
  fileID,
  fileName: 'plan.pdf',
  fileDescription: 'A plan',
  insertDate: '2026-11-20T12:00:00Z',
  ...more,
});

export const lost = () => fault('UPSTREAM_TIMEOUT', { sent: 'unknown' });

export function fault(
  code: ConstructorParameters<typeof UpstreamFault>[0],
  details: Partial<UpstreamFaultDetails>,
): UpstreamFault {
  return new UpstreamFault(code, 'told by the test', { endpoint: 'uploadfiles', sent: true, ...details });
}

/** A process of the gateway over the world. */
export function startGatewayIn(world: World, ledgerWaitMs = 0): GatewayUnderTest {
  const { store: ledgerStore, clock } = world;
  const listFiles = () => ({ total: 0, max: null, nextBatchNo: null, data: [...world.files] });
  const activeUsers = () => ({
    total: 1,
    max: 1,
    nextBatchNo: null,
    data: [{ agentNRDSID: '111', email: 'a@a.example' }],
  });
  const under = gatewayOver({ listFiles, activeUsers }, undefined, { ledgerStore, clock, ledgerWaitMs });
  const upload: Upstream['upload'] = async ({ description }, { name, bytes }) => {
    const hash = createHash('sha256');
    world.sent.push('');
    const add = () => {
      const number = 100 + world.files.length;
      world.files.push(fileRecord(number, { fileName: name, fileDescription: description }));
    };
    try {
      for await (const chunk of bytes) hash.update(chunk);
    } catch (error) {
      world.onUpload(add);
      throw error;
    }
    world.sent[world.sent.length - 1] = hash.digest('hex');
    return (await world.onUpload(add)) as Readonly<Record<string, unknown>>;
  };
  Object.assign(under.upstream, { upload });
  return under;
}

interface Given {
  readonly key?: string | null;
  readonly name?: string;
  readonly content?: string;
  readonly description?: string;
  readonly sender?: string;
  readonly pageCount?: number;
  readonly transId?: string;
  readonly wantsFile?: boolean;
  /** After these bytes its sender is gone. */
  readonly leavesAfter?: number;
}

export async function uploadTo({ gateway }: GatewayUnderTest, given: Given = {}): Promise<UploadResult> {
  const { key = 'key-1', transId = 'T-1', wantsFile = true, name = 'plan.pdf', content = pdf, leavesAfter } = given;
  const { description = 'A plan', sender = 'Example Title', pageCount = 2 } = given;
  const file = incoming(name, content, leavesAfter);
  const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, '111'), transId);
  return gateway.uploadFile(grant, authorOf(ann, key), { file, description, sender, pageCount }, wantsFile);
}

function incoming(name: string, content: string, leavesAfter = Number.POSITIVE_INFINITY): IncomingFile {
  return {
    name,
    leastBytes: 0,
    async *open() {
      for (let at = 0; at < content.length; at += 8) {
        if (at >= leavesAfter) throw new IncomingFileFault('INCOMPLETE', 'The file did not arrive in full');
        yield Buffer.from(content.slice(at, at + 8));
      }
    },
  };
}
