/** An MCP server for one caller. It has no rights of its own: each tool call uses the caller's token. */
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { carryOut } from './gateway.ts';
import type { Tool } from './tools.ts';

export function createServer(url: string, tools: readonly Tool[], authorization: string): McpServer {
  const server = new McpServer({ name: 'realty-forms', version: '0.1.0' });
  for (const { id, name, description, inputSchema, isReading } of tools) {
    const config = {
      description,
      inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema),
      annotations: { readOnlyHint: isReading, openWorldHint: false },
    };
    server.registerTool(name, config, async (variables, { mcpReq }) => {
      const { isError, text } = await carryOut(url, authorization, id, variables, mcpReq.signal);
      return { isError, content: [{ type: 'text', text }] };
    });
  }
  return server;
}
