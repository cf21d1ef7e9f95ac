/**
 * The development callers: with the embedded service, the gateway trusts that service's issuer, and a demo agent and a demo
 * service caller have ready tokens. Refuses to work where another issuer is configured.
 */
import type { Config } from './config.ts';
import { issueCallerToken } from './reference/token.ts';

/** Who signs the development tokens. No address, because the service's port can change and its tokens go on. */
export const DEVELOPMENT_ISSUER = 'urn:realty-forms:development';
export const DEVELOPMENT_AUDIENCE = 'realty-forms-graphql';

const LIFETIME_SECONDS = 7 * 24 * 3600;

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

export function issueDevelopmentToken({ DATA_DIR }: Config, caller: DevelopmentCaller): Promise<string> {
  return issueCallerToken({
    ...caller,
    dataDir: DATA_DIR,
    issuer: DEVELOPMENT_ISSUER,
    audience: DEVELOPMENT_AUDIENCE,
    subject: caller.role === 'agent' ? `agent-${caller.nrdsIds[0]}` : 'demo-service',
    lifetimeSeconds: LIFETIME_SECONDS,
  });
}
