/** While the gateway is still reading lists, results are incomplete: asks again every few seconds. */
import { useEffect } from 'react';

interface Found {
  readonly totalCount: number | null;
  readonly isComplete: boolean;
  readonly reload: () => Promise<void>;
}

const PAUSE_MS = 3_000;

export function useUntilComplete({ totalCount, isComplete, reload }: Found): void {
  const isShort = totalCount !== null && !isComplete;
  useEffect(() => {
    if (!isShort) return undefined;
    const timer = setInterval(() => void reload(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isShort, reload]);
}
