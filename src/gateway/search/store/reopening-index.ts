/**
 * An index that outlives its tables. It is opened on first use, and again after an attempt has failed. If its file is deleted, replaced or
 * damaged while the program runs, a new empty file takes its place: the filling starts again, and until then the index says that it is
 * incomplete.
 */
import { rmSync, statSync } from 'node:fs';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { isDamaged, SQLITE_READONLY_DBMOVED } from '@realty-forms/platform/stores/sqlite.ts';
import type { SearchIndex } from '../index.ts';

interface ReopeningIndexOptions {
  readonly connect: () => Promise<SearchIndex>;
  /** Identifies the settings that interpret records: an index that was filled under other settings is emptied, unless this is null. */
  readonly fingerprint: string | null;
  /** The path of the index, if it is a file. */
  readonly path?: string | undefined;
  readonly log: Log;
}

type Method = Exclude<keyof SearchIndex, 'open' | 'close'>;

const CHECK_MS = 1_000;

interface Opened {
  readonly index: SearchIndex;
  readonly inode: number | undefined;
  readonly isEmptied: boolean;
}

export function createReopeningIndex({ connect, fingerprint, path, log }: ReopeningIndexOptions): SearchIndex {
  const inodeNow = () => (path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.ino);
  let opening: Promise<Opened> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  async function open(): Promise<Opened> {
    const before = inodeNow();
    try {
      return await openOnce();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      // Another process may have replaced the file meanwhile.
      if (inodeNow() === before) discard();
      return await openOnce();
    }
  }

  async function openOnce(): Promise<Opened> {
    const index = await connect();
    try {
      const isEmptied = await index.open(fingerprint);
      if (isEmptied) log.info({}, 'another version, or other settings, filled the search index; it is filled again');
      return { index, inode: inodeNow(), isEmptied };
    } catch (error) {
      await index.close().catch(() => undefined);
      throw error;
    }
  }

  function discard(): void {
    log.error({}, 'the file of the search index is damaged; the index is filled again');
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  }

  function opened(): Promise<Opened> {
    if (isClosed) return Promise.reject(new Error('the search index is closed'));
    const started = opening ?? open();
    opening = started;
    // The next use tries again.
    started.catch(() => {
      if (opening === started) opening = null;
    });
    return started;
  }

  /** Closes a file that no longer exists or cannot be used. */
  async function leave(former: Promise<Opened>, inode: number | undefined, isUsable: boolean): Promise<void> {
    if (opening !== former) return;
    opening = null;
    if (isUsable) log.error({}, 'the file of the search index was deleted or replaced; the index is filled again');
    else if (inodeNow() === inode) discard();
    const { index } = await former;
    await index.close().catch(() => undefined);
  }

  async function use<Result>(method: Method, given: readonly unknown[]): Promise<Result> {
    let current = opened();
    let { index, inode } = await current;
    if (path !== undefined && performance.now() - checkedAt >= CHECK_MS) {
      checkedAt = performance.now();
      if (inodeNow() !== inode) {
        await leave(current, inode, true);
        current = opened();
        ({ index, inode } = await current);
      }
    }
    const call = (target: SearchIndex) =>
      (target[method] as (...args: readonly unknown[]) => Promise<Result>)(...given);
    try {
      return await call(index);
    } catch (error) {
      const isElsewhere = inodeNow() !== inode || codeOf(error) === SQLITE_READONLY_DBMOVED;
      if (!isElsewhere && !isDamaged(error)) throw error;
      await leave(current, inode, isElsewhere);
      return await call((await opened()).index);
    }
  }

  const methods: readonly Method[] = [
    ...([
      'reopen',
      'agents',
      'stateOf',
      'beginLoad',
      'saveBatch',
      'unseen',
      'completeLoad',
      'saveChanges',
      'saveWritten',
    ] as const),
    ...(['remove', 'forget', 'erase', 'disownSince', 'search', 'deadlines', 'freshness'] as const),
    ...(['changesSince', 'removalsSince'] as const),
  ];
  return {
    ...(Object.fromEntries(
      methods.map((method) => [method, (...given: readonly unknown[]) => use(method, given)]),
    ) as unknown as Omit<SearchIndex, 'open' | 'close'>),
    open: async () => (await opened()).isEmptied,
    async close() {
      isClosed = true;
      const current = await opening?.catch(() => null);
      opening = null;
      await current?.index.close();
    },
  };
}

function codeOf(error: unknown): unknown {
  return (error as { readonly errcode?: unknown }).errcode;
}
