/** Starts and ends the HTTP server. */
import { type AppOptions, createApp } from './app.ts';
import { prepareDrain } from './drain.ts';
import { listen } from './listen.ts';

export interface HttpServerOptions extends AppOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Milliseconds that running requests have to finish when the server closes; 10 s where it is not given. */
  readonly graceMs?: number;
}

export interface HttpServer {
  /** Where the server is reached, without a final slash. */
  readonly url: string;
  /** Ends the server; calling it again waits for the same end. */
  readonly close: () => Promise<void>;
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { port, host, log, graceMs = 10_000 } = options;
  const app = createApp(options);
  const close = prepareDrain(app, log, graceMs);
  await app.ready();
  try {
    return { url: await listen(app, { host, port, setting: 'PORT' }), close };
  } catch (error) {
    await close();
    throw error;
  }
}
