/** Saves what this process has written in the index, before the write is answered, so that the writer finds it at once. */

import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { flatOf, SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Recorded, WriteOnce } from '../../ledger/write-command.ts';
import { type ListedRecord, listedRecord } from '../../live/tracking/change-window.ts';
import type { Decode } from '../../reading/decode.ts';
import type { SearchIndex } from '../index.ts';
import { withNumber } from './missing.ts';
import { toIndexed } from './retention.ts';

export interface OwnWritesOptions {
  readonly index: Pick<SearchIndex, 'stateOf' | 'saveWritten'>;
  /** Reads a transaction that was changed, like a request. */
  readonly readRecord: (transId: string) => Promise<FlatRecord | null>;
  readonly decode: Decode;
  readonly clock: Clock;
}

export function saveOwnWrites(writeOnce: WriteOnce, { index, readRecord, decode, clock }: OwnWritesOptions): WriteOnce {
  const recordOf = async (changes: string | undefined, result: unknown): Promise<ListedRecord | null> => {
    if (changes !== undefined) {
      const flat = await readRecord(changes);
      return flat && listedRecord(decode, withNumber(flat, changes));
    }
    const { flat } = (result ?? {}) as { readonly flat?: FlatRecord | SelectedRecord };
    return flat === undefined ? null : listedRecord(decode, flat instanceof SelectedRecord ? flatOf(flat) : flat);
  };
  return async (command) => {
    const startedAt = clock.now();
    const recorded = await writeOnce(command);
    if (!isChange(command.operation, recorded)) return recorded;
    try {
      if ((await index.stateOf(command.agent)) === null) return recorded;
      const seenAt = command.changes === undefined ? startedAt : clock.now();
      const record = await recordOf(command.changes, recorded.result);
      if (record !== null) await index.saveWritten(command.agent, toIndexed(record, seenAt));
    } catch {
      // The next poll of the list finds it.
    }
    return recorded;
  };
}

function isChange(operation: string, { outcome, replayed }: Recorded<unknown>): boolean {
  return outcome === 'COMMITTED' && !replayed && ['createTransaction', 'addServiceProviders'].includes(operation);
}
