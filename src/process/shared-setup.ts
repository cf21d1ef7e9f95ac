/**
 * What exists once, however many processes serve: the service behind the gateway, the gateway's secret there, and the demo agent.
 */

import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Config } from '../config/config.ts';
import { embeddedSecret, loadReference, startEmbedded } from './embedded.ts';

/** Plain data, because it may be sent to another process. */
export interface SharedSetup {
  /** Base URL of the POST API. */
  readonly upstreamUrl: string;
  /** Secret of the gateway's client at the POST API. */
  readonly clientSecret: string;
  /** The agent for whom development tokens are made; null if callers' tokens come from another issuer. */
  readonly demoAgentNrdsId: string | null;
}

/** Closes a part of the program; parts are closed in the reverse order of starting. */
export type Close = () => Promise<void>;

/** Rejects with a fault whose message says what to do. */
export async function startShared(config: Config, closers: Close[], log: Log): Promise<SharedSetup> {
  let upstreamUrl = config.UPSTREAM_URL;
  if (upstreamUrl === undefined) {
    const { url, close } = await startEmbedded(config, log);
    closers.push(close);
    upstreamUrl = url;
  }
  const clientSecret = config.UPSTREAM_CLIENT_SECRET ?? (await embeddedSecret(config));
  const demoAgentNrdsId = config.isDevelopmentIssuer ? (await loadReference()).demoAgentNrdsId : null;
  return { upstreamUrl, clientSecret, demoAgentNrdsId };
}
