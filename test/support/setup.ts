// Test files share a worker and its globals, so anything that a file freezes, stubs or spies on is restored at its end.
import { afterAll, vi } from 'vitest';
import { reportProgramsOfFailedTests } from './programs/printed-output.ts';
import './worker.ts';

reportProgramsOfFailedTests();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
