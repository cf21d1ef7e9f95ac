/** A thread with one connection to a SQLite file: runs the statements that it receives, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { collectOnceIdle } from '../v8/garbage-collection.ts';
import type { Rows } from './sql.ts';
import { openSqliteSql } from './sqlite-sql.ts';
import { BEGIN, CLOSE, type Connection, READY, type ThreadRequest, type ThreadResponse } from './sqlite-threads.ts';

const { path, settings, functions } = workerData as Connection;
const post = (response: ThreadResponse): void => parentPort?.postMessage(response);

function problemOf(error: unknown) {
  const { message, code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return { message, code, errcode };
}

collectOnceIdle();
try {
  const own = functions === undefined ? {} : (await import(functions)).functions;
  const database = openSqliteSql(path, null, own);
  for (const setting of settings) await database.query(setting);
  parentPort?.on('message', async ({ number, sql, parameters }: ThreadRequest) => {
    try {
      let rows: Rows = [];
      if (sql === CLOSE) database.close();
      else if (sql === BEGIN) database.begin(Number(parameters[0]));
      else rows = await database.query(sql, parameters);
      post({ number, rows });
    } catch (error) {
      post({ number, problem: problemOf(error) });
    }
    if (sql === CLOSE) parentPort?.close();
  });
  post({ number: READY, rows: [] });
} catch (error) {
  post({ number: READY, problem: problemOf(error) });
}
