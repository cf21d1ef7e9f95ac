/** Reads a zip of stored, uncompressed files through its central directory, and verifies the checksum of each. */
import { crc32 } from 'node:zlib';

export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const wide = bytes.lastIndexOf(Buffer.from('PK\u0006\u0006'));
  if (end < 0) throw new Error('no end of a zip');
  const count = wide < 0 ? bytes.readUInt16LE(end + 10) : Number(bytes.readBigUInt64LE(wide + 32));
  let at = wide < 0 ? bytes.readUInt32LE(end + 16) : Number(bytes.readBigUInt64LE(wide + 48));
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry of a directory at ${at}`);
    const [checksum, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)];
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (crc32(content) !== checksum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}
