/** What is printed once when the gateway serves: where it is reached, and with which development tokens. */
import type { Config } from './config.ts';
import type { Common } from './embedded.ts';

export function announcement(url: string, config: Config, { upstreamUrl, tokens }: Common): string {
  const lines = [`GraphQL     ${url}/graphql`];
  if (config.GRAPHIQL === 'on') lines.push(`GraphiQL    ${url}/graphiql`);
  lines.push(`POST API    ${upstreamUrl}${config.isEmbedded ? ' (embedded)' : ''}`);
  if (config.isEmbedded) lines.push(`Try it      ${upstreamUrl}/docs`);
  if (tokens !== null) {
    lines.push('\nDevelopment tokens, for this machine only:');
    lines.push(`agent ${tokens.agentNrdsId}  ${tokens.agent}`, `service  ${tokens.service}\n`);
  }
  return lines.join('\n');
}
