/**
 * The development callers. With the embedded service, the gateway trusts that service's issuer, and there are ready-made tokens for a demo
 * agent and a demo service caller. Code that issues a token must first check that this issuer is the trusted one.
 */
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { root } from '../config/settings/serving.ts';
import { loadReference } from './embedded.ts';

/** The `iss` and `aud` of development tokens. Not a URL, because the service's port can change while its tokens stay valid. */
export const DEVELOPMENT_ISSUER = 'urn:realty-forms:development';
export const DEVELOPMENT_AUDIENCE = 'realty-forms-graphql';

/** Default and maximum lifetime of a token. */
export const MAX_LIFETIME_SECONDS = 7 * 24 * 3600;

/** Every scope that the graph requires, now or later (access rule 2). */
export const callerScopes = [
  'account.read',
  'transactions.read',
  'transactions.create',
  'transactions.export',
  'files.read',
  'files.write',
  'providers.write',
  'members.read',
  'members.write',
  'tickets.create',
] as const;

export interface DevelopmentCaller {
  readonly role: 'agent' | 'coordinator' | 'service';
  /** 1 to 20 for an agent, 1 to 500 for a coordinator of agents, otherwise none. */
  readonly nrdsIds: readonly string[];
  /** 1 to 500 for a coordinator of offices. */
  readonly officeNrdsIds?: readonly string[];
  readonly scopes: readonly string[];
}

/** How the command that prints tokens begins in a new shell, which lacks the environment of the gateway. */
export function tokenCommand(config: Pick<Config, 'DATA_DIR'>): string {
  return config.DATA_DIR === join(root, 'data') ? TOKEN_COMMAND : tokenCommandAnywhere(config);
}

/** The same for a shell with another DATA_DIR, or for another checkout. */
export function tokenCommandAnywhere({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return `DATA_DIR=${quoted(resolve(DATA_DIR))} ${TOKEN_COMMAND}`;
}

const TOKEN_COMMAND = 'npm run -s token --';

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The callers of developers' pages, with new tokens each time, since a gateway may run for longer than its first tokens last. */
export async function issueForPages(config: Config) {
  const { demoAgentName, demoAgentNrdsId: nrdsId, demoOfficeName, demoOfficeNrdsId } = await loadReference();
  const tokenOf = (caller: Omit<DevelopmentCaller, 'scopes'>) =>
    issueDevelopmentToken(config, { ...caller, scopes: callerScopes });
  return [
    { role: 'agent', name: demoAgentName, nrdsId, token: await tokenOf({ role: 'agent', nrdsIds: [nrdsId] }) },
    {
      role: 'coordinator',
      name: demoOfficeName,
      token: await tokenOf({ role: 'coordinator', nrdsIds: [], officeNrdsIds: [demoOfficeNrdsId] }),
    },
    { role: 'service', name: null, token: await tokenOf({ role: 'service', nrdsIds: [] }) },
  ] as const;
}

export async function issueDevelopmentToken(
  { DATA_DIR }: Pick<Config, 'DATA_DIR'>,
  caller: DevelopmentCaller,
  lifetimeSeconds = MAX_LIFETIME_SECONDS,
): Promise<string> {
  const { issueCallerToken } = await loadReference();
  return issueCallerToken({
    ...caller,
    dataDir: DATA_DIR,
    issuer: DEVELOPMENT_ISSUER,
    audience: DEVELOPMENT_AUDIENCE,
    subject:
      caller.role === 'service'
        ? 'demo-service'
        : `${caller.role}-${[...caller.nrdsIds, ...(caller.officeNrdsIds ?? [])][0]}`,
    lifetimeSeconds,
  });
}

/** Which of the agents and offices that the caller names the embedded service lacks. */
export async function unknownToEmbedded(
  { nrdsIds, officeNrdsIds = [] }: DevelopmentCaller,
  { isEmbedded }: Config,
): Promise<readonly string[]> {
  if (!isEmbedded) return [];
  const { defaultSeed, isSeeded, isSeededOffice } = await loadReference();
  return [
    ...nrdsIds.filter((id) => !isSeeded(id, defaultSeed.agents)).map((id) => `agent ${id} that has enabled access`),
    ...officeNrdsIds.filter((id) => !isSeededOffice(id, defaultSeed.offices)).map((id) => `office ${id}`),
  ];
}
