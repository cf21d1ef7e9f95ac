/** What filling the index needs in order to read the list of one agent. */
import type { AgentGrant } from '../../callers/grants.ts';
import type { IndexSource } from '../../live/list-sources.ts';
import type { ChangeCursors } from '../../live/tracking/change-cursors.ts';
import type { ChangeWindowOptions } from '../../live/tracking/change-window.ts';

export interface AgentReads {
  /** As a service has it. */
  readonly grant: AgentGrant;
  readonly source: IndexSource;
  readonly cursors: ChangeCursors;
  readonly options: ChangeWindowOptions;
  /** After how many days without a change transactions that are over are not kept; null to keep them. */
  readonly closedDays: number | null;
}
