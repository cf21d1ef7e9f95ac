/** The caller's token: from `.env.local` while developing, else typed in and kept for as long as the tab is open. */
const key = 'token';

export function initialToken(): string | null {
  // A built page is for everyone: it never carries a token.
  const configured = import.meta.env.DEV ? (import.meta.env['VITE_TOKEN'] as string | undefined) : undefined;
  return sessionStorage.getItem(key) ?? (configured || null);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(key, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(key);
}
