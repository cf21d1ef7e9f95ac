/** `npm run doctor`: examines the configured service. Without UPSTREAM_URL, it starts the embedded service and examines that. */
import type { FindTarget } from '@realty-forms/doctor';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { configOf, loadConfig } from '../config/config.ts';
import { installed } from '../process/embedded.ts';
import { upstreamOptions } from '../process/serve-options.ts';
import { type Close, startShared } from '../process/shared-setup.ts';

/** Other settings that the gateway needs. The doctor does not use them, so a service can be examined before they are known. */
const unused = {
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'unused',
  AUTH_JWKS_URL: 'https://issuer.example/jwks.json',
  ID_KEYS: `0:${Buffer.alloc(32).toString('base64url')}`,
};
/** A gateway may be running on the configured ports. */
const ownPorts = { PORT: '0', METRICS_PORT: '0' };

const findTarget: FindTarget = async () => {
  const loaded = loadConfig(ownPorts, unused);
  for (const warning of loaded.warnings) console.error(warning);
  if ('faults' in loaded) return loaded;
  const { config } = loaded;
  const closers: Close[] = [];
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    const options = upstreamOptions(config, await startShared(config, closers, createLog(config.LOG_LEVEL)));
    return { name: config.upstreamName, options, configured: config, defaults: configOf({}), close };
  } catch (error) {
    await close();
    throw error;
  }
};

try {
  const { runCommand } = await installed('The doctor', import('@realty-forms/doctor'));
  process.exitCode = await runCommand(process.argv.slice(2), findTarget);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
