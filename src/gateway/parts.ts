/**
 * The parts of the gateway that other parts use, each under one name. A function that creates a part picks what it needs from `Parts`;
 * `gateway` creates them all.
 */
import type { FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import type { Upstream } from '../upstream/call.ts';
import type { Access } from './callers/access.ts';
import type { Directory } from './callers/directory.ts';
import type { FileLinks } from './files/file-links.ts';
import type { Files } from './files/files.ts';
import type { FindUpload } from './files/uploaded-file.ts';
import type { Sealer } from './ids/seal.ts';
import type { FindCreation } from './ledger/recovery/find-creation.ts';
import type { WriteOnce } from './ledger/write-command.ts';
import type { BatchBehaviors } from './lists/batch-behavior.ts';
import type { ListSources } from './live/list-sources.ts';
import type { ChangeCursors } from './live/tracking/change-cursors.ts';
import type { Decode } from './reading/decode.ts';
import type { CheckEmptyList, ResponseChecks } from './reading/response-checks.ts';
import type { Transactions } from './reading/transactions.ts';
import type { SearchIndexReader } from './search/store/reading.ts';

export interface Parts {
  readonly access: Access;
  readonly batchBehaviors: BatchBehaviors;
  readonly checkEmptyList: CheckEmptyList;
  readonly clock: Clock;
  readonly cursors: ChangeCursors;
  readonly decode: Decode;
  readonly directory: Directory;
  readonly files: Files;
  readonly findCreation: FindCreation;
  readonly findUpload: FindUpload;
  /** Null if there is no search index. */
  readonly index: SearchIndexReader | null;
  readonly links: FileLinks;
  readonly log: Log;
  readonly metrics: Metrics;
  /** How the service writes filters. */
  readonly notation: FilterNotation;
  readonly replicas: Replicas;
  readonly responseChecks: ResponseChecks;
  readonly sealer: Sealer;
  /** Reads lists outside of any request, except for pages of changes. */
  readonly sources: ListSources;
  readonly transactions: Transactions;
  /** Makes calls for the current request, except in parts that read outside of any request. */
  readonly upstream: Upstream;
  /** Sends a write once, through the ledger. */
  readonly writeOnce: WriteOnce;
}
