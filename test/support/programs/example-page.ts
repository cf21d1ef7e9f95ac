/** The example page as its README starts it: a gateway with the data of a first start, and Vite's development server in front of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { developmentToken } from '../callers/development-tokens.ts';
import { environment } from './main-process.ts';
import { seededFolder } from './seeded-folder.ts';

const root = join(import.meta.dirname, '../../..');
const exampleFolder = join(root, 'examples/transactions-page');
const vite = join(root, 'node_modules/vite/bin/vite.js');

export interface ExamplePage {
  /** The URL of the page, without a trailing slash. */
  readonly url: string;
  /** The demo agent's token. */
  readonly token: string;
  /** Queries the gateway directly. */
  readonly ask: (query: string, variables: unknown) => Promise<unknown>;
  readonly temporaryFolder: string;
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
    const startGateway = async (port: string) => {
      const settings = { PORT: port, REFERENCE_PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir };
      const child = start([join(root, 'src/main.ts')], temporaryFolder, settings);
      const [url = ''] = await printed(child, [/^GraphQL +(\S+)\/graphql$/]);
      return { child, url };
    };
    let gateway = await startGateway('0');
    const gatewayUrl = gateway.url;
    const restartGateway = async () => {
      await end(gateway.child);
      gateway = await startGateway(new URL(gatewayUrl).port);
    };
    const token = await developmentToken(dataDir);
    const server = start([vite, '--port', '0'], exampleFolder, { GATEWAY_URL: gatewayUrl, NO_COLOR: '1' });
    const [url = ''] = await printed(server, [/Local: +(http:\S+?)\/?$/]);
    return { url, token, ask: asker(gatewayUrl, token), temporaryFolder, restartGateway, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds the page for production into a folder. */
export async function buildExamplePage(outputFolder: string): Promise<void> {
  const given = { VITE_TOKEN: 'not-for-everyone', NO_COLOR: '1' };
  const parameters = [vite, 'build', '--outDir', outputFolder, '--emptyOutDir'];
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

function asker(gatewayUrl: string, token: string): ExamplePage['ask'] {
  return async (query, variables) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    return (await fetch(`${gatewayUrl}/graphql`, { method: 'POST', headers, body })).json();
  };
}
