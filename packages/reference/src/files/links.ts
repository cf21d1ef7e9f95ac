/**
 * The download URLs that downloadfiles returns (4.8). The ticket in a URL encodes which files of which transaction it gives
 * access to and when it expires; it is signed with a key derived from the signing key. Following a URL needs no token.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { SigningKey } from '../tokens/keys.ts';

export const FILES_PATH = '/files';

/** The files of a transaction that match a filter, up to the newest one that existed when the URL was made. */
interface LinkedFiles {
  readonly transactionId: number;
  /** In the notation of a request (4.8). */
  readonly filter: string;
  readonly lastId: number;
}

export type FileLinks = Readonly<ReturnType<typeof createFileLinks>>;

interface Options {
  readonly key: SigningKey;
  /** The service's own base URL, known once it listens. */
  readonly base: () => string;
  readonly lifetimeSeconds: number;
  readonly clock: Clock;
}

const KEY_BYTES = 32;
const KEY_PURPOSE = 'download addresses of files';

export function createFileLinks({ key, base, lifetimeSeconds, clock }: Options) {
  const secret = key.privateKey.export({ format: 'jwk' }).d ?? '';
  const signingKey = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', KEY_PURPOSE, KEY_BYTES));
  const sign = (payload: string) => createHmac('sha256', signingKey).update(payload).digest();

  return {
    url({ transactionId, filter, lastId }: LinkedFiles, name: string): string {
      const expires = Math.floor(clock.now() / 1000) + lifetimeSeconds;
      const payload = Buffer.from(JSON.stringify([expires, transactionId, lastId, filter])).toString('base64url');
      const ticket = `${payload}.${sign(payload).toString('base64url')}`;
      return `${base()}${FILES_PATH}/${encodeURIComponent(name)}?ticket=${ticket}`;
    },
    /** What the ticket selects; null if it is forged or expired. */
    readTicket(ticket: string): LinkedFiles | null {
      const [payload = '', signature = '', rest] = ticket.split('.');
      const actual = Buffer.from(signature, 'base64url');
      const expected = sign(payload);
      // Several base64 texts decode to the same bytes; only the one that was issued is accepted.
      if (rest !== undefined || actual.toString('base64url') !== signature || actual.length !== expected.length)
        return null;
      if (!timingSafeEqual(actual, expected)) return null;
      const [expires, transactionId, lastId, filter] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        number,
        number,
        number,
        string,
      ];
      return clock.now() < expires * 1000 ? { transactionId, lastId, filter } : null;
    },
  };
}
