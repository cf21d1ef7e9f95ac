/** Which of what can be sent a client prefers, as its headers say (RFC 9110, 12.5). */
import Negotiator from 'negotiator';

/** Null if it accepts none of these media types. */
export function preferredType(accept: string, types: readonly string[]): string | null {
  return new Negotiator({ headers: { accept } }).mediaType([...types]) ?? null;
}

export function prefersGzip(acceptEncoding: string | undefined): boolean {
  // Without the header, any encoding may be sent, but clients that can read one say so.
  const headers = { 'accept-encoding': acceptEncoding ?? '' };
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}
