/** A real logger that collects its lines, parsed. */
import { Writable } from 'node:stream';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { pino } from 'pino';

export interface CapturedLog {
  readonly log: Log;
  readonly lines: Record<string, unknown>[];
}

export function captureLog(): CapturedLog {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { log: pino({ level: 'trace', base: null }, sink), lines };
}
