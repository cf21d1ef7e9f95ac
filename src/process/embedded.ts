/**
 * Loads packages that a production install lacks, only when they are used: above all the embedded service, which runs in its own thread.
 */
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { enableCompilers } from '@realty-forms/platform/v8/compilers.ts';
import type { ReferenceFaultCode } from '@realty-forms/reference';
import type { Config } from '../config/config.ts';

/** Advice for each way in which the embedded service can fail to start. */
const advice: Readonly<Record<ReferenceFaultCode, string>> = {
  PORT_BUSY:
    'Stop the process that uses it, or set PORT to another port: the service has the next one (0 picks free ones). If a gateway is running there, it accepts only tokens made with its own DATA_DIR.',
  ADDRESS_UNUSABLE: 'Set PORT to another port: the service has the next one.',
  DATA_DIR_UNWRITABLE: 'Set DATA_DIR to a writable folder.',
  KEY_UNREADABLE: 'Fix the file, or set DATA_DIR to another folder.',
  DATABASE_LOCKED: 'End it, or set DATA_DIR to another folder.',
  DATABASE_UNUSABLE: 'Fix the file or move it away, or set DATA_DIR to another folder.',
  SEEDED_OTHERWISE: 'Set DATA_DIR to another folder.',
  DATABASE_NEWER: 'Start the version that wrote it, or set DATA_DIR to another folder.',
  THREAD_ENDED: 'The log above may contain the reason.',
  START_FAILED: 'The log above may contain the reason.',
};

export function loadReference(): Promise<typeof import('@realty-forms/reference')> {
  const otherwise = 'set UPSTREAM_URL to the base URL of the POST API, or ';
  return installed('The embedded service', import('@realty-forms/reference'), otherwise);
}

/** The imported package, or a fault that says what to do; `otherwise` is an alternative to installing it. */
export async function installed<T>(name: string, imported: Promise<T>, otherwise = ''): Promise<T> {
  try {
    return await imported;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const advice = `${otherwise}install all packages with \`npm ci\``;
    throw new Fault('NOT_INSTALLED', `${name} is not installed here: ${advice}`, { cause });
  }
}

/** The secret that the running embedded service has generated. */
export async function embeddedSecret({ DATA_DIR }: Config): Promise<string> {
  const { loadClientSecret } = await loadReference();
  return loadClientSecret(DATA_DIR);
}

/** Rejects with a fault whose message says what to do. */
export async function startEmbedded(config: Config, log: Log): Promise<{ url: string; close: () => Promise<void> }> {
  const { allScopes, DEFAULT_MAX_FILE_BYTES, startReference } = await loadReference();
  // The service fills its database first, which is slow without the compilers.
  enableCompilers();
  const reference = await startReference({
    host: '127.0.0.1',
    port: config.referencePort,
    dataDir: config.DATA_DIR,
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
