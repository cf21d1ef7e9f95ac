/** Services for the doctor to ask: one database with a file and a transaction created just now, served in any dialect. */
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from '@realty-forms/reference/dialect/dialect.ts';
import { onTestFinished } from 'vitest';
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
const seed = { agents: 16, offices: 3, transactions: 200, seed: 7 };

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

/** The address of a server, until the test ends. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Passing {
  /** What becomes of a request. */
  readonly change?: (body: string) => string;
  /** What becomes of a response. */
  readonly spoil?: (body: string) => string;
  readonly encoding?: BufferEncoding;
}

const same = (body: string) => body;

/** The address of a proxy to a service. */
export function passOn(url: string, { change = same, spoil = same, encoding = 'utf8' }: Passing): Promise<string> {
  return listen(async (request, response) => {
    const { 'content-type': type = '', authorization } = request.headers;
    const headers = { 'content-type': type, accept: 'application/json', ...(authorization && { authorization }) };
    const body = change(Buffer.concat(await request.toArray()).toString());
    const answer = await fetch(url + request.url, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(spoil(await answer.text()).replaceAll(new URL(url).host, request.headers.host ?? ''), encoding);
  });
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
