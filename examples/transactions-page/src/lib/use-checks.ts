/**
 * Checks whether a result of the index has changed: soon after the stream has delivered a change, and now and then, since the stream covers
 * only one agent.
 */
import { useEffect, useEffectEvent } from 'react';
import type { Live } from './use-live.ts';

/** The index gets a change when the stream delivers it; often, many arrive together. */
const SOON_MS = 1_000;
const PAUSE_MS = 30_000;

export function useChecks({ listen }: Pick<Live, 'listen'>, checks: readonly (() => Promise<void>)[]): void {
  const check = useEffectEvent(() => {
    for (const each of checks) void each();
  });
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(() => {
      soon ??= setTimeout(() => {
        soon = undefined;
        check();
      }, SOON_MS);
    });
    const timer = setInterval(() => document.visibilityState === 'visible' && check(), PAUSE_MS);
    return () => {
      stop();
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [listen]);
}
