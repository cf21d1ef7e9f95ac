/** The embedded service, in its thread. It and its dependencies are loaded only if it is used. */

import { enableCompilers } from '@realty-forms/platform/engine/compilers.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { ReferenceFaultCode } from '@realty-forms/reference/options.ts';
import type { Config } from '../config/config.ts';

/** Advice for each way in which the embedded service can fail to start. */
const advice: Readonly<Record<ReferenceFaultCode, string>> = {
  PORT_BUSY: 'Stop the process that uses it, or set REFERENCE_PORT to another port (0 picks a free one).',
  ADDRESS_UNUSABLE: 'Set REFERENCE_PORT to a port that the process may listen on.',
  DATA_DIR_UNWRITABLE: 'Set DATA_DIR to a writable folder.',
  KEY_UNREADABLE: 'Fix the file, or set DATA_DIR to another folder.',
  DATABASE_UNUSABLE: 'Fix the file, or set DATA_DIR to another folder.',
  DATABASE_UNREACHABLE: 'Start the database server, or correct DATABASE_URL.',
  SEEDED_OTHERWISE: 'Set DATA_DIR to another folder, or DATABASE_URL to another database.',
  DATABASE_NEWER: 'Start the version that wrote it, or set DATA_DIR to another folder.',
  THREAD_ENDED: 'The log above may contain the reason.',
  START_FAILED: 'The log above may contain the reason.',
};

/** The secret that the embedded service has made; it is running. */
export async function embeddedSecret({ DATA_DIR }: Config): Promise<string> {
  const { loadClientSecret } = await import('@realty-forms/reference/tokens/client-secret.ts');
  return loadClientSecret(DATA_DIR);
}

/** Rejects with a fault whose message says what to do. */
export async function startEmbedded(config: Config, log: Log): Promise<{ url: string; close: () => Promise<void> }> {
  // Its database is filled first.
  enableCompilers();
  const { startReference } = await import('@realty-forms/reference/start.ts');
  const { allScopes, DEFAULT_MAX_FILE_BYTES } = await import('@realty-forms/reference/options.ts');
  const reference = await startReference({
    host: '127.0.0.1',
    port: config.REFERENCE_PORT,
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    clients: [
      {
        id: config.UPSTREAM_CLIENT_ID,
        secret: config.UPSTREAM_CLIENT_SECRET,
        vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
        scopes: allScopes,
      },
    ],
    showsSecret: !config.isPublic,
    // The service must accept every file that the gateway accepts.
    maxFileBytes: Math.max(DEFAULT_MAX_FILE_BYTES, config.UPLOAD_MAX_BYTES),
    timeZone: config.UPSTREAM_TIME_ZONE,
    logLevel: config.LOG_LEVEL,
  }).catch((cause: Fault<ReferenceFaultCode>) => {
    const { code, message } = cause;
    throw new Fault(code, `The embedded service failed to start: ${message}. ${advice[code]}`, { cause });
  });
  void reference.ended.then((fault) => log.error({ err: fault }, 'the embedded service stopped; restart the gateway'));
  return reference;
}
