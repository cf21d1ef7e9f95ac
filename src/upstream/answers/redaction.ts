/** Removes credentials from upstream's answers: an answer may quote its request, with the token and the secret in it. */
import { basicCredentials, type ClientCredentials } from '@realty-forms/contract/calls/request-style.ts';

const REDACTED = '[redacted]';
/**
 * A shorter text occurs within ordinary words, and can be guessed in seconds, so it is no secret. The configuration accepts none as the
 * client's secret; only a token that a caller made up can be that short.
 */
export const MIN_SECRET_LENGTH = 4;

/** The client's secret, and the id and the secret as in HTTP Basic authentication. */
export function credentialSecrets(client: ClientCredentials): string[] {
  const { clientId, clientSecret } = client;
  return [basicCredentials(client), Buffer.from(`${clientId}:${clientSecret}`).toString('base64'), clientSecret];
}

/** If a secret is found only after escapes are resolved, the text is returned with its escapes resolved. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets.filter(isLongEnough)) {
    redacted = redacted.replaceAll(secret, REDACTED);
    const [plain, plainSecret] = [withoutEscapes(redacted), withoutEscapes(secret)];
    if (isLongEnough(plainSecret) && plain.includes(plainSecret)) redacted = plain.replaceAll(plainSecret, REDACTED);
  }
  return redacted;
}

const isLongEnough = ({ length }: string): boolean => length >= MIN_SECRET_LENGTH;

/** A text within another is escaped more than once: its `%` is `%25`, its `&` is `&amp;`, and its backslashes are several. */
const IN_URLS = /(?:%(?:25)*[\da-fA-F]{2})+/g;
const ESCAPED_BYTE = /%(?:25)*([\da-fA-F]{2})/g;
const IN_HTML = /&(?:amp;)*(#\d+|#[xX][\da-fA-F]+|amp|lt|gt|quot|apos);/g;
const IN_JSON = /\\+(?:u([\da-fA-F]{4}))?/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** For comparison: it also drops backslashes that are no escapes. */
function withoutEscapes(text: string): string {
  return (
    text
      .replaceAll(IN_URLS, (bytes) => Buffer.from(bytes.replaceAll(ESCAPED_BYTE, '$1'), 'hex').toString())
      .replaceAll(IN_HTML, (_, name: string) => entities[name] ?? character(name.slice(1).replace(/^x/i, '0x')))
      .replaceAll(IN_JSON, (_, hex?: string) => (hex === undefined ? '' : character(`0x${hex}`)))
      // Forms have a plus for a space.
      .replaceAll('+', ' ')
  );
}

const character = (code: string): string => String.fromCharCode(Number(code));

/** The same JSON value without secrets in its strings and keys. Nesting may be of any depth. */
export function jsonWithoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  const root = { value };
  const pending: object[] = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [key, member] of Object.entries(container)) {
      const safe = typeof member === 'string' ? withoutSecrets(member, secrets) : member;
      const safeKey = Array.isArray(container) || container === root ? key : withoutSecrets(key, secrets);
      if (safeKey !== key) Reflect.deleteProperty(container, key);
      if (safeKey !== key || safe !== member) Object.defineProperty(container, safeKey, { ...plain, value: safe });
      if (typeof safe === 'object' && safe !== null) pending.push(safe);
    }
  }
  return root.value;
}

/** Defined rather than assigned, since a key may be `__proto__`. */
const plain = { configurable: true, enumerable: true, writable: true };
