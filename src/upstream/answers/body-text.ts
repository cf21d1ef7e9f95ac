/**
 * The text of a response's body. JSON is UTF-8 (RFC 8259, 8.1); other bytes may be in the charset that the response names. Otherwise
 * each invalid byte becomes U+FFFD, so that one byte does not make a page unreadable, and the records with one are marked.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { HAS_INVALID_TEXT, isInvalidText } from '@realty-forms/contract/columns/kinds.ts';
import type { HttpResponse } from '../connections/transport.ts';

/** Encodings of any text in bytes that ASCII has too. */
const LIKE_ASCII = /^(?:utf-16|iso-2022-jp)/;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

export interface BodyText {
  readonly text: string;
  readonly hasInvalidText: boolean;
}

export function textOf({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): BodyText {
  const label = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  const charset = label === undefined ? null : decoderFor(label);
  if (charset === null || !LIKE_ASCII.test(charset.encoding)) {
    // In ASCII every byte is a character.
    if (isAscii(body)) return { text: body.toString('latin1'), hasInvalidText: false };
    // Services name a charset that they do not use, and hardly any text in another one is UTF-8 too.
    if (isUtf8(body)) return { text: utf8.decode(body), hasInvalidText: false };
  }
  const text = (charset ?? utf8).decode(body);
  return { text, hasInvalidText: isInvalidText(text) };
}

const utf8 = new TextDecoder();

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** Marks all records in a JSON value that have a text with U+FFFD. */
export function markInvalidText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.values(value);
  if (members.some(isInvalidText)) Object.assign(value, { [HAS_INVALID_TEXT]: true });
  for (const member of members) markInvalidText(member);
}
