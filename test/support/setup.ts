// Test files share a worker and its globals, so anything that a file freezes, stubs or spies on is restored at its end.
import { afterAll, beforeEach, vi } from 'vitest';
import { exclusionReason } from './upstreams/disguised-suite.ts';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const disguise = process.env['TEST_SPEECH'];
if (disguise !== undefined) {
  beforeEach(({ task, skip }) => {
    const reason = exclusionReason(disguise, task.name);
    if (reason !== undefined) skip(reason);
  });
}
