/**
 * A step of the Dockerfile: starts the gateway on the embedded service, and stops it when it serves. On its way out, it stores what it
 * has compiled. Whatever prevents the start ends the build.
 */
import { spawn } from 'node:child_process';

const gateway = spawn(process.execPath, ['src/start.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
gateway.stdout.on('data', (text) => {
  if (String(text).includes('/graphql')) gateway.kill('SIGTERM');
});
gateway.on('exit', (code) => process.exit(code ?? 1));
