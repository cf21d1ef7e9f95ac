/** Services for the doctor to ask: one database with a file and a transaction created just now, served in any speech. */
import { cpSync } from 'node:fs';
import type { Speech } from '@realty-forms/reference/speech/speech.ts';
import { type Config, configOf, readConfig } from '../../../src/config/config.ts';
import { upstreamOptions } from '../../../src/process/serve-options.ts';
import { pdf } from '../../../test/support/sample-files.ts';
import { settingsFor } from '../../../test/support/upstreams/real-upstream.ts';
import { upload } from '../../reference/test/files/uploading.ts';
import { creation, type Running, runReference, temporaryDir, vendor } from '../../reference/test/running.ts';
import { Asker } from '../src/asker.ts';
import { examine } from '../src/examine.ts';
import { type Report, report } from '../src/report.ts';
import { startSurvey } from '../src/survey.ts';

/** The agent of the new transaction. */
export const agent = creation.agentNRDSID;
const seed = { agents: 16, offices: 3, transactions: 400, seed: 1 };

type RegisterCleanup = (work: () => void | Promise<void>) => void;

/** Returns the folder of a database, to serve copies of. */
export async function prepareData(onCleanup: RegisterCleanup, given: object = {}): Promise<string> {
  const dataDir = temporaryDir(onCleanup);
  const running = await runReference({ dataDir, seed }, onCleanup);
  const [created] = (await running.call('/fsforms/addTrans', { ...creation, ...given })).body;
  await upload(running, 'contract.pdf', pdf(), { transId: created.transId });
  await running.close();
  return dataDir;
}

export async function serve(
  data: string,
  speech: Speech,
  onCleanup?: RegisterCleanup,
  faultRate = 0,
): Promise<Running> {
  const dataDir = temporaryDir(onCleanup);
  cpSync(data, dataDir, { recursive: true });
  return await runReference({ dataDir, seed, speech, faultInjection: { faultRate } }, onCleanup);
}

export function configFor(url: string, settings: Readonly<Record<string, string>> = {}): Config {
  const client = {
    UPSTREAM_CLIENT_ID: vendor.id,
    UPSTREAM_CLIENT_SECRET: vendor.secret,
    UPSTREAM_VENDOR_EMAIL: vendor.vendorEmail,
  };
  const read = readConfig({ ...settingsFor(url), ...client, ...settings });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.config;
}

export interface Examined extends Report {
  readonly calls: number;
}

export async function runDoctor(
  url: string,
  settings: Readonly<Record<string, string>> = {},
  changedAgent: string | null = agent,
): Promise<Examined> {
  const config = configFor(url, settings);
  const asker = new Asker({
    ...upstreamOptions(config, { upstreamUrl: url, clientSecret: vendor.secret }),
    pause: () => Promise.resolve(),
  });
  try {
    const survey = startSurvey({ asker, configured: config, baseUrl: url, changedAgent, now: Date.now });
    const written = report(await examine(survey), { configured: config, defaults: configOf({}) }, asker);
    return { ...written, calls: asker.calls };
  } finally {
    await asker.close();
  }
}
