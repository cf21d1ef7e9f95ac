/** The program as a separate process, for scripts: its URL, a token of the demo agent, its memory and descriptors. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { environment } from '../support/programs/main-process.ts';
import { endWithScript } from '../support/programs/script-resources.ts';

export interface GatewayProcess {
  readonly url: string;
  /** A token of the demo agent; empty if the gateway does not use the embedded service, or not its issuer. */
  readonly token: string;
  /** The current memory of the process in bytes. */
  readonly memory: () => number;
  /** The most memory that it has had. */
  readonly peakMemory: () => number;
  /** Resolves with its exit code. */
  readonly end: () => Promise<number | null>;
  /** kill -9: no handler runs. Resolves when the process has ended. */
  readonly kill: () => Promise<void>;
}

export async function startGateway(settings: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const env = environment({ PORT: '0', LOG_LEVEL: 'error', ...settings });
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  endWithScript(child);
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [url, token] = await new Promise<[string, string]>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const line = /^.*"graphql":.*(?=\n)/m.exec(printed)?.[0];
      if (line === undefined) return;
      const { graphql, tokens } = JSON.parse(line) as { graphql: string; tokens?: string };
      const { origin } = new URL(graphql);
      if (tokens === undefined) resolve([origin, '']);
      else void developmentToken(settings['DATA_DIR'] ?? '').then((agent) => resolve([origin, agent]));
    });
    void ended.then(() => reject(new Error(`the gateway exited:\n${printed}`)));
  });
  const status = (name: string) => {
    if (child.exitCode !== null || child.signalCode !== null) return 0;
    const lines = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(lines)?.[1] ?? 0) * 1024;
  };
  return {
    url,
    token,
    memory: () => status('VmRSS'),
    peakMemory: () => status('VmHWM'),
    async end() {
      child.kill('SIGTERM');
      return await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function sendQuery(url: string, token: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: scripts look into answers of every shape
  return (await response.json()) as any;
}
