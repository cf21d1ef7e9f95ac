/**
 * `npm run image`: carries out the steps of deploy/Dockerfile without a container engine, in a scratch root that has this machine's
 * system and its own /app, /data and /tmp; then starts the entry point as the image's user, with the root read-only, in front of the POST
 * API of this repository, and asks it for its health, for a transaction and for its end. Needs root, and Linux. What the steps install
 * from Debian has to be there already.
 */
import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allScopes, loadClientSecret, startReference } from '@realty-forms/reference';
import { DEVELOPMENT_AUDIENCE, DEVELOPMENT_ISSUER } from '../../src/process/development.ts';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { freePort } from '../support/free-port.ts';
import { readDockerfile, type Step } from '../support/programs/dockerfile.ts';
import { readSwitches } from '../support/switches.ts';

const repository = join(import.meta.dirname, '../..');
const own = ['app', 'data', 'tmp'];
/** It has no name. */
const LAST_STAGE = '';

/** In a mount namespace, so that nobody else sees it: all of this machine is in the root at $1; $2 says whether /app can be written. */
const enter = `
  set -e
  for each in /*; do
    name=\${each#/}
    case $name in ${own.join('|')}) continue ;; esac
    if [ -L "$each" ]; then cp -P "$each" "$1/$name"
    elif [ -d "$each" ]; then mkdir -p "$1/$name" && mount --rbind "$each" "$1/$name"; fi
  done
  for name in ${own.join(' ')}; do mount --bind "$0/$name" "$1/$name"; done
  mount -o remount,bind,"$2" "$1/app"
  shift 2
  exec "$@"`;

interface State {
  folder: string;
  user: string;
  environment: Record<string, string>;
  entry: readonly string[];
}

/** The images have Node on their path; here it is a copy of the one that runs this file, since /tmp of this machine, for one, is not in the root. */
const NODE_FOLDER = '/tmp/node';
const path = `${NODE_FOLDER}:${process.env['PATH']}`;

let roots = 0;

/** The command that runs `words` in the scratch root. */
function inside(words: readonly string[], { folder, user, environment }: State, app: 'rw' | 'ro'): string[] {
  roots += 1;
  const root = join(place, `root-${roots}`);
  for (const name of own) mkdirSync(join(root, name), { recursive: true });
  const given = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const changed = ['env', '--chdir', folder, ...given, ...words];
  return ['--mount', 'sh', '-c', enter, place, root, app, 'chroot', `--userspec=${user}`, root, ...changed];
}

function run(command: string, state: State): void {
  execFileSync('unshare', inside(['sh', '-c', command], state, 'rw'), { stdio: 'inherit' });
}

/** What the image has at a path is in the scratch folder. */
const inPlace = (path: string, { folder }: State) => join(place, path.startsWith('/') ? path : join(folder, path));

function carryOut({ name, text, words, flags }: Step, state: State): void {
  console.log(`${name} ${text}`);
  if (name === 'WORKDIR') state.folder = text;
  else if (name === 'USER') state.user = text;
  else if (name === 'ENTRYPOINT') state.entry = JSON.parse(text) as string[];
  else if (name === 'ENV') Object.assign(state.environment, Object.fromEntries(words.map((pair) => pair.split('='))));
  else if (name === 'RUN' && /^apt-get /.test(text)) console.log('  not carried out: it is this machine’s system');
  else if (name === 'RUN') run(text, state);
  else if (name === 'COPY' && words[0] === '/usr/local/bin/node') console.log('  not carried out: it is this Node');
  // Of another stage, which had the same folder; only its owner changes.
  else if (name === 'COPY' && flags.has('from'))
    run(`chown -R ${flags.get('chown')} ${words[1]}`, { ...state, user: '0:0' });
  else if (name === 'COPY') {
    for (const source of words.slice(0, -1)) {
      const target = inPlace(words.at(-1) ?? '', state);
      const isInto = words.length > 2 || target.endsWith('/');
      cpSync(join(repository, source), isInto ? join(target, basename(source)) : target, { recursive: true });
    }
  } else if (!['VOLUME', 'EXPOSE'].includes(name)) throw new Error(`${name} is not known here`);
}

