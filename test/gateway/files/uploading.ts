/** A gateway that uploads files to a fake service, which lists them and handles each upload as the test specifies. */
import { createHash } from 'node:crypto';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { expect } from 'vitest';
import { type IncomingFile, IncomingFileFault } from '../../../src/gateway/files/incoming-file.ts';
import { openUpload, type UploadResult } from '../../../src/gateway/files/upload-file.ts';
import type { KeyRing } from '../../../src/gateway/ids/seal.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import type { Upstream } from '../../../src/upstream/call.ts';
import { UpstreamFault, type UpstreamFaultDetails } from '../../../src/upstream/faults.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { openLedgerInMemory } from '../../support/gateways/memory-ledger.ts';
import { createManualClock, type ManualClock } from '../../support/held-clock.ts';

const ann = agentOf('111');
export const pdf = '%PDF-1.7 a plan';

export interface World {
  readonly clock: ManualClock;
  readonly store: LedgerStore;
  /** The files that the service lists. */
  readonly files: FlatRecord[];
  /** The digests of the bodies that the service received; empty for one that did not arrive in full. */
  readonly sent: string[];
  /** The one active user. */
  user: FlatRecord;
  /** Handles an upload once its body has ended or broken off; by default adds the file and reports Success. */
  onUpload: (add: () => void) => unknown;
}

export function createWorld(): World {
  const clock = createManualClock();
  const world = { clock, store: openLedgerInMemory(clock), files: [] as FlatRecord[], sent: [] as string[] };
  return { ...world, user: { agentNRDSID: '111', email: 'a@a.example' }, onUpload: acceptUpload };
}

export function acceptUpload(add: () => void): unknown {
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

export const lostResponse = () => fault('UPSTREAM_TIMEOUT', { sent: 'unknown' });

export function fault(
  code: ConstructorParameters<typeof UpstreamFault>[0],
  details: Partial<UpstreamFaultDetails>,
): UpstreamFault {
  return new UpstreamFault(code, 'thrown by the test', { endpoint: 'uploadfiles', sent: true, ...details });
}

/** A gateway process that uses this world. */
export function startGatewayIn(world: World, ledgerWaitMs = 0, idKeys: KeyRing = [sealKey(1)]): GatewayUnderTest {
  const { store: ledgerStore, clock } = world;
  const listFiles = () => ({ total: 0, max: null, nextBatchNo: null, data: [...world.files] });
  const activeUsers = () => ({ total: 1, max: 1, nextBatchNo: null, data: [world.user] });
  const underTest = gatewayOver({ listFiles, activeUsers }, undefined, { ledgerStore, clock, ledgerWaitMs, idKeys });
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
  Object.assign(underTest.upstream, { upload });
  return underTest;
}

interface UploadOptions {
  readonly key?: string | null;
  readonly name?: string;
  readonly content?: string | Buffer;
  readonly description?: string;
  readonly sender?: string;
  readonly pageCount?: number;
  readonly transId?: string;
  /** A sealed id, in place of `transId`. */
  readonly id?: string;
  readonly wantsFile?: boolean;
  /** The number of bytes after which the client disconnects. */
  readonly disconnectsAfter?: number;
}

export async function uploadTo({ gateway }: GatewayUnderTest, options: UploadOptions = {}): Promise<UploadResult> {
  const {
    key = 'key-1',
    transId = 'T-1',
    wantsFile = true,
    name = 'plan.pdf',
    content = pdf,
    disconnectsAfter,
  } = options;
  const { description = 'A plan', sender = 'Example Title', pageCount = 2 } = options;
  const file = incoming(name, content, disconnectsAfter);
  const { access } = gateway;
  const id = options.id ?? access.transactionId(access.ownTransaction(await access.agent(ann, '111'), transId));
  const grant = (await openUpload(access, ann, id)) ?? expect.unreachable();
  return gateway.uploadFile(grant, authorOf(ann, key), { file, description, sender, pageCount }, wantsFile);
}

function incoming(name: string, content: string | Buffer, disconnectsAfter = Number.POSITIVE_INFINITY): IncomingFile {
  const bytes = Buffer.from(content as string);
  return {
    name,
    minBytes: 0,
    maxBytes: null,
    async *open() {
      for (let at = 0; at < bytes.length; at += 8) {
        if (at >= disconnectsAfter) throw new IncomingFileFault('INCOMPLETE', 'The file did not arrive in full');
        yield bytes.subarray(at, at + 8);
      }
    },
  };
}
