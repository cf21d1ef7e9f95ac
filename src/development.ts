/**
 * The development callers: with the embedded service, the gateway trusts that service's issuer, and a demo agent and a demo
 * service caller have ready tokens. Whoever asks for one looks first whether that issuer is the one that is trusted.
 */
import type { Config } from './config.ts';
import { defaultSeed } from './reference/options.ts';
import { isSeeded } from './reference/seed/agents.ts';
import { issueCallerToken } from './reference/token.ts';

/** Who signs the development tokens. No address, because the service's port can change and its tokens go on. */
export const DEVELOPMENT_ISSUER = 'urn:realty-forms:development';
export const DEVELOPMENT_AUDIENCE = 'realty-forms-graphql';

/** How long a token serves where nothing shorter is asked for, and at most. */
export const LONGEST_LIFETIME_SECONDS = 7 * 24 * 3600;

/** Every scope that the graph asks for, now or later (access rule 2). */
export const allScopes = [
  'account.read',
  'transactions.read',
  'transactions.create',
  'files.read',
  'files.write',
  'providers.write',
  'members.read',
  'members.write',
  'tickets.create',
] as const;

export interface DevelopmentCaller {
  readonly role: 'agent' | 'service';
  /** 1 to 20 for an agent, none for a service. */
  readonly nrdsIds: readonly string[];
  readonly scopes: readonly string[];
}

export function issueDevelopmentToken(
  { DATA_DIR }: Config,
  caller: DevelopmentCaller,
  lifetimeSeconds = LONGEST_LIFETIME_SECONDS,
): Promise<string> {
  return issueCallerToken({
    ...caller,
    dataDir: DATA_DIR,
    issuer: DEVELOPMENT_ISSUER,
    audience: DEVELOPMENT_AUDIENCE,
    subject: caller.role === 'agent' ? `agent-${caller.nrdsIds[0]}` : 'demo-service',
    lifetimeSeconds,
  });
}

/** The NRDS ids that the embedded service has no active agent for; none where its data are somebody's own. */
export function strangersAmong(
  { nrdsIds }: DevelopmentCaller,
  { isEmbedded, DATABASE_URL }: Config,
): readonly string[] {
  if (!isEmbedded || DATABASE_URL !== undefined) return [];
  return nrdsIds.filter((id) => !isSeeded(id, defaultSeed.agents));
}
