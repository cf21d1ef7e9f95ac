/**
 * The download addresses that downloadfiles answers with (4.8): a ticket that says which files of which transaction, until
 * when, and is signed under a key of its own that comes of the signing key. No token is needed to follow one.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { SigningKey } from '../keys.ts';

export const FILES_PATH = '/files';

/** The files of a transaction that fit a filter, up to the newest there was when the address was made. */
interface Selection {
  readonly transactionId: number;
  /** As a request writes it (4.8). */
  readonly filter: string;
  readonly lastId: number;
}

export interface FileLinks {
  readonly address: (selection: Selection, name: string) => string;
  /** What the ticket selects, or null: forged, or expired. */
  readonly read: (ticket: string) => Selection | null;
}

interface Options {
  readonly key: SigningKey;
  /** The service's own address, known once it listens. */
  readonly base: () => string;
  readonly lifetimeSeconds: number;
  readonly clock: Clock;
}

const KEY_BYTES = 32;
const KEY_PURPOSE = 'download addresses of files';

export function createFileLinks({ key, base, lifetimeSeconds, clock }: Options): FileLinks {
  const secret = key.privateKey.export({ format: 'jwk' }).d ?? '';
  const signingKey = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', KEY_PURPOSE, KEY_BYTES));
  const sign = (payload: string) => createHmac('sha256', signingKey).update(payload).digest();

  return {
    address({ transactionId, filter, lastId }, name) {
      const expires = Math.floor(clock.now() / 1000) + lifetimeSeconds;
      const payload = Buffer.from(JSON.stringify([expires, transactionId, lastId, filter])).toString('base64url');
      const ticket = `${payload}.${sign(payload).toString('base64url')}`;
      return `${base()}${FILES_PATH}/${encodeURIComponent(name)}?ticket=${ticket}`;
    },
    read(ticket) {
      const [payload = '', signature = '', more] = ticket.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(payload);
      // Base64 has several spellings of the same bytes; only the one that was handed out is taken.
      if (more !== undefined || given.toString('base64url') !== signature || given.length !== expected.length)
        return null;
      if (!timingSafeEqual(given, expected)) return null;
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
