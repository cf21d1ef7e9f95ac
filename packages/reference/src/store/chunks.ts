/** Rows of seeded data, so many at a time as one statement inserts. */
const ROWS_PER_INSERT = 50;

export function* chunks<T>(rows: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_PER_INSERT) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
