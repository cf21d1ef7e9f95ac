/**
 * `npm run manifest`: writes documents.json from the documents next to it, in the format of Apollo's tool. The gateway accepts the file as
 * PERSISTED_DOCUMENTS, and so does this server. With `--check`, fails if the file is not up to date.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, parse } from 'graphql';

if (process.argv.includes('--help')) {
  console.log('npm run manifest: makes documents.json of documents/*.graphql; with --check, fails if it is another.');
  process.exit();
}

const folder = join(import.meta.dirname, '..');
const path = join(folder, 'documents.json');

const operations = globSync('documents/*.graphql', { cwd: folder })
  .sort()
  .map((file) => {
    const body = readFileSync(join(folder, file), 'utf8');
    const operation = getOperationAST(parse(body));
    if (operation?.name === undefined) throw new Error(`${file} has no operation with a name`);
    const id = createHash('sha256').update(body).digest('hex');
    return { id, name: operation.name.value, type: operation.operation, body };
  });
const text = `${JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) {
  console.error('examples/mcp/documents.json differs from its documents: npm run manifest -w realty-forms-mcp');
  process.exit(1);
}
