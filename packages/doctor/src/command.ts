/**
 * The command: asks a service, by reading only, how it answers the questions that the specification leaves open, and prints the settings
 * for it. The caller names the service and its current settings.
 */

import { fail, runWithSwitches, text } from '@realty-forms/platform/command-line.ts';
import { Asker, type AskerOptions, MAX_CALLS } from './asker.ts';
import { examine } from './examine.ts';
import type { Configuration } from './findings.ts';
import { report } from './findings.ts';
import { startSurvey } from './survey.ts';

const usage = `npm run doctor [-- --new ID]
Checks the service at UPSTREAM_URL, or the embedded one, with at most ${MAX_CALLS} calls that only read. For each open question of
docs/assumptions.md it prints whether the service is as assumed, what to set, or why that is unknown. It prints no personal data.
UPSTREAM_URL takes UPSTREAM_CLIENT_ID, UPSTREAM_CLIENT_SECRET and UPSTREAM_VENDOR_EMAIL with it; no other setting is needed.
--new ID: the NRDS id of an agent with a transaction that was created or changed within the last ten minutes; shows the time zone
          of a service whose times have no offset
exit code: 0; 1 if something differs that no setting covers; 2 if the service cannot be asked`;

const switches = { new: text('ID') };
/** Slow or large responses are findings. */
const MIN_DEADLINE_MS = 30_000;
const MIN_RESPONSE_BYTES = 33_554_432;

/** The service to ask. */
export interface Target extends Configuration {
  /** Its name for people. */
  readonly name: string;
  readonly options: Omit<AskerOptions, 'onCall' | 'pause'>;
  readonly close: () => Promise<void>;
}

/** Finds the service, or says what is wrong with the settings. */
export type FindTarget = () => Promise<Target | { readonly faults: readonly string[] }>;

/** Resolves with the exit code. */
export async function runCommand(args: readonly string[], findTarget: FindTarget): Promise<number> {
  return await runWithSwitches(args, switches, usage, async (given) => {
    const target = await findTarget();
    return 'faults' in target ? fail(target.faults) : await ask(target, given.new ?? null);
  });
}

async function ask(target: Target, changedAgent: string | null): Promise<number> {
  const { name, options, configured } = target;
  const showsProgress = process.stderr.isTTY;
  const asker = new Asker({
    ...options,
    deadlineMs: Math.max(options.deadlineMs, MIN_DEADLINE_MS),
    maxResponseBytes: Math.max(options.maxResponseBytes, MIN_RESPONSE_BYTES),
    onCall: (calls, endpoint) => {
      if (showsProgress) process.stderr.write(`\r\x1b[K${calls} of at most ${MAX_CALLS} calls: ${endpoint}`);
    },
  });
  try {
    console.log(`Checking the service (${name}) with at most ${MAX_CALLS} calls that only read\n`);
    const survey = startSurvey({ asker, configured, baseUrl: options.baseUrl, changedAgent, now: Date.now });
    const examined = await examine(survey).finally(() => {
      if (showsProgress) process.stderr.write('\r\x1b[K');
    });
    const { lines, isCovered } = report(examined, target, asker);
    for (const line of lines) console.log(line);
    return isCovered ? 0 : 1;
  } finally {
    await asker.close();
    await target.close();
  }
}
