/** Reads a zip through its central directory, and verifies the checksum of each file. */
import { crc32, inflateRawSync } from 'node:zlib';

const DEFLATED = 8;

export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end < 0) throw new Error('no end of a zip');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry of a directory at ${at}`);
    const [checksum, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const sent = bytes.subarray(start, start + size);
    const content = bytes.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(sent) : sent;
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (crc32(content) !== checksum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}
