/**
 * Announces that the gateway serves: its URLs, how to get a development token and, on a terminal, the secret for the embedded service's
 * documentation (other output is stored, and read by others).
 */
import { logSync } from '@realty-forms/platform/observability/log.ts';
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import type { Config } from '../config/config.ts';
import { tokenCommand } from './development.ts';
import type { SharedSetup } from './shared-setup.ts';

export function announce(url: string, config: Config, shared: SharedSetup): void {
  if (process.stdout.isTTY) process.stdout.write(`\n${announcement(url, config, shared)}\n\n`);
  else logSync('stdout', 'info', announcedFields(url, config, shared), 'the gateway serves');
}

/** The announcement for programs: a line of the log. */
export function announcedFields(url: string, config: Config, { upstreamUrl, demoAgentNrdsId }: SharedSetup) {
  return {
    graphql: `${url}${GRAPHQL_PATH}`,
    ...(config.GRAPHIQL === 'on' && { graphiql: `${url}/graphiql` }),
    upstream: upstreamUrl,
    ...(config.isEmbedded && { docs: `${upstreamUrl}/docs` }),
    ...(demoAgentNrdsId !== null && { tokens: tokenCommands(config, demoAgentNrdsId) }),
  };
}

const labels = { graphql: 'GraphQL', graphiql: 'GraphiQL', upstream: 'POST API', docs: 'Try it', tokens: 'Tokens' };

/** The announcement for people. */
export function announcement(url: string, config: Config, shared: SharedSetup): string {
  const isGenerated = config.UPSTREAM_CLIENT_SECRET === undefined;
  const remarks: Partial<typeof labels> = {
    ...(config.isEmbedded && { upstream: ' (embedded)' }),
    ...(isGenerated && { docs: ` (${config.UPSTREAM_CLIENT_ID}, secret ${shared.clientSecret})` }),
  };
  const fields = Object.entries(announcedFields(url, config, shared)) as [keyof typeof labels, string][];
  return fields.map(([name, value]) => `${labels[name].padEnd(12)}${value}${remarks[name] ?? ''}`).join('\n');
}

function tokenCommands(config: Config, agentNrdsId: string): string {
  return `${tokenCommand(config)} --role service | --role agent --nrds ${agentNrdsId}`;
}
