/** The program as a process of its own, for scripts: its address, a token of the demo agent, and what it holds. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GatewayProcess {
  readonly url: string;
  /** Of the demo agent; empty in front of another service than the embedded one. */
  readonly token: string;
  /** Bytes of memory that the process has now. */
  readonly memory: () => number;
  /** Files, sockets and pipes that it holds open. */
  readonly descriptors: () => number;
  readonly end: () => Promise<void>;
  /** kill -9: no handler runs. Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
}

export async function startGateway(environment: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', REFERENCE_PORT: '0', LOG_LEVEL: 'error', ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const [url, token] = await new Promise<[string, string]>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      const address = /GraphQL +(\S+)\/graphql[\s\S]*POST API.*\n/.exec(printed)?.[1];
      // In front of the embedded service the tokens come last: then all before them is there whole.
      const [, agent] = /^agent \S+ +(\S+)\nservice .*\n/m.exec(printed) ?? [];
      const isWhole = agent !== undefined || !printed.includes('(embedded)');
      if (address !== undefined && isWhole) resolve([address, agent ?? '']);
    });
    void ended.then(() => reject(new Error(`the gateway ended:\n${printed}`)));
  });
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return {
    url,
    token,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1] ?? 0) * 1024,
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function ask(url: string, token: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: scripts look into answers of every shape
  return (await response.json()) as any;
}
