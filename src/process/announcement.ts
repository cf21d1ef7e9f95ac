/**
 * The text printed once when the gateway starts to serve: its URLs, and on a terminal the development tokens and the secret for the
 * embedded service's documentation. Anywhere else, output is kept and read by others.
 */
import type { Config } from '../config/config.ts';
import { GRAPHQL_PATH } from '../platform/web/paths.ts';
import type { SharedSetup } from './embedded.ts';

export function announcement(url: string, config: Config, shared: SharedSetup, isTerminal: boolean): string {
  const { upstreamUrl, clientSecret, tokens } = shared;
  const lines = [`GraphQL     ${url}${GRAPHQL_PATH}`];
  if (config.GRAPHIQL === 'on') lines.push(`GraphiQL    ${url}/graphiql`);
  lines.push(`POST API    ${upstreamUrl}${config.isEmbedded ? ' (embedded)' : ''}`);
  if (config.isEmbedded) {
    const isGenerated = config.UPSTREAM_CLIENT_SECRET === undefined;
    const client = isTerminal && isGenerated ? ` (${config.UPSTREAM_CLIENT_ID}, secret ${clientSecret})` : '';
    lines.push(`Try it      ${upstreamUrl}/docs${client}`);
  }
  if (tokens === null) return lines.join('\n');
  const { agentNrdsId, agent, service } = tokens;
  if (!isTerminal) {
    return [...lines, `Tokens      npm run -s token -- --role service | --role agent --nrds ${agentNrdsId}`].join('\n');
  }
  lines.push('\nDevelopment tokens, for this machine only:');
  lines.push(`agent ${agentNrdsId}  ${agent}`, `service  ${service}\n`);
  return lines.join('\n');
}
