/**
 * Setup of the project `fast`: a test that opens a socket, or starts a process or a thread, fails. Then fast-files.ts lacks what
 * tells that it does.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads from 'node:worker_threads';

function refuse(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const refused = function refused() {
      throw new Error(
        `${name} is called: this test is not fast, and support/fast-files.ts has to know by what it imports`,
      );
    };
    Object.defineProperty(owner, name, { value: refused, configurable: true, writable: true });
  }
}

refuse(net.Server.prototype, ['listen']);
refuse(net.Socket.prototype, ['connect']);
refuse(dgram.Socket.prototype, ['bind', 'connect', 'send']);
refuse(childProcess, ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']);
refuse(threads, ['Worker']);
syncBuiltinESMExports();
