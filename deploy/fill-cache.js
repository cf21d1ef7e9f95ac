/**
 * A step of the Dockerfile: starts the gateway, and stops it when it serves. On its way out, it stores what it has compiled. Whatever
 * prevents the start ends the build. Nothing listens at its addresses, and no request is sent.
 */
import { spawn } from 'node:child_process';

const env = {
  ...process.env,
  UPSTREAM_URL: 'http://127.0.0.1:9',
  UPSTREAM_CLIENT_ID: 'none',
  UPSTREAM_CLIENT_SECRET: 'none',
  UPSTREAM_VENDOR_EMAIL: 'nobody@post-api.example',
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'none',
  AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  ID_KEYS: `1:${Buffer.alloc(32).toString('base64url')}`,
};
const gateway = spawn(process.execPath, ['src/start.js'], { stdio: ['ignore', 'pipe', 'inherit'], env });
gateway.stdout.on('data', (text) => {
  if (String(text).includes('/graphql')) gateway.kill('SIGTERM');
});
gateway.on('exit', (code) => process.exit(code ?? 1));
