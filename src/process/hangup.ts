/**
 * SIGHUP: sent by a terminal that is closed, it ends what was started there. Sent by anybody else, it changes nothing: many programs
 * reread their settings then, so the log says that this one does not.
 */
import { isatty } from 'node:tty';
import type { Log } from '@realty-forms/platform/observing/log.ts';

const DESCRIPTORS = [0, 1, 2];

export function onHangup(stop: () => void, log: Log): void {
  const hadTerminal = DESCRIPTORS.some(isatty);
  process.on('SIGHUP', () => {
    if (hadTerminal && !DESCRIPTORS.some(isatty)) stop();
    else log.warn('SIGHUP has no effect: restart the gateway, which then reads its settings again');
  });
}
