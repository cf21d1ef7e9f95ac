/**
 * `npm start -w realty-forms-mcp`: serves one caller over stdio, whose token is in GATEWAY_TOKEN. With MCP_PORT, serves any number of
 * callers over HTTP, each with the token in its own requests. The README has the settings.
 */
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './server.ts';
import { toolsOf } from './tools.ts';

if (process.argv.includes('--help')) {
  console.log(
    'npm start -w realty-forms-mcp: an MCP server over stdio, or with MCP_PORT over HTTP. Its settings are in the README.',
  );
  process.exit();
}

const { env } = process;
const url = env['GATEWAY_URL'] ?? 'http://127.0.0.1:4000/graphql';
const manifest = env['GATEWAY_DOCUMENTS'] ?? join(import.meta.dirname, '../documents.json');
const schema = env['GATEWAY_SCHEMA'] ?? join(import.meta.dirname, '../../../docs/schema.graphql');
const writes = env['MCP_WRITES'] === 'on';

const tools = toolsOf(await readFile(schema, 'utf8'), await readFile(manifest, 'utf8'), writes);
const serverFor = (authorization: string) => createServer(url, tools, authorization);

if (env['MCP_PORT'] === undefined) serveOne();
else serveMany(Number(env['MCP_PORT']));

function serveOne(): void {
  const token = env['GATEWAY_TOKEN'];
  if (!token) {
    console.error('GATEWAY_TOKEN is missing: the token of the caller for whom the tools are called');
    process.exit(1);
  }
  serveStdio(() => serverFor(`Bearer ${token}`));
}

function serveMany(port: number): void {
  const handler = createMcpHandler(({ requestInfo }) => serverFor(requestInfo?.headers.get('authorization') ?? ''));
  const guarded = async (request: Request, ...rest: [object?]) =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    withoutToken(request) ??
    handler.fetch(request, ...rest);
  const handle = toNodeHandler({ fetch: guarded });
  const http = createHttpServer((request, response) => void handle(request, response));
  http.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${(http.address() as { port: number }).port}`));
}

/** Only the gateway knows whether a token is valid. */
function withoutToken({ headers }: Request): Response | undefined {
  if (headers.has('authorization')) return undefined;
  return new Response('A token for the gateway is missing', { status: 401, headers: { 'www-authenticate': 'Bearer' } });
}
