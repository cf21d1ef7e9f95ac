/** The text printed once when the gateway starts to serve: its URLs and the development tokens. */
import type { Config } from './config.ts';
import type { SharedSetup } from './embedded.ts';
import { GRAPHQL_PATH } from './platform/graphql-path.ts';

export function announcement(url: string, config: Config, { upstreamUrl, tokens }: SharedSetup): string {
  const lines = [`GraphQL     ${url}${GRAPHQL_PATH}`];
  if (config.GRAPHIQL === 'on') lines.push(`GraphiQL    ${url}/graphiql`);
  lines.push(`POST API    ${upstreamUrl}${config.isEmbedded ? ' (embedded)' : ''}`);
  if (config.isEmbedded) lines.push(`Try it      ${upstreamUrl}/docs`);
  if (tokens !== null) {
    lines.push('\nDevelopment tokens, for this machine only:');
    lines.push(`agent ${tokens.agentNrdsId}  ${tokens.agent}`, `service  ${tokens.service}\n`);
  }
  return lines.join('\n');
}
