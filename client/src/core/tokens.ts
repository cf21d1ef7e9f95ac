/** The token for requests, and its renewal, which concurrent requests share. */

type MaybeLater<T> = T | Promise<T>;

export interface TokenOptions {
  /** The current token, without "Bearer "; null to send none. Called before each attempt. */
  readonly token: () => MaybeLater<string | null | undefined>;
  /**
   * Gets a new token after one was refused; `token` must return it from then on. Resolves with false if there is none: the request then
   * fails with UNAUTHENTICATED. If it rejects, so does the request.
   */
  readonly renewToken?: (() => MaybeLater<boolean>) | undefined;
}

export interface Tokens {
  readonly current: () => Promise<string | null>;
  /** Whether there is a token other than the refused one: already, or after the renewal that this call starts or joins. */
  readonly renew: (refused: string | null) => Promise<boolean>;
}

export function shareTokens({ token, renewToken }: TokenOptions): Tokens {
  let renewal: Promise<boolean> | null = null;
  let ended = 0;

  const current = async () => (await token()) || null;

  async function renewOnce(): Promise<boolean> {
    try {
      return (await renewToken?.()) ?? false;
    } finally {
      renewal = null;
      ended += 1;
    }
  }

  return {
    current,
    async renew(refused) {
      const endedBefore = ended;
      if (renewal === null && (await current()) !== refused) return true;
      // A slow `token` can return the old one after another request has renewed it.
      if (ended === endedBefore) renewal ??= renewOnce();
      return (await renewal) !== false && (await current()) !== refused;
    },
  };
}
