/** Reads a zip archive independently of the code under test: each entry's name and bytes, from the central directory at its end. */
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

export function readZip(archive: Buffer): ZipEntry[] {
  let end = archive.length - END_BYTES;
  while (end >= 0 && archive.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new TypeError('no zip archive: it has no directory');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new TypeError('the directory of the archive is broken');
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
    const entry = { name, bytes: readEntry(archive, at) };
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    return entry;
  });
}

function readEntry(archive: Buffer, at: number): Buffer {
  const [method, size, local] = [
    archive.readUInt16LE(at + 10),
    archive.readUInt32LE(at + 20),
    archive.readUInt32LE(at + 42),
  ];
  if (archive.readUInt32LE(local) !== LOCAL_ENTRY) throw new TypeError('an entry is not where the directory says');
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + size);
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw new TypeError(`an entry is compressed by method ${method}`);
  return inflateRawSync(bytes);
}
