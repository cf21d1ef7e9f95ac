/**
 * `npm run doctor`: asks the configured service, by reading only, how it answers the questions that the specification leaves open,
 * and prints what to set. Without UPSTREAM_URL, it asks the embedded service, which it starts.
 */

import { Asker, Inaccessible, MAX_CALLS } from '@realty-forms/doctor/asker.ts';
import { examine } from '@realty-forms/doctor/examine.ts';
import { report } from '@realty-forms/doctor/report.ts';
import { startSurvey } from '@realty-forms/doctor/survey.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog } from '@realty-forms/platform/observing/log.ts';
import { flag, readSwitches, text } from '@realty-forms/platform/switches.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { upstreamOptions } from '../process/serve-options.ts';
import { type Close, startShared } from '../process/shared-setup.ts';

const usage = `npm run doctor [-- --new ID]
Asks the service at UPSTREAM_URL (without it, the embedded one) with at most ${MAX_CALLS} calls, which only read, and prints for
each open question of docs/assumptions.md whether it is as assumed, what to set, or why it is unknown. Prints no data of anyone.
Needs UPSTREAM_URL, UPSTREAM_CLIENT_ID, UPSTREAM_CLIENT_SECRET and UPSTREAM_VENDOR_EMAIL.
--new ID: the NRDS id of an agent one of whose transactions was created or changed within the last ten minutes, which shows the
          time zone of a service whose times have no offset
exit code: 0; 1 if something differs that no setting covers; 2 if the service cannot be asked`;

const switches = { help: flag, new: text('ID') };
/** What the gateway needs besides, so that the service can be asked before these are known; none of it is used. */
const unused = {
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'unused',
  AUTH_JWKS_URL: 'https://issuer.example/jwks.json',
  ID_KEYS: `0:${Buffer.alloc(32).toString('base64url')}`,
};
/** A gateway may be running, and slow or large responses are findings. */
const ownPorts = { PORT: '0', REFERENCE_PORT: '0', METRICS_PORT: '' };
const MIN_DEADLINE_MS = 30_000;
const MIN_RESPONSE_BYTES = 33_554_432;

async function run(): Promise<number> {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return fail([...read.faults, usage]);
  if (read.values.help) {
    console.log(usage);
    return 0;
  }
  const loaded = loadConfig(ownPorts, unused);
  for (const warning of loaded.warnings) console.error(warning);
  if ('faults' in loaded) return fail(loaded.faults);
  const closers: Close[] = [];
  try {
    return await ask(loaded.config, read.values.new ?? null, closers);
  } catch (error) {
    if (error instanceof Inaccessible || error instanceof Fault) return fail([error.message]);
    throw error;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function ask(config: Config, changedAgent: string | null, closers: Close[]): Promise<number> {
  const shared = await startShared(config, closers, createLog(config.LOG_LEVEL));
  const options = upstreamOptions(config, shared);
  const showsProgress = process.stderr.isTTY;
  const asker = new Asker({
    ...options,
    connections: 1,
    deadlineMs: Math.max(options.deadlineMs, MIN_DEADLINE_MS),
    maxResponseBytes: Math.max(options.maxResponseBytes, MIN_RESPONSE_BYTES),
    onCall: (calls, endpoint) => {
      if (showsProgress) process.stderr.write(`\r\x1b[K${calls} of at most ${MAX_CALLS} calls: ${endpoint}`);
    },
  });
  closers.push(() => asker.close());
  console.log(`Asking ${config.upstreamName}: reads only, at most ${MAX_CALLS} calls\n`);
  const survey = startSurvey({
    asker,
    configured: config,
    baseUrl: shared.upstreamUrl,
    changedAgent,
    now: Date.now,
  });
  const examined = await examine(survey).finally(() => {
    if (showsProgress) process.stderr.write('\r\x1b[K');
  });
  const { lines, isCovered } = report(examined, config, asker);
  for (const line of lines) console.log(line);
  return isCovered ? 0 : 1;
}

function fail(lines: readonly string[]): number {
  for (const line of lines) console.error(line);
  return 2;
}

process.exitCode = await run();
