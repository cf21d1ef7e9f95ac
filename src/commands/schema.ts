/**
 * `npm run -s schema`: prints the graph as one SDL document. `-- --federation` prints it as a subgraph; `--trans-id`, `--node` and `--auth`
 * stand for the entries of FEDERATION. `-- --diff` lists what has changed for clients and other graphs since the last release, whose SDL is
 * docs/schema.graphql; `-- --release` rewrites that file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flag, runWithSwitches, type Values } from '@realty-forms/platform/command-line.ts';
import { printSubgraph } from '../graphql/federation/subgraph.ts';
import { compareSchemas } from '../graphql/schema/schema-changes.ts';
import { printSdl } from '../graphql/schema/sdl.ts';

const releasedFile = join(import.meta.dirname, '../../docs/schema.graphql');
const usage = `npm run -s schema [-- SWITCH]
Without a switch, prints the graph as one SDL document.
--federation  prints it as a subgraph; with --trans-id, --node or --auth, as FEDERATION=trans-id,node,auth has it
--diff        lists what changed since the last release, docs/schema.graphql
--release     makes the current schema the released one
exit code: 0; 1 if clients would break; 2 if nothing could be done`;

const switches = {
  federation: flag,
  'trans-id': flag,
  node: flag,
  auth: flag,
  diff: flag,
  release: flag,
};

function show(title: string, changes: ReadonlySet<string>): void {
  console.log(
    changes.size === 0 ? `${title}: none` : `${title}:\n${[...changes].map((line) => `  ${line}`).join('\n')}`,
  );
}

async function run(given: Values<typeof switches>): Promise<number> {
  const { federation, 'trans-id': resolvesTransId, node: keepsNode, auth: hasRequiredScopes, diff, release } = given;
  if (diff) return showChanges();
  if (release) writeFileSync(releasedFile, printSdl());
  else process.stdout.write(federation ? printSubgraph({ resolvesTransId, keepsNode, hasRequiredScopes }) : printSdl());
  return 0;
}

function showChanges(): number {
  const released = readFileSync(releasedFile, 'utf8');
  const byDefault = { resolvesTransId: false, keepsNode: false, hasRequiredScopes: false };
  const releasedSubgraph = printSubgraph(byDefault, released);
  const changes = [compareSchemas(released, printSdl()), compareSchemas(releasedSubgraph, printSubgraph(byDefault))];
  const breaking = new Set(changes.flatMap((each) => each.breaking));
  show('Breaking changes', breaking);
  show('Dangerous changes', new Set(changes.flatMap((each) => each.dangerous)));
  return breaking.size > 0 ? 1 : 0;
}

process.exitCode = await runWithSwitches(process.argv.slice(2), switches, usage, run);
