/**
 * Reads a list from its beginning, several batches at a time. Each batch is chosen to contain the last record of the previous one: if it
 * does, no record has slipped between the two. Otherwise the list is read again.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { farthestBatch, startOf } from './batches.ts';
import type { Batched, Snapshot } from './snapshot.ts';

interface WholeListOptions<T> {
  /** Creates a new reader of the list for each attempt. */
  readonly open: () => Batched<T>;
  /** Recognizes a record in the next batch. */
  readonly keyOf: (record: T) => string;
  /** How many records are enough; most of the others are not read. */
  readonly most?: number;
  /** How many batches are read at a time. */
  readonly parallel?: number;
  readonly attempts?: number;
  /** Whether a read that is not torn is good enough. */
  readonly isUsable?: (read: WholeList<T>) => boolean;
}

export interface WholeList<T> {
  readonly records: readonly T[];
  /** Whether these are all records of the list, and no more than `most`. */
  readonly isWhole: boolean;
  /** Whether the service states the same number of records. */
  readonly isCounted: boolean;
  readonly batches: number;
}

/** Null if the list changed during each attempt. */
export async function readWholeList<T>(options: WholeListOptions<T>): Promise<WholeList<T> | null> {
  const { keyOf, most = Number.POSITIVE_INFINITY, attempts = 3, isUsable = () => true } = options;
  let before: string | null = null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const snapshots = await readSnapshots(options);
    const records = join(snapshots, keyOf);
    const isWhole = snapshots.at(-1)?.isLast === true && (records?.length ?? 0) <= most;
    const isCounted = snapshots.every((each) => each.isCounted);
    const read = records && { records, isWhole, isCounted, batches: snapshots.length };
    if (records === null || read === null || !isUsable(read)) continue;
    const keys = records.map(keyOf);
    const isEachOnce = new Set(keys).size === keys.length;
    if (isEachOnce && snapshots.every(({ isOneAnswer }) => isOneAnswer)) return read;
    // A batch put together from several answers may have lost records between them, and a list whose order changes may repeat one record in
    // place of another. So the list has to be the same twice.
    const content = JSON.stringify(keys);
    if (content === before) return read;
    before = content;
  }
  return null;
}

const FIRST: Batch = { size: limits.batchSize.max, number: 1 };

async function readSnapshots<T>({ open, most = Number.POSITIVE_INFINITY, parallel = 1 }: WholeListOptions<T>) {
  const list = open();
  const snapshots = [await list.read(FIRST)];
  let planned: Batch = FIRST;
  const next = (): Batch | null => {
    const reached = startOf(planned) + planned.size;
    const { isLast, max } = snapshots.at(-1) as Snapshot<T>;
    if (isLast || reached >= most || reached > max) return null;
    planned = farthestBatch(reached - 1, true);
    return planned;
  };
  for (;;) {
    const batches: Batch[] = [];
    while (batches.length < parallel) {
      const batch = next();
      if (batch === null) break;
      batches.push(batch);
    }
    if (batches.length === 0) return snapshots;
    for (const snapshot of await Promise.all(batches.map((batch) => list.read(batch)))) {
      if (snapshots.at(-1)?.isLast === true) break;
      snapshots.push(snapshot);
    }
  }
}

/** The records of all snapshots, each once; null if a snapshot does not continue where the previous one ended. */
function join<T>(snapshots: readonly Snapshot<T>[], keyOf: (record: T) => string): readonly T[] | null {
  const all: T[] = [];
  let last: string | null = null;
  for (const { records } of snapshots) {
    const at = last === null ? -1 : records.findIndex((record) => keyOf(record) === last);
    if (last !== null && at === -1) return null;
    all.push(...records.slice(at + 1));
    const end = all.at(-1);
    last = end === undefined ? null : keyOf(end);
  }
  return all;
}
