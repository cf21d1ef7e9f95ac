/** Services for the doctor to ask: one database with a file and a transaction created just now, served in any dialect. */
import { cpSync } from 'node:fs';
import type { Dialect } from '@realty-forms/reference/dialect/dialect.ts';
import { pdf } from '../../../test/support/sample-files.ts';
import { upload } from '../../reference/test/files/uploading.ts';
import { creation, type Running, runReference, temporaryDir, vendor } from '../../reference/test/running.ts';
import { Asker } from '../src/asker.ts';
import { examine } from '../src/examine.ts';
import type { ProposedSettings } from '../src/findings.ts';
import { type Report, report } from '../src/findings.ts';
import { startSurvey } from '../src/survey.ts';

/** The agent of the new transaction. */
export const agent = creation.agentNRDSID;
const seed = { agents: 16, offices: 3, transactions: 400, seed: 6 };

export type RegisterCleanup = (work: () => void | Promise<void>) => void;

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
  dialect: Dialect,
  onCleanup?: RegisterCleanup,
  faultRate = 0,
): Promise<Running> {
  const dataDir = temporaryDir(onCleanup);
  cpSync(data, dataDir, { recursive: true });
  return await runReference({ dataDir, seed, dialect, faultInjection: { faultRate } }, onCleanup);
}

/** What a gateway has if nothing is set. */
export const defaults: ProposedSettings = {
  UPSTREAM_TOKEN_BODY: 'json',
  UPSTREAM_TOKEN_HEADER: 'authorization',
  UPSTREAM_TIME_ZONE: 'America/New_York',
  UPSTREAM_EPOCH: 'off',
  UPSTREAM_BLANKS: 'send',
  UPSTREAM_BOOLEANS: 'json',
  UPSTREAM_INCREMENTAL_FILTER: 'word',
  UPSTREAM_FILTER_BRACKETS: 'on',
  UPSTREAM_FILTER_SEPARATOR: ', ',
  UPSTREAM_FILTER_RANGE: 'spaced',
  UPSTREAM_FILTER_TIMESTAMPS: 'iso',
  UPSTREAM_FILTER_DATES: 'iso',
  UPSTREAM_FILE_HOSTS: '',
  UPSTREAM_DEADLINE_MS: 10_000,
  UPSTREAM_MAX_RESPONSE_BYTES: 4_194_304,
};

export interface Examined extends Report {
  readonly calls: number;
}

export async function runDoctor(
  url: string,
  settings: Readonly<Record<string, string>> = {},
  changedAgent: string | null = agent,
): Promise<Examined> {
  const configured = { ...defaults, ...settings } as ProposedSettings;
  const asker = new Asker({
    baseUrl: url,
    clientId: vendor.id,
    clientSecret: vendor.secret,
    vendorEmail: vendor.vendorEmail,
    requestStyle: {
      blanks: configured.UPSTREAM_BLANKS,
      booleans: configured.UPSTREAM_BOOLEANS,
      incremental: configured.UPSTREAM_INCREMENTAL_FILTER,
    },
    deadlineMs: configured.UPSTREAM_DEADLINE_MS,
    maxResponseBytes: configured.UPSTREAM_MAX_RESPONSE_BYTES,
    pause: () => Promise.resolve(),
  });
  try {
    const survey = startSurvey({ asker, configured, baseUrl: url, changedAgent, now: Date.now });
    const written = report(await examine(survey), { configured, defaults }, asker);
    return { ...written, calls: asker.calls };
  } finally {
    await asker.close();
  }
}
