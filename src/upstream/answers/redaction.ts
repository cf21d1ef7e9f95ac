/**
 * Removes credentials from what upstream sends: a response may quote the request that it answers, with its token and secret.
 */

const REDACTED = '[redacted]';
/**
 * A shorter text is found within ordinary words, and takes seconds to guess, so it is no secret. The configuration accepts none as
 * the client's; only a token that a caller made up can be that short.
 */
export const MIN_SECRET_LENGTH = 4;

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .reduce((redacted, secret) => redacted.replaceAll(secret, REDACTED), text);
}

/** Any JSON value without secrets in its strings and keys; the same value if it has none. Nesting may be of any depth. */
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
