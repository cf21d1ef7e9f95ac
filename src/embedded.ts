/**
 * What there is once, however many processes serve: the embedded service in its thread, the keys under DATA_DIR, and the
 * development tokens that its issuer signs. The service and what it needs are loaded only where it stands behind the gateway.
 */
import type { Config } from './config.ts';
import { Fault } from './platform/fault.ts';
import type { Log } from './platform/log.ts';
import type { ReferenceFaultCode } from './reference/options.ts';

/** What every serving process is told; plain data, since it may go to another process. */
export interface Common {
  /** Base address of the POST API. */
  readonly upstreamUrl: string;
  /** Null where callers' tokens come from elsewhere. */
  readonly tokens: DevelopmentTokens | null;
}

export interface DevelopmentTokens {
  readonly agentNrdsId: string;
  readonly agent: string;
  readonly service: string;
}

/** Something to end, in the reverse order of starting. */
export type Close = () => Promise<void>;

/** Rejects with a fault whose message says what to do. */
export async function startCommon(config: Config, closers: Close[], log: Log): Promise<Common> {
  const upstreamUrl = config.UPSTREAM_URL ?? (await startEmbedded(config, closers, log));
  return { upstreamUrl, tokens: config.isDevelopmentIssuer ? await developmentTokens(config) : null };
}

/** What helps against each way in which the embedded service fails to start. */
const advice: Readonly<Record<ReferenceFaultCode, string>> = {
  PORT_BUSY: 'Stop the process that holds it, or set REFERENCE_PORT to another one (0 takes any that is free).',
  ADDRESS_UNUSABLE: 'Set REFERENCE_PORT to a port that may be listened on.',
  DATA_DIR_UNWRITABLE: 'Set DATA_DIR to a folder that can be written.',
  KEY_UNREADABLE: 'Put the file right, or set DATA_DIR to another folder.',
  DATABASE_UNUSABLE: 'Put the file right, or set DATA_DIR to another folder.',
  DATABASE_UNREACHABLE: 'Start the server, or put DATABASE_URL right.',
  SEEDED_OTHERWISE: 'Set DATA_DIR to another folder, or DATABASE_URL to another database.',
  DATABASE_NEWER: 'Start the version that wrote it, or set DATA_DIR to another folder.',
  THREAD_ENDED: 'The log above may say why.',
  START_FAILED: 'The log above may say why.',
};

async function startEmbedded(config: Config, closers: Close[], log: Log): Promise<string> {
  const { startReference } = await import('./reference/start.ts');
  const { DEFAULT_MAX_FILE_BYTES } = await import('./reference/options.ts');
  const reference = await startReference({
    host: '127.0.0.1',
    port: config.REFERENCE_PORT,
    dataDir: config.DATA_DIR,
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    clients: [
      {
        id: config.UPSTREAM_CLIENT_ID,
        secret: config.UPSTREAM_CLIENT_SECRET,
        vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
        scopes: ['account.read', 'transactions.read', 'transactions.create'],
      },
    ],
    // What the gateway lets pass, the service behind it takes.
    maxFileBytes: Math.max(DEFAULT_MAX_FILE_BYTES, config.UPLOAD_MAX_BYTES),
    timeZone: config.UPSTREAM_TIME_ZONE,
    logLevel: config.LOG_LEVEL,
  }).catch((cause: Fault<ReferenceFaultCode>) => {
    const { code, message } = cause;
    throw new Fault(code, `The embedded service does not start: ${message}. ${advice[code]}`, { cause });
  });
  closers.push(reference.close);
  void reference.ended.then((fault) => log.error({ err: fault }, 'the embedded service ended; start the gateway anew'));
  return reference.url;
}

async function developmentTokens(config: Config): Promise<DevelopmentTokens> {
  const { allScopes: scopes, issueDevelopmentToken } = await import('./development.ts');
  const { demoAgentNrdsId: agentNrdsId } = await import('./reference/seed/agents.ts');
  const agent = await issueDevelopmentToken(config, { role: 'agent', nrdsIds: [agentNrdsId], scopes });
  const service = await issueDevelopmentToken(config, { role: 'service', nrdsIds: [], scopes });
  return { agentNrdsId, agent, service };
}
