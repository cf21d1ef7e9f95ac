/**
 * Lists the root streams of an OLE compound file ([MS-CFB]): xls and doc share the same eight-byte signature, and only these
 * streams distinguish them. Reads single sectors, never the whole file; rejects damaged or cyclic sector chains.
 */

/** Reads bytes of the file; returns fewer than requested only at its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

export const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const ENTRY_BYTES = 128;
/** The most directory entries that are read; a real document has a few dozen. */
const MAX_ENTRIES = 16_384;
const MAX_DIFAT_SECTORS = 4096;
const LAST_REGULAR_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;

/** The names of the streams in the root folder, or null if the file is not a readable compound file. */
export async function rootStreams(read: ReadAt): Promise<ReadonlySet<string> | null> {
  const header = await read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(COMPOUND_SIGNATURE)) return null;
  const version = header.readUInt16LE(26);
  const shift = header.readUInt16LE(30);
  if (header.readUInt16LE(28) !== 0xfffe || shift !== (version === 4 ? 12 : 9)) return null;
  const sectorBytes = 1 << shift;
  const readSector = async (sector: number) => {
    if (sector > LAST_REGULAR_SECTOR) return null;
    const bytes = await read((sector + 1) * sectorBytes, sectorBytes);
    // The last sector of a truncated file may be short.
    return bytes.length === 0 ? null : Buffer.concat([bytes], sectorBytes);
  };
  const directory = await readDirectory(header, sectorBytes, readSector);
  return directory === null ? null : childStreams(directory);
}

type ReadSector = (sector: number) => Promise<Buffer | null>;

async function readDirectory(header: Buffer, sectorBytes: number, readSector: ReadSector): Promise<Buffer | null> {
  const fatSectors = await readFatSectors(header, sectorBytes, readSector);
  const perSector = sectorBytes / 4;
  const sectors: Buffer[] = [];
  let sector = header.readUInt32LE(48);
  while (sector <= LAST_REGULAR_SECTOR) {
    const bytes = await readSector(sector);
    if (bytes === null || (sectors.length * sectorBytes) / ENTRY_BYTES >= MAX_ENTRIES) return null;
    sectors.push(bytes);
    const fatSector = fatSectors[Math.floor(sector / perSector)];
    const fat = fatSector === undefined ? null : await readSector(fatSector);
    if (fat === null) return null;
    sector = fat.readUInt32LE((sector % perSector) * 4);
  }
  return sectors.length === 0 ? null : Buffer.concat(sectors);
}

/** The sector numbers of the FAT: the first 109 are in the header, the rest in the DIFAT sector chain. */
async function readFatSectors(header: Buffer, sectorBytes: number, readSector: ReadSector): Promise<number[]> {
  const fatSectors = numbers(header.subarray(76), HEADER_FAT_SECTORS);
  let sector = header.readUInt32LE(68);
  for (let count = 0; sector <= LAST_REGULAR_SECTOR && count < MAX_DIFAT_SECTORS; count += 1) {
    const bytes = await readSector(sector);
    if (bytes === null) break;
    const perSector = sectorBytes / 4 - 1;
    fatSectors.push(...numbers(bytes, perSector));
    sector = bytes.readUInt32LE(perSector * 4);
  }
  return fatSectors;
}

function numbers(bytes: Buffer, count: number): number[] {
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The root's children form a tree of siblings; deeper streams belong to embedded objects, not to the document. */
function childStreams(directory: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const pending = [directory.readUInt32LE(76)];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const at = entry * ENTRY_BYTES;
    if (entry === NO_ENTRY || seen.has(entry) || at + ENTRY_BYTES > directory.length) continue;
    seen.add(entry);
    const nameBytes = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64))) - 2;
    if (directory[at + 66] === STREAM) names.add(directory.toString('utf16le', at, at + nameBytes));
    pending.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72));
  }
  return names;
}
