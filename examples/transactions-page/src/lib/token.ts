/** The caller's token: from `.env.local` during development, otherwise typed in and kept while the tab is open. */
const key = 'token';

export function initialToken(): string | null {
  // A built page is public, so it never contains a token.
  const configured = import.meta.env.DEV ? (import.meta.env['VITE_TOKEN'] as string | undefined) : undefined;
  return sessionStorage.getItem(key) ?? (configured || null);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(key, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(key);
}
