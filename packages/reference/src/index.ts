/** What a gateway uses of the service: its start in its own thread, its secret, and tokens for callers, signed with its key. */
export { allScopes, DEFAULT_MAX_FILE_BYTES, defaultSeed, type ReferenceFaultCode } from './options.ts';
export {
  demoAgentName,
  demoAgentNrdsId,
  demoOfficeName,
  demoOfficeNrdsId,
  isSeeded,
  isSeededOffice,
} from './seed/agents.ts';
export { startReference } from './start.ts';
export { loadClientSecret } from './tokens/clients.ts';
export { issueCallerToken } from './tokens/token.ts';
