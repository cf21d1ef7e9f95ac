/** Removes credentials from upstream's responses: a response may quote its request, with the token and the secret in it. */

const REDACTED = '[redacted]';
/**
 * A shorter text occurs within ordinary words, and can be guessed in seconds, so it is no secret. The configuration accepts none as the
 * client's secret; only a token that a caller made up can be that short.
 */
export const MIN_SECRET_LENGTH = 4;

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .reduce((redacted, secret) => redacted.replaceAll(secret, REDACTED), text);
}

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
