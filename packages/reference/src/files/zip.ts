/**
 * Sends several files as one zip, generated while it is sent (4.8). Nothing is compressed, because most uploads are in compressed formats
 * anyway. Files with the same name are numbered.
 */
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZipEntry {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly open: () => Readable;
}

export function createZip(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | null = null;
  // When the client disconnects, close the file that is being read as well.
  stream.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => stream.destroy(error));
  const names = uniqueNames(entries.map(({ name }) => relativeName(name)));
  entries.forEach(({ size, modified, open }, index) => {
    const options = { size, mtime: new Date(modified), mode: 0o100644, compress: false };
    zip.addReadStreamLazy(names[index] ?? '', options, (callback) => {
      if (stream.destroyed) return;
      current = open();
      current.once('error', (error) => stream.destroy(error));
      callback(null, current);
    });
  });
  zip.end();
  return stream;
}

/** `C:offer.pdf` would be a path on a drive when it is extracted on Windows; zips must not contain such names. */
const relativeName = (name: string) => name.replace(/^([a-z]):/i, '$1_');

/** `a.pdf`, then `a (2).pdf`. Names that differ only in case count as equal, because some file systems ignore case. */
function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.+)(\.\w+)$/.exec(name) ?? [];
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}
