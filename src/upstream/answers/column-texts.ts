/**
 * The selected strings of a body, read by one JSON.parse for many of them: a call for each would take three times as long. They are
 * copied, as JSON text, into a list; a string that is sliced from a larger one would be slow to read and to write as JSON.
 */
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET, type SliceableBuffer, type Source, viewOf } from './json-text.ts';

/** The list that is being written, of all readers: reading is synchronous. */
const list = Buffer.alloc(32_768) as SliceableBuffer;
const listView = viewOf(list);
/** Bytes are copied by eight, so up to seven after a text are touched too. */
const STEP = 8;
/** Longer texts are read one by one. */
const MAX_TEXT_BYTES = 4_096;

export class ColumnTexts {
  readonly #source: Source;
  /** Of each text in the list, the cells of its record, and its index there. */
  readonly #cells: unknown[][] = [];
  readonly #places: number[] = [];
  /** The offset in the list after its last comma, or its bracket. */
  #end = 1;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Reads the string from its opening quote at `start` to the offset `end` after it into a cell, when `readAll` is called at the latest. */
  add(start: number, end: number, cells: unknown[], place: number): void {
    const { bytes, view } = this.#source;
    const length = end - start;
    if (length > MAX_TEXT_BYTES || end + STEP > view.byteLength) {
      cells[place] = JSON.parse(bytes.utf8Slice(start, end));
      return;
    }
    if (this.#end + length + STEP > list.length) this.readAll();
    let to = this.#end;
    // As doubles: no text in UTF-8 has the bytes of a NaN, which need not keep all of them.
    for (let at = start; at < end; at += STEP) {
      listView.setFloat64(to, view.getFloat64(at, true), true);
      to += STEP;
    }
    to = this.#end + length;
    list[to] = COMMA;
    this.#end = to + 1;
    this.#cells.push(cells);
    this.#places.push(place);
  }

  readAll(): void {
    const count = this.#places.length;
    if (count === 0) return;
    list[0] = OPEN_BRACKET;
    list[this.#end - 1] = CLOSE_BRACKET;
    const texts = JSON.parse(list.utf8Slice(0, this.#end)) as string[];
    for (let at = 0; at < count; at += 1) (this.#cells[at] as unknown[])[this.#places[at] as number] = texts[at];
    this.#cells.length = 0;
    this.#places.length = 0;
    this.#end = 1;
  }
}
