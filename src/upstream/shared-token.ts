/**
 * One token for all processes with the same credentials, for issuers that end a client's token when it gets another: processes would
 * end each other's forever. Whoever needs a token takes the one that is kept, or fetches one while the others wait for that. What is
 * kept is encrypted under the client's secret, so it is of no use to whoever keeps it. Without the others, each fetches its own, but
 * not one after the other.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, isAhead } from '../platform/clock.ts';
import type { Peers } from '../platform/peers/peers.ts';
import { sharedKey } from '../platform/peers/shared-key.ts';
import { UpstreamFault } from './faults.ts';
import type { AcquiredToken } from './token.ts';
import type { Token } from './token-request.ts';

/** A token in place of which another one is wanted. */
export interface Replaced {
  readonly token: Token;
  /** If not, it is in use until another one is there. */
  readonly isDenied: boolean;
}

/**
 * Gets a token other than the replaced one, by fetching it with this secret if nobody else has. While somebody else fetches one for
 * long, one that was not denied is returned itself.
 */
export type SharedTokens = (
  clientSecret: string,
  replaced: Replaced | null,
  fetch: () => Promise<Token>,
) => Promise<AcquiredToken>;

export interface SharedTokenOptions {
  readonly peers: Pick<Peers, 'lease' | 'release' | 'keep' | 'kept' | 'discard'>;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly deadlineMs: number;
  readonly clock: Clock;
  /** Resolves after that many milliseconds; a timer by default. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined;
}

/** Nobody fetches for longer, unless nobody waits for it. */
const LEASE_MS = 10_000;
const LOOK_MS = 100;
const MAX_LOOK_MS = 3_000;
/** How long a process that has replaced a denied token without the others waits for them, before it ends their tokens again. */
const ALONE_MS = 10_000;
/** The rest of the deadline is for a fetch of one's own. */
const MAX_LOOK_SHARE = 0.5;

interface Shelf {
  readonly name: string;
  readonly box: Box;
}

export function shareTokens({
  peers,
  baseUrl,
  clientId,
  deadlineMs,
  clock,
  pause = wait,
}: SharedTokenOptions): SharedTokens {
  let aloneUntil = 0;
  const maxLooks = Math.max(1, Math.floor(Math.min(MAX_LOOK_MS, deadlineMs * MAX_LOOK_SHARE) / LOOK_MS));

  /** Where it is kept: elsewhere under another secret, so that processes which have it already do not disturb the others. */
  function shelfFor(clientSecret: string): Shelf {
    const id = createHmac('sha256', sharedKey(clientSecret, 'names of tokens'));
    const name = `token:${id.update(JSON.stringify([baseUrl, clientId])).digest('base64url')}`;
    return { name, box: createBox(sharedKey(clientSecret, 'tokens'), name) };
  }

  /**
   * The kept token, if it is another one than that which is replaced. One that was denied is kept no longer, nor one that was there
   * before it, while the others could not be reached.
   */
  async function look({ name, box }: Shelf, replaced: Replaced | null): Promise<Token | null> {
    const kept = await peers.kept(name);
    const value = kept === null ? null : box.open(kept.text);
    if (kept === null || value === null) return null;
    const usableUntil = clock.now() + kept.restMs;
    const isOld = replaced?.isDenied === true && usableUntil < replaced.token.usableUntil;
    if (value !== replaced?.token.value && !isOld) return { value, usableUntil };
    if (replaced.isDenied) await peers.discard(name, kept.text);
    return null;
  }

  async function fetchForAll({ name, box }: Shelf, fetch: () => Promise<Token>): Promise<AcquiredToken> {
    const token = await fetch();
    const restMs = token.usableUntil - clock.now();
    if (restMs <= 0) return { token, isFresh: true };
    const keeping = peers.keep(name, box.seal(token.value), restMs);
    return await keeping.then(
      () => ({ token, isFresh: true }),
      () => ({ token, isFresh: true, isAlone: true }),
    );
  }

  /** Or somebody else has the lead, and no token yet. */
  async function takeOrLead(shelf: Shelf, replaced: Replaced | null): Promise<Token | 'lead' | 'others lead'> {
    for (let looks = 0; looks < maxLooks; looks += 1) {
      if (looks > 0) await pause(LOOK_MS);
      const token = await look(shelf, replaced);
      if (token !== null) return token;
      if ((await peers.lease(shelf.name, LEASE_MS)) > 0) continue;
      // Whoever had the lease may have fetched one since the last look.
      const newer = await look(shelf, replaced);
      if (newer !== null) peers.release(shelf.name);
      return newer ?? 'lead';
    }
    return 'others lead';
  }

  return async (clientSecret, replaced, fetch) => {
    const shelf = shelfFor(clientSecret);
    const found = await takeOrLead(shelf, replaced).catch(() => null);
    if (found !== null && typeof found !== 'string') return { token: found, isFresh: false };
    const isDenied = replaced?.isDenied === true;
    if (found === null && isDenied && isAhead(aloneUntil, clock, ALONE_MS)) throw deniedAlone();
    if (found === 'others lead' && replaced?.isDenied === false) return { token: replaced.token, isFresh: false };
    try {
      const fetched = await fetchForAll(shelf, fetch);
      if (fetched.isAlone === true && isDenied) aloneUntil = clock.now() + ALONE_MS;
      return fetched;
    } finally {
      if (found === 'lead') peers.release(shelf.name);
    }
  };
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Box = ReturnType<typeof createBox>;

/** Seals texts, each under a nonce of its own; what is not sealed under this key and for this purpose cannot be opened. */
function createBox(key: Buffer, purpose: string) {
  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(purpose));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open(text: string): string | null {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
      } catch {
        return null;
      }
    },
  };
}

function deniedAlone(): UpstreamFault {
  const message = 'another process that cannot be reached may have ended the one that was denied';
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, {
    endpoint: 'token',
    status: 401,
    sent: false,
    isRejectedLocally: true,
  });
}
