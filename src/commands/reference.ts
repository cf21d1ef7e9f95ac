/** The POST API alone: `npm run reference`. Its switches override the gateway's settings. */
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ReadSettings } from '@realty-forms/reference/command.ts';
import { loadConfig } from '../config/config.ts';
import { EMBEDDED } from '../config/settings/service.ts';
import { installed } from '../process/embedded.ts';

/** The port that it also has next to a gateway. */
const DEFAULT_PORT = 4_001;
/** The gateway's ports are not used here, so they must not conflict with the service's. */
const gatewayPorts = { PORT: '0', METRICS_PORT: '0' };

const readSettings: ReadSettings = () => {
  const result = loadConfig(gatewayPorts, { UPSTREAM_URL: EMBEDDED });
  if ('faults' in result) return result;
  const { config, warnings } = result;
  const settings = {
    port: DEFAULT_PORT,
    dataDir: config.DATA_DIR,
    allowedHosts: config.allowedHosts,
    isPublic: config.isPublic,
    client: {
      id: config.UPSTREAM_CLIENT_ID,
      secret: config.UPSTREAM_CLIENT_SECRET,
      vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
    },
    timeZone: config.UPSTREAM_TIME_ZONE,
    logLevel: config.LOG_LEVEL,
  };
  return { settings, warnings };
};

try {
  const { runCommand } = await installed('The embedded service', import('@realty-forms/reference/command.ts'));
  process.exitCode = await runCommand(process.argv.slice(2), readSettings);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
