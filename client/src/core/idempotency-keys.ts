/**
 * The idempotency keys of an action. The same input is sent with the same key until its outcome is final, even after the page was reloaded,
 * so a write is carried out once however often a form is submitted.
 */

/** Where keys are stored, such as `sessionStorage`, which lasts as long as the tab. */
export interface KeyStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

export interface IdempotencyKeys {
  /** The key to send with the input: the one that it was sent with before, or a new one. */
  readonly keyFor: (input: object) => string;
  /** Records the outcome of the write. The next write of the same input gets a new key, unless the outcome is UNKNOWN. */
  readonly settle: (input: object, outcome: string) => void;
  /** Drops the input's key, as IDEMPOTENCY_MISMATCH requires. */
  readonly forget: (input: object) => void;
}

/** A hash of an input, and its key. */
type Entry = readonly [hash: string, key: string];

/** The oldest inputs are forgotten beyond this number. */
const MOST_INPUTS = 20;

/**
 * `action` separates the keys of different forms, and of different gateways: `createTransaction`, or `uploadFile` and the transaction's id.
 */
export function createIdempotencyKeys(action: string, storage: KeyStorage | null = tabStorage()): IdempotencyKeys {
  const name = `idempotency-keys:${action}`;
  // A hash and a key for each input: the user's input is not stored.
  let kept: readonly Entry[] = [];
  let isStored = true;

  /** Read each time, because other forms with the same action store their keys in the same place. */
  const entries = (): readonly Entry[] => (isStored ? read(storage, name) : null) ?? kept;

  function keep(all: readonly Entry[]): void {
    kept = all.slice(-MOST_INPUTS);
    try {
      storage?.setItem(name, JSON.stringify(kept));
      isStored = true;
    } catch {
      // If the storage is full or forbidden, the keys are lost when the page is reloaded, but still work until then.
      isStored = false;
    }
  }

  const allBut = (hash: string) => entries().filter(([other]) => other !== hash);
  const forget = (input: object) => keep(allBut(hashOf(input)));

  return {
    keyFor(input) {
      const hash = hashOf(input);
      const key = new Map(entries()).get(hash) ?? newKey();
      keep([...allBut(hash), [hash, key]]);
      return key;
    },
    settle(input, outcome) {
      if (outcome !== 'UNKNOWN') forget(input);
    },
    forget,
  };
}

function tabStorage(): KeyStorage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Null if nothing is stored, or something else. */
function read(storage: KeyStorage | null, name: string): Entry[] | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(name) ?? 'null');
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && entry.length === 2) : null;
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Two 32-bit FNV-1a hashes. If two inputs share a hash, the gateway refuses the second input under the first one's key, and writes nothing.
 */
function hashOf(input: object): string {
  const text = JSON.stringify(input, describe);
  const hash = (start: number) => {
    let value = start;
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return (value >>> 0).toString(36);
  };
  return `${hash(0x811c9dc5)}-${hash(0x050c5d1f)}-${text.length}`;
}

/** The same for any order of the fields. A file has no JSON, and the key itself is not part of the input. */
function describe(name: string, value: unknown): unknown {
  if (name === 'idempotencyKey') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!(value instanceof File))
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { name: value.name, size: value.size, type: value.type, lastModified: value.lastModified };
}
