/**
 * SIGHUP: sent by a person or a program, it asks for the settings to be read again; sent by a terminal that is closed, it ends what was
 * started there.
 */
import { isatty } from 'node:tty';

const DESCRIPTORS = [0, 1, 2];

export function onHangup(reread: () => void, stop: () => void): void {
  const hadTerminal = DESCRIPTORS.some(isatty);
  process.on('SIGHUP', () => {
    if (hadTerminal && !DESCRIPTORS.some(isatty)) stop();
    else reread();
  });
}
