/**
 * The example page in front of a gateway with the data of a first start: built once, because a browser takes several times as
 * long to load what the development server sends, which can be started beside it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoOfficeNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { callerScopes, issueDevelopmentToken } from '../../../src/process/development.ts';
import { freePort } from '../free-port.ts';
import { environment } from './main-process.ts';
import { seededFolder } from './seeded-folder.ts';

const root = join(import.meta.dirname, '../../..');
const exampleFolder = join(root, 'examples/transactions-page');
const vite = join(root, 'node_modules/vite/bin/vite.js');

export interface Agent {
  readonly nrdsId: string;
  readonly token: string;
  /** Queries the gateway directly. */
  readonly ask: (query: string, variables: unknown) => Promise<unknown>;
}

export interface ExamplePage {
  /** The URL of the page, without a trailing slash. */
  readonly url: string;
  /** An agent of the service, by its NRDS id; it may act for others too. */
  readonly agent: (nrdsId: string, ...others: readonly string[]) => Promise<Agent>;
  /** A coordinator of the demo agent's office. */
  readonly coordinator: () => Promise<string>;
  /** Starts the development server, as the page's README does; returns the URL of the page. */
  readonly startDevelopment: () => Promise<string>;
  /** Ends the gateway as an operator would, and starts it again at the same address. */
  readonly restartGateway: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startExamplePage(): Promise<ExamplePage> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'example-'));
  const children: ChildProcess[] = [];
  const removals: (() => void)[] = [];
  const start = (parameters: string[], cwd: string, given: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, parameters, {
      cwd,
      env: environment(given),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  };
  const dataDir = seededFolder((remove) => void removals.push(remove));
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(end));
    for (const remove of removals) remove();
    await rm(temporaryFolder, { recursive: true, force: true });
  };

  try {
    const startGateway = async (port: number) => {
      // What is searched is the demo office's; filling the index with all offices takes five times as long.
      const index = { INDEX: 'on', INDEX_AGENTS: `office:${demoOfficeNrdsId}` };
      const settings = { PORT: String(port), LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...index };
      const child = start([join(root, 'src/main.ts')], temporaryFolder, settings);
      const [url = ''] = await printed(child, [/"graphql":"(\S+?)\/graphql"/]);
      return { child, url };
    };
    const builtFolder = join(temporaryFolder, 'dist');
    await mkdir(builtFolder);
    const building = build(builtFolder);
    // Whoever awaits it learns of it.
    building.catch(() => undefined);
    let gateway = await startGateway(await freePort());
    const gatewayUrl = gateway.url;
    const restartGateway = async () => {
      await end(gateway.child);
      gateway = await startGateway(Number(new URL(gatewayUrl).port));
    };
    const serve = async (...parameters: string[]): Promise<string> => {
      const given = { GATEWAY_URL: gatewayUrl, NO_COLOR: '1' };
      const server = start([vite, ...parameters, '--port', '0'], exampleFolder, given);
      const [url = ''] = await printed(server, [/Local: +(http:\S+?)\/?$/]);
      return url;
    };
    const [url] = await Promise.all([serve('preview', '--outDir', builtFolder), building]);
    return {
      url,
      async agent(nrdsId, ...others) {
        const caller = { role: 'agent', nrdsIds: [nrdsId, ...others], scopes: callerScopes } as const;
        const token = await issueDevelopmentToken({ DATA_DIR: dataDir }, caller);
        return { nrdsId, token, ask: asker(gatewayUrl, token) };
      },
      coordinator() {
        const caller = { role: 'coordinator', nrdsIds: [], officeNrdsIds: [demoOfficeNrdsId] } as const;
        return issueDevelopmentToken({ DATA_DIR: dataDir }, { ...caller, scopes: callerScopes });
      },
      startDevelopment: () => serve(),
      restartGateway,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds the page for production into a folder. */
async function build(outputFolder: string): Promise<void> {
  const given = { NO_COLOR: '1' };
  const parameters = [vite, 'build', '--outDir', outputFolder];
  const child = spawn(process.execPath, parameters, { cwd: exampleFolder, env: environment(given), stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}

/** The first group of each pattern's match on the child's standard output; each pattern must match on a line of its own. */
async function printed(child: ChildProcess, patterns: readonly RegExp[]): Promise<string[]> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The child has no standard output');
  const found: string[] = [];
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const match = patterns[found.length]?.exec(line)?.[1];
    if (match !== undefined && found.push(match) === patterns.length) {
      // The rest is read and dropped, so that the child never blocks on a full pipe.
      stdout.resume();
      return found;
    }
  }
  throw new Error(`It ended before it was ready: ${errors}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function asker(gatewayUrl: string, token: string): Agent['ask'] {
  return async (query, variables) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    return (await fetch(`${gatewayUrl}/graphql`, { method: 'POST', headers, body })).json();
  };
}
