/** Small files of the accepted types, built byte by byte; none is a real document. */

export const pdf = (text = 'a page') => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);

export const jpg = () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT = 0xfffffffd;
const DIFAT = 0xfffffffc;
const STREAM = 2;
const STORAGE = 1;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly child?: number;
  readonly right?: number;
}

export interface CompoundOptions {
  /** Streams of the root folder. */
  readonly streams: readonly string[];
  /** Streams of a subfolder, as in an embedded document. */
  readonly embedded?: readonly string[];
  /** Sectors of content before the directory. */
  readonly sectors?: number;
}

/** An OLE compound file (version 3) whose directory follows its content, so it can be found only through the tables. */
export function compoundFile({ streams, embedded = [], sectors = 2 }: CompoundOptions): Buffer {
  const entries = directoryOf(streams, embedded);
  const directorySectors = Math.ceil(entries.length / 4);
  let fatSectors = 0;
  let difatSectors = 0;
  for (;;) {
    const all = sectors + directorySectors + fatSectors + difatSectors;
    const fatNeeded = Math.ceil(all / 128);
    const difatNeeded = Math.ceil(Math.max(0, fatNeeded - 109) / 127);
    if (fatNeeded === fatSectors && difatNeeded === difatSectors) break;
    [fatSectors, difatSectors] = [fatNeeded, difatNeeded];
  }
  const firstFat = sectors + directorySectors;
  const firstDifat = firstFat + fatSectors;
  const file = Buffer.alloc(SECTOR * (1 + firstDifat + difatSectors));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(fatSectors, 44);
  file.writeUInt32LE(sectors, 48);
  file.writeUInt32LE(4096, 56);
  file.writeUInt32LE(END, 60);
  file.writeUInt32LE(difatSectors === 0 ? END : firstDifat, 68);
  file.writeUInt32LE(difatSectors, 72);
  const at = (sector: number) => (sector + 1) * SECTOR;
  for (const [index, entry] of entries.entries()) writeEntry(file, at(sectors) + index * 128, entry);

  const fat = Array.from({ length: fatSectors * 128 }, () => FREE);
  for (let sector = 0; sector < sectors; sector += 1) fat[sector] = END;
  for (let index = 0; index < directorySectors; index += 1) {
    fat[sectors + index] = index + 1 === directorySectors ? END : sectors + index + 1;
  }
  fat.fill(FAT, firstFat, firstDifat).fill(DIFAT, firstDifat, firstDifat + difatSectors);
  writeWords(file, at(firstFat), fat);
  const difat = Array.from({ length: 109 + difatSectors * 127 }, (_, index) =>
    index < fatSectors ? firstFat + index : FREE,
  );
  writeWords(file, 76, difat.slice(0, 109));
  for (let index = 0; index < difatSectors; index += 1) {
    const part = difat.slice(109 + index * 127, 109 + (index + 1) * 127);
    const next = index + 1 === difatSectors ? END : firstDifat + index + 1;
    writeWords(file, at(firstDifat + index), [...part, next]);
  }
  return file;
}

function writeWords(file: Buffer, at: number, words: readonly number[]): void {
  for (const [index, word] of words.entries()) file.writeUInt32LE(word, at + index * 4);
}

function directoryOf(streams: readonly string[], embedded: readonly string[]): Entry[] {
  const children: Entry[] = streams.map((name) => ({ name, type: STREAM }));
  const folderAt = 1 + children.length;
  if (embedded.length > 0) children.push({ name: 'ObjectPool', type: STORAGE, child: folderAt + 1 });
  const chained = (entries: readonly Entry[], first: number) =>
    entries.map((entry, index) => ({ ...entry, ...(index + 1 < entries.length ? { right: first + index + 1 } : {}) }));
  return [
    { name: 'Root Entry', type: 5, ...(children.length > 0 ? { child: 1 } : {}) },
    ...chained(children, 1),
    ...chained(
      embedded.map((name) => ({ name, type: STREAM })),
      folderAt + 1,
    ),
  ];
}

function writeEntry(file: Buffer, at: number, { name, type, child = FREE, right = FREE }: Entry): void {
  file.write(name, at, 'utf16le');
  file.writeUInt16LE(name.length * 2 + 2, at + 64);
  file[at + 66] = type;
  file[at + 67] = 1;
  file.writeUInt32LE(FREE, at + 68);
  file.writeUInt32LE(right, at + 72);
  file.writeUInt32LE(child, at + 76);
}

export const doc = () => compoundFile({ streams: ['1Table', 'WordDocument'] });
export const xls = () => compoundFile({ streams: ['Workbook'] });
