/**
 * Several files as one zip, written as it is sent (4.8). Nothing is compressed: the size is known before the first byte, and
 * what is uploaded is mostly compressed already. Files of one name are told apart by a number.
 */
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly open: () => Readable;
}

export interface Zip {
  readonly size: number;
  readonly stream: Readable;
}

/** Beyond this, the two ways that yazl counts a large directory part; the format for large ones has only one. */
const ENTRIES_OF_SMALL_ZIP = 100;

export async function zipOf(entries: readonly ZipEntry[]): Promise<Zip> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | null = null;
  // A reader that leaves takes the file with it that was being read.
  stream.once('close', () => current?.destroy());
  zip.on('error', (error: Error) => stream.destroy(error));
  const names = uniqueNames(entries.map(({ name }) => name));
  let isWanted = false;
  let begin = () => {};
  entries.forEach(({ size, modified, open }, index) => {
    const options = { size, mtime: new Date(modified), mode: 0o100644, compress: false };
    zip.addReadStreamLazy(names[index] ?? '', options, (give) => {
      const start = () => {
        if (stream.destroyed) return;
        current = open();
        current.once('error', (error) => stream.destroy(error));
        give(null, current);
      };
      // No file is opened before somebody reads.
      if (isWanted) start();
      else begin = start;
    });
  });
  const size = await new Promise<number>((resolve) => {
    const options = { forceZip64Format: entries.length > ENTRIES_OF_SMALL_ZIP, comment: '' };
    zip.end(options, resolve as () => void);
  });
  return {
    size,
    get stream() {
      isWanted = true;
      begin();
      return stream;
    },
  };
}

/** `a.pdf`, then `a (2).pdf`; two names that differ in case only are one on some disks. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+)(\.\w+)$/.exec(name) ?? [];
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
