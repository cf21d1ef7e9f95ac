/** Relay's compiler, for the documents beside this file and the SDL that a gateway serves. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/programs/main-process.ts';
import type { SeededGateway } from '../seeded-gateway.ts';

const run = promisify(execFile);
const compiler = fileURLToPath(import.meta.resolve('relay-compiler/cli.js'));
const source = join(import.meta.dirname, 'transactions.js');

/** Compiles the application's document with the served SDL, and returns the artifacts' folder. Rejects if the compiler fails. */
export async function compile({ url, fetch: get }: SeededGateway): Promise<string> {
  const folder = temporaryFolder();
  const artifacts = join(folder, 'artifacts');
  // The compiler does not create its artifacts' folder.
  for (const name of ['src', 'artifacts']) mkdirSync(join(folder, name));
  copyFileSync(source, join(folder, 'src/transactions.js'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'schema.graphql'), await (await get(new URL('/schema.graphql', url))).text());
  const config = {
    src: './src',
    schema: './schema.graphql',
    artifactDirectory: './artifacts',
    language: 'javascript',
    eagerEsModules: true,
    customScalarTypes: { Decimal: 'string', Timestamp: 'string', JSON: 'unknown', Upload: 'unknown' },
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  await run(process.execPath, [compiler], { cwd: folder });
  for (const name of readdirSync(artifacts)) {
    const artifact = join(artifacts, name);
    // The names of other artifacts have no ending, which bundlers find and Node does not.
    writeFileSync(artifact, readFileSync(artifact, 'utf8').replaceAll(/(from '\.\/[^']+\.graphql)'/g, "$1.js'"));
  }
  return artifacts;
}

export async function load<T>(artifacts: string, name: string): Promise<T> {
  const module = (await import(pathToFileURL(join(artifacts, `${name}.graphql.js`)).href)) as { default: T };
  return module.default;
}
