// Test files share a worker and its globals, so anything that a file freezes, stubs or spies on is restored at its end.
import { afterAll, vi } from 'vitest';
import './worker.ts';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
