/**
 * Reads a list of records in one pass over its bytes, each into the cells of a selection. Most records are written like the previous one,
 * with the same columns in the same order, and most columns are blank. So most of a record is read by finding where its bytes differ from
 * the previous one's. A record that is written differently has its columns looked up by name, and the next record is expected to be like
 * it.
 */
import { folded, type Spelling, spellingOf } from '@realty-forms/contract/answers/spelling.ts';
import { SelectedRecord, type Selection } from '@realty-forms/contract/columns/selection.ts';
import {
  afterColon,
  afterSpace,
  afterString,
  afterValue,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  type Found,
  isBlankAt,
  matchingLength,
  OPEN_BRACE,
  type Source,
  take,
  textOf,
  viewOf,
  type Wanted,
} from './json-text.ts';

/** A batch has far fewer (8). A body with more is left to the full parse, which counts records before it builds any. */
const MAX_RECORDS = 1_000;
const MAX_COLUMNS = 1_024;
/** If more records of a body differ from the previous ones, looking up columns takes longer than the full parse. */
const MAX_UNLIKE = 4;

/** Which columns of the specification are wanted, by name. */
interface WantedByName {
  readonly columns: ReadonlyMap<string, Wanted | null>;
  /** Finds these columns in another case, too. */
  readonly spelling: Spelling;
}

/** A record that has been read, with all of its columns blank; the next record is expected to be written like it. */
interface Template {
  /** The bytes to the end of the last column, followed by PADDING. */
  readonly view: DataView;
  /** The number of each column, by name. */
  readonly index: ReadonlyMap<string, number>;
  /** Where the value of each column begins and ends, plus a last entry that is never reached. */
  readonly values: Int32Array;
  readonly ends: Int32Array;
  readonly bySelection: WeakMap<Selection, TemplateColumns>;
}

interface TemplateColumns {
  /** What is wanted of each column. */
  readonly wanted: readonly (Wanted | null)[];
  /** The columns that the specification does not have. */
  readonly unknown: readonly string[];
  /** Whether a column occurs twice, in two spellings. */
  readonly isTwice: boolean;
}

/** Bytes that never occur in UTF-8, so that a comparison always ends there. */
const PADDING = Buffer.alloc(8, 0xff);
const NEVER = 0x7fffffff;
const EMPTY_TEXT = Buffer.from('""');
const NONE: readonly never[] = [];

export class RecordReader {
  readonly #key: readonly string[];
  readonly #wanted = new WeakMap<Selection, WantedByName>();
  #template: Template | null = null;

  /** `key`: each record must have a value in one of these columns; other records are left to the full parse. */
  constructor(key: readonly string[]) {
    this.#key = key;
  }

  /** Reads from after the opening bracket to the closing one; null if only a full parse can do it. */
  read(
    source: Source,
    start: number,
    selection: Selection,
  ): { readonly records: SelectedRecord[]; readonly end: number } | null {
    const { bytes } = source;
    const empty = Array.from({ length: selection.values.length + selection.presenceChecks.length }, () => '');
    const begin = (): Found => ({ cells: empty.slice(), isRecord: false, unknown: NONE });
    const records: SelectedRecord[] = [];
    let unlike = 0;
    let at = afterSpace(bytes, start);
    if (bytes[at] === CLOSE_BRACKET) return { records, end: at };
    while (records.length < MAX_RECORDS) {
      let found = begin();
      let end = this.#readLikely(source, at, selection, found);
      if (end === -1 && unlike < MAX_UNLIKE) {
        unlike += 1;
        found = begin();
        end = this.#readAny(source, at, selection, found);
      }
      if (end === -1 || !found.isRecord) return null;
      records.push(new SelectedRecord(selection, found.cells, found.unknown));
      at = afterSpace(bytes, end);
      if (bytes[at] === CLOSE_BRACKET) return { records, end: at };
      if (bytes[at] !== COMMA) return null;
      at = afterSpace(bytes, at + 1);
    }
    return null;
  }

