/**
 * Announces that the gateway serves: its URLs, how to get a development token and, on a terminal, the secret for the embedded service's
 * documentation (other output is stored, and read by others). First, it warns of a Node that lacks security fixes.
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

/** The announcement for people. */
export function announcement(url: string, config: Config, shared: SharedSetup): string {
  const { upstreamUrl, clientSecret, demoAgentNrdsId } = shared;
  const lines = [`GraphQL     ${url}${GRAPHQL_PATH}`];
  if (config.GRAPHIQL === 'on') lines.push(`GraphiQL    ${url}/graphiql`);
  lines.push(`POST API    ${upstreamUrl}${config.isEmbedded ? ' (embedded)' : ''}`);
  if (config.isEmbedded) {
    const isGenerated = config.UPSTREAM_CLIENT_SECRET === undefined;
    const client = isGenerated ? ` (${config.UPSTREAM_CLIENT_ID}, secret ${clientSecret})` : '';
    lines.push(`Try it      ${upstreamUrl}/docs${client}`);
  }
  if (demoAgentNrdsId !== null) lines.push(`Tokens      ${tokenCommands(config, demoAgentNrdsId)}`);
  return lines.join('\n');
}

function tokenCommands(config: Config, agentNrdsId: string): string {
  return `${tokenCommand(config)} --role service | --role agent --nrds ${agentNrdsId}`;
}

/**
 * The release with the last security fixes, in the oldest line of Node that runs the gateway. The image and `.nvmrc` have it too, and a
 * test compares them.
 */
export const SECURITY_FLOOR = '26.12.1';

/** A warning if Node is older than the floor and of the same line; nothing is known here about other lines. */
export function nodeWarning(version: string): string | null {
  const [major, ...rest] = partsOf(version);
  const [floorMajor, ...floor] = partsOf(SECURITY_FLOOR);
  const differing = rest.findIndex((part, index) => part !== floor[index]);
  const isOlder = major === floorMajor && differing >= 0 && Number(rest[differing]) < Number(floor[differing]);
  if (!isOlder) return null;
  return `Node ${version} lacks security fixes. Use ${SECURITY_FLOOR} or later, as published by the Node.js project.`;
}

const partsOf = (version: string): number[] => version.split('.').map(Number);
