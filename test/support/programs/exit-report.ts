/**
 * Preloaded into a process (`--import`): prints at exit how many modules of tracing it has loaded, Apollo's included, and whether V8
 * optimizes. OpenTelemetry's API package does not count, because the Prometheus client loads it anyway.
 */
import { registerHooks } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** A bit of what V8 tells of a function. */
const IS_OPTIMIZED = 1 << 3;

let count = 0;
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)|\/@apollo\/usage-reporting-protobuf\//.test(url)) count += 1;
    return next(url, context);
  },
});
// Worker threads preload this file too; only the main thread reports.
if (isMainThread) {
  process.on('exit', () => console.log(`telemetry modules: ${count}\noptimizing compilers: ${usableCompilers()}`));
}

/** By whether a function that V8 is told to optimize is optimized. */
function usableCompilers(): string {
  setFlagsFromString('--allow-natives-syntax');
  const orders = { maglev: 'OptimizeMaglevOnNextCall', turbofan: 'OptimizeFunctionOnNextCall' };
  const usable = Object.entries(orders).filter(([, order]) => {
    const run = `%PrepareFunctionForOptimization(f); f(); f(); %${order}(f); f(); return %GetOptimizationStatus(f);`;
    return (new Function(`const f = () => 1; ${run}`)() & IS_OPTIMIZED) !== 0;
  });
  return usable.map(([name]) => name).join(', ');
}
