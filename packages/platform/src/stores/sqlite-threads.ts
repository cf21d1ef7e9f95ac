/**
 * SQLite in threads, so that no query and no commit, which waits for the disk, blocks the event loop: one connection for transactions and,
 * optionally, one that only reads, for single statements with a time limit.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createTurns } from '../turns.ts';
import type { Query, Rows, SqlDatabase } from './sql.ts';
import { SQLITE_INTERRUPT } from './sqlite.ts';
import { sqliteDialect } from './sqlite-sql.ts';

export interface ThreadedSqlite extends SqlDatabase {
  /** Empties the write-ahead log. Rejects if a reader needs it for longer than a transaction may wait. */
  readonly checkpoint: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Connection {
  readonly path: string;
  /** Statements that prepare the connection. */
  readonly settings: readonly string[];
  /** The URL of a module that exports the `functions` that statements may call. */
  readonly functions?: string | undefined;
}

export interface ThreadRequest {
  readonly number: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ThreadResponse = { readonly number: number } & (
  | { readonly rows: Rows }
  | { readonly problem: { readonly message: string; readonly code: unknown; readonly errcode: unknown } }
);

/** A thread sends READY. It receives CLOSE to end, and BEGIN with the milliseconds that a transaction may wait for a lock. */
export const READY = 0;
export const CLOSE = 'close';
export const BEGIN = 'begin';
/** How long a transaction waits, for its turn and for locks of other processes together. Requests wait for it. */
const LOCK_WAIT_MS = 4_000;
/** Polling interval for a lock that SQLite itself does not wait for. */
const POLL_MS = 20;

/** For a read model: after a loss of power, its last transactions may be missing, but nothing is damaged. */
const common = ['pragma synchronous = normal', 'pragma secure_delete = on'];
/**
 * In kB. With the default of 2 MB, a writer of many indexes reads most pages again and again. Readers can rely on the system's own cache.
 */
const WRITER_CACHE = 'pragma cache_size = -16384';

/** Two connections: the reads of `query` wait for no transaction, and may call the functions. Rejects if the file cannot be opened. */
export async function openThreadedSqlite(path: string, maxReadMs: number, functions?: string): Promise<ThreadedSqlite> {
  const writer = await openSqliteThread(path, [...common, WRITER_CACHE]);
  const reader = await openReader({ path, settings: ['pragma query_only = on'], functions }, maxReadMs).catch(
    async (error: unknown) => {
      await writer.close();
      throw error;
    },
  );
  return {
    ...writer,
    query: reader.query,
    async close() {
      await reader.close();
      await writer.close();
    },
  };
}

/** One connection; each statement is a transaction too. Errors have the code of SQLite or of the system. */
export async function openSqliteThread(path: string, settings: readonly string[] = []): Promise<ThreadedSqlite> {
  const thread = await openThread({ path, settings });
  // Transactions share a connection.
  const inTurn = createTurns();
  const transact: SqlDatabase['transact'] = (_, work) => {
    const calledAt = performance.now();
    return inTurn(async () => {
      // Transactions that wait for the same lock give up together. One whose time is over still gets a lock that is free.
      await thread.query(BEGIN, [Math.max(0, Math.round(calledAt + LOCK_WAIT_MS - performance.now()))]);
      try {
        const result = await work(thread.query);
        await thread.query('commit');
        return result;
      } catch (error) {
        // An error such as a full disk has already ended the transaction.
        await thread.query('rollback').catch(() => {});
        throw error;
      }
    });
  };
  return {
    query: (sql, parameters) => transact(null, (run) => run(sql, parameters)),
    transact,
    dialect: sqliteDialect(null),
    async checkpoint() {
      const until = performance.now() + LOCK_WAIT_MS;
      // SQLite waits for readers, but not for another process that is emptying the log.
      for (;;) {
        const [result] = await inTurn(() => thread.query('pragma wal_checkpoint(truncate)'));
        if (result?.['busy'] === 0) return;
        if (performance.now() >= until) throw new Error('a reader keeps the write-ahead log from being emptied');
        await delay(POLL_MS);
      }
    },
    close: () => inTurn(thread.close),
  };
}

/**
 * Node cannot interrupt a statement of SQLite. A statement that takes too long is abandoned with its thread, which ends when the statement
 * does, and another thread continues with the next one. At most one abandoned statement is running at a time.
 */
async function openReader(connection: Connection, maxMs: number) {
  type Thread = Awaited<ReturnType<typeof openThread>>;
  const inTurn = createTurns();
  let thread: Promise<Thread> | null = openThread(connection);
  await thread;
  let [before, last]: [Promise<unknown>, Promise<unknown>] = [Promise.resolve(), Promise.resolve()];
  /** Statements that give up while they wait for it leave it to the next one. */
  const reopen = (): Promise<Thread> =>
    before
      .then(() => openThread(connection))
      .catch((error: unknown) => {
        thread = null;
        throw error;
      });
  const query: Query = (sql, parameters) =>
    inTurn(async () => {
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(late.resolve, maxMs, null);
      try {
        thread ??= reopen();
        const opened = await Promise.race([thread, late.promise]);
        const rows = opened && (await Promise.race([opened.query(sql, parameters), late.promise]));
        if (rows !== null) return rows;
        if (opened !== null) [before, last, thread] = [last, opened.end(), null];
      } finally {
        clearTimeout(timer);
      }
      throw Object.assign(new Error(`a statement took more than ${maxMs} ms`), { errcode: SQLITE_INTERRUPT });
    });
  return { query, close: () => inTurn(async () => await (await thread?.catch(() => null))?.close()) };
}

interface Pending {
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: Error) => void;
}

async function openThread(connection: Connection) {
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: connection, execArgv: [] });
  const pending = new Map<number, Pending>();
  let lastNumber = READY;
  let ended: Error | null = null;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.once('error', (error) => end(error as Error));
  worker.once('exit', (code) => end(new Error(`the thread of ${connection.path} exited with code ${code}`)));
  worker.on('message', (response: ThreadResponse) => {
    // Other messages come from Node itself: under `--watch` each thread reports the files that it loads.
    const request = pending.get(response.number);
    pending.delete(response.number);
    if ('rows' in response) request?.resolve(response.rows);
    else if ('problem' in response) {
      const { message, ...codes } = response.problem;
      request?.reject(Object.assign(new Error(message), codes));
    }
  });
  await new Promise<Rows>((resolve, reject) => pending.set(READY, { resolve, reject }));
  const query: Query = (sql, parameters = []) =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended);
      lastNumber += 1;
      pending.set(lastNumber, { resolve, reject });
      worker.postMessage({ number: lastNumber, sql, parameters } satisfies ThreadRequest);
    });
  return {
    query,
    async close(): Promise<void> {
      if (ended === null) await query(CLOSE);
      await exited;
    },
    /** Ends the thread as soon as the current statement has ended. */
    end: () => worker.terminate(),
  };
}