  /**
   * Reads a record that has the columns of the template, or some of them, in the same order and spacing. Returns the offset after it, or -1
   * for any other record.
   */
  #readLikely(source: Source, start: number, selection: Selection, found: Found): number {
    const template = this.#template;
    if (template === null) return -1;
    const { bytes, view } = source;
    const { index, values, ends } = template;
    const { wanted, unknown, isTwice } = this.#columnsOf(template, selection);
    if (isTwice) return -1;
    let column = 0;
    let at = start;
    let templateAt = 0;
    for (;;) {
      const same = templateAt + matchingLength(view, at, template.view, templateAt);
      const shift = at - templateAt;
      // What follows these values is the same too, so they also end here.
      for (; (ends[column] as number) < same; column += 1) {
        const each = wanted[column] as Wanted | null;
        if (each === null) continue;
        const isTaken = take(source, each, (values[column] as number) + shift, (ends[column] as number) + shift, found);
        if (!isTaken) return -1;
      }
      if (same >= (values[column] as number)) at = (values[column] as number) + shift;
      else {
        // Not the next key: either another key, or the end of the record.
        at = afterSpace(bytes, column === 0 ? start : (ends[column - 1] as number) + shift);
        if (bytes[at] === CLOSE_BRACE) break;
        if (bytes[at] !== (at === start ? OPEN_BRACE : COMMA)) return -1;
        at = afterSpace(bytes, at + 1);
        const keyEnd = afterString(bytes, at);
        const next = keyEnd === -1 ? undefined : index.get(textOf(source, at, keyEnd));
        // A column that the template lacks, or has before this one, may be a repeated one.
        if (next === undefined || next <= column) return -1;
        at = afterColon(bytes, keyEnd);
        if (at === -1) return -1;
        column = next;
      }
      const end = afterValue(bytes, at);
      const each = wanted[column] as Wanted | null;
      if (end === -1 || (each !== null && !take(source, each, at, end, found))) return -1;
      at = end;
      templateAt = ends[column] as number;
      column += 1;
    }
    // The record may lack some of them.
    found.unknown = unknown;
    return at + 1;
  }

  /** Reads a record by the names of its columns, and makes it the template. Returns the offset after it, or -1 if it is not a record. */
  #readAny(source: Source, start: number, selection: Selection, found: Found): number {
    const { bytes } = source;
    const byName = this.#wantedBy(selection);
    const index = new Map<string, number>();
    const pieces: Buffer[] = [];
    const values: number[] = [];
    const ends: number[] = [];
    let blank: Buffer = EMPTY_TEXT;
    let length = 0;
    const wanted: (Wanted | null)[] = [];
    const unknown: string[] = [];
    const specifiedNames = new Set<string>();
    let at = start;
    for (;;) {
      const keyStart = at;
      at = afterSpace(bytes, at);
      if (bytes[at] === CLOSE_BRACE && index.size > 0) break;
      if (bytes[at] !== (index.size === 0 ? OPEN_BRACE : COMMA)) return -1;
      at = afterSpace(bytes, at + 1);
      const keyEnd = afterString(bytes, at);
      if (keyEnd === -1) return -1;
      const name = textOf(source, at, keyEnd);
      const valueStart = afterColon(bytes, keyEnd);
      const end = valueStart === -1 ? -1 : afterValue(bytes, valueStart);
      if (end === -1 || index.has(name) || index.size === MAX_COLUMNS) return -1;
      const specified = specifiedName(byName, name);
      if (specified !== undefined && specifiedNames.has(specified)) return -1;
      const each = specified === undefined ? undefined : byName.columns.get(specified);
      if (specified === undefined || each === undefined) unknown.push(name);
      else if (each !== null && !take(source, each, valueStart, end, found)) return -1;
      index.set(name, index.size);
      if (specified !== undefined) specifiedNames.add(specified);
      wanted.push(each ?? null);
      const key = bytes.subarray(keyStart, valueStart);
      if (isBlankAt(bytes, valueStart, end)) blank = bytes.subarray(valueStart, end);
      pieces.push(key, blank);
      values.push(length + key.length);
      length += key.length + blank.length;
      ends.push(length);
      at = end;
    }
    found.unknown = unknown;
    this.#template = {
      view: viewOf(Buffer.concat([...pieces, PADDING])),
      index,
      values: Int32Array.of(...values, NEVER),
      ends: Int32Array.of(...ends, NEVER),
      bySelection: new WeakMap([[selection, { wanted, unknown, isTwice: false }]]),
    };
    return at + 1;
  }

  #columnsOf({ index, bySelection }: Template, selection: Selection): TemplateColumns {
    return bySelection.getOrInsertComputed(selection, () => {
      const byName = this.#wantedBy(selection);
      const specified = [...index.keys()].map((name) => specifiedName(byName, name));
      const known = specified.filter((name) => name !== undefined);
      return {
        wanted: specified.map((name) => byName.columns.get(name ?? '') ?? null),
        unknown: [...index.keys()].filter((_name, at) => specified[at] === undefined),
        isTwice: new Set(known).size < known.length,
      };
    });
  }

  #wantedBy(selection: Selection): WantedByName {
    return this.#wanted.getOrInsertComputed(selection, () => {
      const { values, presenceChecks, skipped } = selection;
      const wanted = new Map<string, Wanted | null>();
      for (const name of skipped) wanted.set(name, null);
      const isKey = (name: string) => this.#key.includes(name);
      for (const [cell, name] of values.entries())
        wanted.set(name, { cell, isPresenceCheck: false, isKey: isKey(name) });
      for (const [at, names] of presenceChecks.entries())
        for (const name of names)
          wanted.set(name, { cell: values.length + at, isPresenceCheck: true, isKey: isKey(name) });
      for (const name of this.#key)
        if (wanted.get(name) === null) wanted.set(name, { cell: -1, isPresenceCheck: false, isKey: true });
      return { columns: wanted, spelling: spellingOf(wanted.keys()) };
    });
  }
}

/** The column that a name stands for; undefined if there is none. */
function specifiedName({ columns, spelling }: WantedByName, name: string): string | undefined {
  return columns.has(name) ? name : spelling.get(folded(name));
}
