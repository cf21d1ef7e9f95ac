/**
 * What exists once, however many processes serve: the service behind the gateway, the gateway's secret there, and the development tokens.
 */

import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Config } from '../config/config.ts';
import { type DevelopmentTokens, issueDevelopmentTokens } from './development.ts';
import { embeddedSecret, startEmbedded } from './embedded.ts';

/** Plain data, because it may be sent to another process. */
export interface SharedSetup {
  /** Base URL of the POST API. */
  readonly upstreamUrl: string;
  /** Secret of the gateway's client at the POST API. */
  readonly clientSecret: string;
  /** Null if callers' tokens come from another issuer. */
  readonly tokens: DevelopmentTokens | null;
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
  return {
    upstreamUrl,
    clientSecret,
    tokens: config.isDevelopmentIssuer ? await issueDevelopmentTokens(config) : null,
  };
}
