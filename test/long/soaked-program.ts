/**
 * The processes of the soak test: the POST API, whose tokens live for seconds, and the gateway in front of it, whose directory is
 * refreshed and reloaded every few minutes; the gateway reports its heap on request.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { loadClientSecret } from '@realty-forms/reference/tokens/clients.ts';
import { issueCallerToken } from '@realty-forms/reference/tokens/token.ts';
import { callerScopes } from '../../src/process/development.ts';
import { environment } from '../support/programs/main-process.ts';
import { endWithScript } from '../support/programs/script-resources.ts';
import type { Sample } from './heap-probe.ts';

export const TOKEN_SECONDS = 20;
export const REFRESH_SECONDS = 5;
export const RELOAD_SECONDS = 12 * REFRESH_SECONDS;

const caller = { issuer: 'urn:soak', audience: 'soaked-gateway' };
const directory = import.meta.dirname;

export interface SoakedProgram {
  readonly url: string;
  /** A token of the demo agent. */
  readonly token: string;
  readonly sample: () => Promise<Sample>;
  /** Successful calls of the POST API, by endpoint. */
  readonly calls: () => Promise<ReadonlyMap<string, number>>;
  /** Stops both, and returns the gateway's exit code. */
  readonly end: () => Promise<number | null>;
}

export async function startSoaked(dataDir: string): Promise<SoakedProgram> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
  const switches = ['--token-lifetime', String(TOKEN_SECONDS)];
  const service = spawn(
    process.execPath,
    [join(directory, '../../src/commands/reference.ts'), '--port', '0', ...switches],
    { env: environment(settings), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  endWithScript(service);
  let gateway: ChildProcess | undefined;
  const end = async () => {
    for (const child of [gateway, service]) {
      if (child === undefined || child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'close');
    }
    return gateway?.exitCode ?? null;
  };
  try {
    const upstream = await waitForOutput(service, /^POST API +(\S+)$/m);
    const env = environment({
      ...settings,
      UPSTREAM_URL: upstream,
      UPSTREAM_CLIENT_ID: 'development-client',
      UPSTREAM_CLIENT_SECRET: loadClientSecret(dataDir),
      UPSTREAM_VENDOR_EMAIL: 'vendor@integration.example',
      AUTH_ISSUER: caller.issuer,
      AUTH_AUDIENCE: caller.audience,
      AUTH_JWKS_URL: `${upstream}/.well-known/jwks.json`,
      ID_KEYS: `1:${Buffer.alloc(32, 7).toString('base64url')}`,
      DIRECTORY_REFRESH_SECONDS: String(REFRESH_SECONDS),
      PORT: '0',
      RATE_LIMIT: '1000000',
      MAX_REQUESTS_PER_CALLER: '100000',
    });
    const args = ['--expose-gc', '--import', join(directory, 'heap-probe.ts'), join(directory, '../../src/main.ts')];
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    endWithScript(started);
    gateway = started;
    const url = await waitForOutput(started, /"graphql":"(\S+?)\/graphql"/);
    const [role, scopes, subject] = ['agent', callerScopes, 'soak'] as const;
    const lifetimeSeconds = 86_400;
    const token = await issueCallerToken({
      ...caller,
      dataDir,
      role,
      scopes,
      subject,
      nrdsIds: [demoAgentNrdsId],
      lifetimeSeconds,
    });
    const sample = async () => {
      const reply = once(started, 'message');
      started.send('sample');
      return (await reply)[0] as Sample;
    };
    return { url, token, sample, calls: () => callsOf(url), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function callsOf(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^gateway_upstream_calls_total\{endpoint="(\w+)",outcome="ok"\} (\d+)$/gm);
  return new Map([...lines].map(([, endpoint = '', count]) => [endpoint, Number(count)]));
}

async function waitForOutput({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    const match = pattern.exec(text)?.[1];
    if (match !== undefined) {
      stdout?.resume();
      return match;
    }
  }
  throw new Error(`a program exited:\n${text}`);
}
