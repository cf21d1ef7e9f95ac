/**
 * Preloaded into a process (`--import`): prints at exit how many modules of OpenTelemetry it has loaded. The API package does not
 * count, because prom-client loads it anyway.
 */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

let count = 0;
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) count += 1;
    return next(url, context);
  },
});
// Worker threads preload this file too; only the main thread reports.
if (isMainThread) process.on('exit', () => console.log(`telemetry modules: ${count}`));
