/**
 * Preloaded into a process (`--import`): says at its end how many modules of OpenTelemetry it has loaded. Its bare API does not
 * count: prom-client loads that by itself.
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
// Threads are preloaded too.
if (isMainThread) process.on('exit', () => console.log(`telemetry modules: ${count}`));
