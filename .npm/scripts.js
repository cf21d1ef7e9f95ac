/**
 * The npm scripts that start several programs, or one that would watch files after its `--help`: `node .npm/scripts.js NAME`. Without a shell, so
 * that they run on every system.
 */
import { spawn } from 'node:child_process';

/** npm is a batch file on Windows, which only a shell starts. */
const shell = process.platform === 'win32';
const npm = (...args) => ({ command: 'npm', args: ['run', '-s', ...args], shell });

const scripts = {
  dev: {
    help: 'runs gateway and embedded service, and restarts them when src/, packages/ or schema/ changes',
    run: (args) => passOn(watched(args)),
  },
  check: {
    help: 'runs every check at the same time: types, lint, unused code, generated files, those of the workspaces',
    run: () =>
      atOnce({
        types: npm('typecheck'),
        lint: npm('lint'),
        unused: npm('unused'),
        codegen: npm('codegen:check'),
        workspaces: npm('check', '--workspaces', '--if-present'),
      }),
  },
  codegen: {
    help: 'writes what is generated: types of the graph and of operations, tables in documents, .env.example',
    run: () => inTurn(npm('graphql-codegen'), npm('codegen', '--workspaces', '--if-present'), npm('tables')),
  },
  'codegen:check': {
    help: 'fails if something that is generated differs from what it is made of',
    run: () => inTurn(npm('graphql-codegen', '--', '--check'), npm('tables', '--', '--check')),
  },
};

const [name, ...args] = process.argv.slice(2);
const { help, run } = scripts[name];
if (args.includes('--help')) console.log(`npm run ${name}: ${help}.`);
else process.exitCode = await run(args);

function watched(args) {
  const watch = ['src', 'packages', 'schema'].map((path) => `--watch-path=${path}`);
  return { command: process.execPath, args: [...watch, 'src/start.js', ...args], shell: false };
}

/** Resolves to the exit code. */
function passOn({ command, args, shell }) {
  const child = spawn(command, args, { stdio: 'inherit', shell });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm tells the shell between to stop, and many shells keep that to themselves.
  const shellId = process.ppid;
  const timer = setInterval(() => process.ppid === shellId || child.kill('SIGTERM'), 500);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearInterval(timer);
      resolve(code ?? 1);
    }),
  );
}

async function inTurn(...steps) {
  for (const step of steps) {
    const code = await passOn(step);
    if (code !== 0) return code;
  }
  return 0;
}

/** Names each when it has ended, with its output if it failed. */
async function atOnce(steps) {
  const codes = Object.entries(steps).map(async ([title, { command, args, shell }]) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    console.log(code === 0 ? `ok: ${title}` : `FAILED: ${title}\n${output}`);
    return code;
  });
  return (await Promise.all(codes)).every((code) => code === 0) ? 0 : 1;
}
