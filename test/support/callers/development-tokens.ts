/** Development tokens of a program that runs on this data folder, as `npm run token` makes them: it prints its own to a terminal only. */

import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { callerScopes, issueDevelopmentToken } from '../../../src/process/development.ts';

export function developmentToken(dataDir: string, role: 'agent' | 'service' = 'agent'): Promise<string> {
  const nrdsIds = role === 'agent' ? [demoAgentNrdsId] : [];
  return issueDevelopmentToken({ DATA_DIR: dataDir }, { role, nrdsIds, scopes: callerScopes });
}