/** Carries out the last stage, and before it those that it needs. */
function build(): State {
  const stages = readDockerfile(readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8'));
  const states = new Map<string, State>();
  const complete = (name: string): void => {
    const stage = stages.find((each) => each.name === name);
    if (stage === undefined || states.has(name)) return;
    complete(stage.image);
    for (const { flags } of stage.steps) complete(flags.get('from') ?? stage.image);
    console.log(`FROM ${stage.image}`);
    const before = states.get(stage.image) ?? { folder: '/', user: '0:0', environment: { PATH: path }, entry: [] };
    const state = { ...before, environment: { ...before.environment } };
    for (const step of stage.steps) carryOut(step, state);
    states.set(name, state);
  };
  complete(LAST_STAGE);
  return states.get(LAST_STAGE) as State;
}

function claim(isTrue: boolean, sentence: string): void {
  console.log(`${isTrue ? 'ok' : 'FAILED'}: ${sentence}`);
  if (!isTrue) process.exitCode = 1;
}

async function start(built: State): Promise<void> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const dataDir = join(place, 'reference');
  const client = { id: 'image', secret: undefined, vendorEmail: 'vendor@vendor.example', scopes: allScopes };
  const options = { host: '127.0.0.1', port: 0, dataDir, clients: [client], timeZone: 'UTC' } as const;
  const reference = await startReference({ ...options, logLevel: 'silent' });
  const settings = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    UPSTREAM_URL: reference.url,
    UPSTREAM_CLIENT_ID: client.id,
    UPSTREAM_CLIENT_SECRET: loadClientSecret(dataDir),
    UPSTREAM_VENDOR_EMAIL: client.vendorEmail,
    AUTH_ISSUER: DEVELOPMENT_ISSUER,
    AUTH_AUDIENCE: DEVELOPMENT_AUDIENCE,
    AUTH_JWKS_URL: `${reference.url}/.well-known/jwks.json`,
    ID_KEYS: `1:${Buffer.alloc(32, 1).toString('base64url')}`,
  };
  const withSettings = (given: Record<string, string>): State => ({
    ...built,
    environment: { ...built.environment, ...settings, ...given },
  });
  const demo = inside(built.entry, withSettings({ UPSTREAM_URL: 'embedded' }), 'ro');
  const { status: code, stderr } = spawnSync('unshare', demo, { encoding: 'utf8' });
  claim(
    code === 1 && stderr.includes('is not installed here'),
    `without a POST API, it says why not: ${stderr.trim()}`,
  );

  const state = withSettings({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  const stdio: SpawnOptions = { stdio: ['ignore', 'inherit', 'pipe'] };
  const gateway = spawn('unshare', inside(state.entry, state, 'ro'), stdio);
  let messages = '';
  gateway.stderr?.on('data', (chunk) => {
    messages += String(chunk);
  });
  const ended = once(gateway, 'exit') as Promise<[number | null]>;
  const readiness = () =>
    fetch(`http://127.0.0.1:${metricsPort}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  for (let tries = 0; tries < 200 && gateway.exitCode === null && (await readiness()) !== 200; tries += 1)
    await delay(100);
  claim((await readiness()) === 200, 'it becomes ready');

  const token = await developmentToken(dataDir);
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"query":"{ transactions(first: 1) { nodes { name } } }"}',
  });
  const text = await response.text();
  claim(/"nodes":\[\{"name":"./.test(text), `it answers a query: ${text.slice(0, 80)}`);

  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  claim(/^Uid:\s+10001\s/m.test(status), 'it runs as user 10001, directly, without a shell');
  claim(!existsSync(join(place, 'app/node_modules/fastify')), 'it has nothing of what only the embedded service needs');
  claim(!isWritable(state), 'nobody can write to /app, not even root');
  gateway.kill('SIGTERM');
  claim((await ended)[0] === 0, 'SIGTERM ends it with exit code 0');
  const [accepted, rejected] = [/ was accepted/g, / was rejected/g].map((words) => messages.match(words)?.length ?? 0);
  claim(Number(accepted) > 300, `compiled code is used: of ${accepted} files; that of ${rejected} fits no more`);
  if (process.exitCode === 1) console.log(messages.replace(/^\[compile cache\].*\n/gm, ''));
  await reference.close();
}

function isWritable(state: State): boolean {
  try {
    execFileSync('unshare', inside(['touch', '/app/written'], { ...state, user: '0:0' }, 'ro'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

readSwitches(
  process.argv.slice(2),
  {},
  'npm run image: carries out deploy/Dockerfile in a scratch root, and starts the entry point.',
);
if (spawnSync('unshare', ['--mount', 'true']).status !== 0) {
  console.log('NOT CARRIED OUT: this user, or this machine, allows no mounts of its own');
  process.exit();
}
const place = mkdtempSync(join(tmpdir(), 'image-'));
for (const name of own) mkdirSync(join(place, name));
chmodSync(join(place, 'tmp'), 0o1777);
mkdirSync(join(place, NODE_FOLDER));
copyFileSync(process.execPath, join(place, NODE_FOLDER, 'node'));
try {
  await start(build());
} finally {
  rmSync(place, { recursive: true, force: true });
}
