/**
 * The letters, places and hooks' states of the process that owns the shelf, in memory, and what of them is stored already. What
 * changes in one turn of the event loop is stored together, all or nothing. While it cannot be stored, it is tried again, and the
 * letters that it is about are not sent.
 */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Shelves } from '../gateway/ledger/stores/store.ts';
import type { Letter } from './letter.ts';
import { type Gone, goneKey, letterKey, placeKey, readTexts, SHELF, type ShelfKey } from './shelf-texts.ts';

export interface OutboxOptions {
  readonly store: Shelves;
  readonly owner: string;
  readonly log: Log;
  /**
   * Whether the shelf is certainly this process's. While it is not, nothing is stored: another process may have had it meanwhile, whose
   * changes would be undone if this one has it again. `resume` goes on.
   */
  readonly mayStore: () => boolean;
  /** Called when something has been stored. */
  readonly onStored: () => void;
  /** Called once, if another process owns the shelf: nothing is stored any more. */
  readonly onLost: () => void;
}

const AGAIN_MS = 1_000;

export class Outbox {
  readonly #options: OutboxOptions;
  /** By hook and agent, then by transaction. */
  readonly #letters = new Map<string, Map<ShelfKey, Letter>>();
  readonly #places: Map<ShelfKey, string>;
  readonly #gone: Map<ShelfKey, Gone>;
  #changed = new Map<ShelfKey, string | null>();
  #storing: ReadonlyMap<ShelfKey, string | null> = new Map();
  #writing: Promise<void> | null = null;
  #isLost = false;

  /** `texts` are those on the shelf that it works on; it leaves all others there. */
  constructor(texts: ReadonlyMap<ShelfKey, string>, options: OutboxOptions) {
    const { letters, places, gone } = readTexts(texts);
    this.#options = options;
    this.#places = new Map(places);
    this.#gone = new Map(gone);
    for (const letter of letters.values()) this.#group(letter).set(keyOfLetter(letter), letter);
  }

  /** All letters, or those of one hook. */
  *letters(hook?: string): Iterable<Letter> {
    for (const group of this.#letters.values()) {
      for (const letter of group.values()) {
        if (hook !== undefined && letter.hook !== hook) break;
        yield letter;
      }
    }
  }

  lettersOf(hook: string, nrdsId: string): readonly Letter[] {
    return [...(this.#letters.get(placeKey(hook, nrdsId))?.values() ?? [])];
  }

  /** The letter that is in the place of this one. */
  current({ hook, agentNrdsId, change }: Pick<Letter, 'hook' | 'agentNrdsId' | 'change'>): Letter | undefined {
    return this.#letters.get(placeKey(hook, agentNrdsId))?.get(letterKey(hook, agentNrdsId, change?.transId ?? ''));
  }

  isStored(letter: Letter): boolean {
    const key = keyOfLetter(letter);
    return !this.#changed.has(key) && !this.#storing.has(key);
  }

  put(letter: Letter): void {
    this.#group(letter).set(keyOfLetter(letter), letter);
    this.#store(keyOfLetter(letter), JSON.stringify(letter));
  }

  remove(letter: Letter): void {
    const key = keyOfLetter(letter);
    if (this.#group(letter).delete(key)) this.#store(key, null);
  }

  /** The cursor to continue after; null for a hook that has not begun to be told of this agent. */
  place(hook: string, nrdsId: string): string | null {
    return this.#places.get(placeKey(hook, nrdsId)) ?? null;
  }

  /** Of all hooks and agents that are told. */
  places(): Iterable<ShelfKey> {
    return this.#places.keys();
  }

  setPlace(hook: string, nrdsId: string, cursor: string): void {
    const key = placeKey(hook, nrdsId);
    if (this.#places.get(key) === cursor) return;
    this.#places.set(key, cursor);
    this.#store(key, cursor);
  }

  gone(hook: string): Gone | null {
    return this.#gone.get(goneKey(hook)) ?? null;
  }

  setGone(hook: string, gone: Gone | null): void {
    const key = goneKey(hook);
    if (gone === null) this.#gone.delete(key);
    else this.#gone.set(key, gone);
    this.#store(key, gone === null ? null : JSON.stringify(gone));
  }

  /** Stores what has waited for the shelf. */
  resume(): void {
    this.#begin();
  }

  /** Resolves when nothing more is stored for now: true if everything is. */
  async stored(): Promise<boolean> {
    while (this.#writing !== null) await this.#writing;
    return this.#changed.size === 0 && !this.#isLost;
  }

  /** Gives up what is not stored. */
  abandon(): void {
    this.#isLost = true;
  }

  #group({ hook, agentNrdsId }: Letter): Map<ShelfKey, Letter> {
    return this.#letters.getOrInsertComputed(placeKey(hook, agentNrdsId), () => new Map());
  }

  #store(key: ShelfKey, text: string | null): void {
    this.#changed.set(key, text);
    this.#begin();
  }

  #begin(): void {
    if (!this.#mustWrite) return;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      // What changed between the last look and this one.
      this.#begin();
    });
  }

  get #mustWrite(): boolean {
    return this.#changed.size > 0 && !this.#isLost && this.#options.mayStore();
  }

  async #write(): Promise<void> {
    const { store, owner, log, onStored, onLost } = this.#options;
    let isFailing = false;
    // Later than all that changes in this turn, which is stored together.
    await new Promise(setImmediate);
    while (this.#mustWrite) {
      const batch = this.#changed;
      this.#storing = batch;
      this.#changed = new Map();
      try {
        if (!(await store.changeShelf(SHELF, owner, batch))) {
          this.#isLost = true;
          onLost();
        }
        this.#storing = new Map();
        isFailing = false;
        if (!this.#isLost) onStored();
      } catch (error) {
        this.#changed = new Map([...batch, ...this.#changed]);
        this.#storing = new Map();
        if (!isFailing) log.error({ err: error }, 'what becomes of webhooks cannot be stored; they wait');
        isFailing = true;
        await new Promise((resolve) => void setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }
}

function keyOfLetter({ hook, agentNrdsId, change }: Letter): ShelfKey {
  return letterKey(hook, agentNrdsId, change?.transId ?? '');
}
