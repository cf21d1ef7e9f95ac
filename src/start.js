/**
 * The program's entry point, and the server's only file in JavaScript: it rejects a Node that is too old, and enables Node's cache
 * of compiled and type-stripped code before the first file is loaded that would need the type-stripping compiler. That halves the
 * startup time and saves 15 MB.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
// Not by name: an older Node lacks some of their functions, and would fail before it could be rejected.
import nodeModule from 'node:module';
import { join } from 'node:path';
import v8 from 'node:v8';

/** The oldest major version of Node that runs the gateway, as in package.json. */
const OLDEST_NODE = 26;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const { node } = process.versions;
  const msg =
    `The gateway needs Node ${OLDEST_NODE} or later, not ${node}. Start it with \`npm start\`, which uses the Node that \`npm ci\` ` +
    `installs on Linux (glibc), macOS and Windows, or install Node ${OLDEST_NODE}.`;
  const time = new Date().toISOString();
  const label = process.env['NO_COLOR'] ? 'FATAL' : '\x1b[31mFATAL\x1b[39m';
  const line = JSON.stringify({ level: 'fatal', time, msg });
  process.stderr.write(`${process.stderr.isTTY ? `${time.slice(11, 23)} ${label} ${msg}` : line}\n`);
  process.exit(1);
}

if (process.argv.includes('--help')) {
  process.stdout.write(
    'npm start: runs the gateway, with the embedded service unless UPSTREAM_URL is set.\n' +
      'It takes no options. Settings come from the environment or from .env: docs/settings.md lists them.\n',
  );
  process.exit();
}

/**
 * Enables the cache in this process, its threads and the processes that it forks. It is in DATA_DIR, where only the owner can
 * write, because its content is executed. NODE_COMPILE_CACHE takes precedence; if the folder cannot be written, there is no
 * cache.
 */
function keepCompiled() {
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  // Node creates a subfolder for each kind of thread, with the mode that the umask leaves.
  process.umask(0o077);
  try {
    // What `.env` says is read later.
    const dataDir = process.env['DATA_DIR'] || join(import.meta.dirname, '../data');
    const folder = join(dataDir, 'compiled');
    // Not `recursive`, which never returns where no folder can be made and Node is told that the place does not exist, as in /proc.
    for (const each of [dataDir, folder]) if (!existsSync(each)) mkdirSync(each);
    chmodSync(folder, 0o700);
    nodeModule.enableCompileCache(folder);
    process.env['NODE_COMPILE_CACHE'] = folder;
  } catch {
    // Reported by the code that needs the data folder.
  }
}

/**
 * Node keeps what it has read of the cache until it writes what is new. If it does so before each further file, the memory of the last one
 * is used again, which saves 7 MB. Where all is new, writing would make the start twice as long, and is left to the end of the process.
 */
function freeCompiled() {
  const folder = nodeModule.getCompileCacheDir();
  if (folder === undefined || readdirSync(folder).length === 0) return;
  nodeModule.registerHooks({
    load(url, context, nextLoad) {
      nodeModule.flushCompileCache();
      return nextLoad(url, context);
    },
  });
}

/**
 * npm starts scripts in a shell, and passes signals on to that: many shells keep them to themselves. So the end of the shell counts as SIGTERM.
 * Windows has neither.
 */
function stopWithShell() {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/**
 * Until `main.ts` listens to signals, which takes most of the start, there is nothing to close. Without a listener, a signal would end the
 * process as if it had failed, and the first process of a container would not get it at all.
 */
function stopOnSignals() {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
}

// A start runs little often enough to gain by V8's optimizing compilers, which take 14 MB from their first use on. As soon as there
// is work for them, `platform/v8/compilers` enables them. undici's parser is WebAssembly, which has a budget of its own: V8's would be
// used up, for 6 MB, by the second response.
v8.setFlagsFromString('--no-opt');
v8.setFlagsFromString('--no-maglev');
v8.setFlagsFromString('--wasm-tiering-budget=100000000');
stopOnSignals();
keepCompiled();
freeCompiled();
stopWithShell();
await import('./main.ts');
