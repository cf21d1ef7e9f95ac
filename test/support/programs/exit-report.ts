/**
 * Preloaded into a process (`--import`): prints at exit a line of JSON with what it has loaded, files by their address and Node's own modules by
 * name, and with V8's optimizing compilers that can be used.
 */
import { registerHooks } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** A bit of what V8 tells of a function. */
const IS_OPTIMIZED = 1 << 3;

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});
// Worker threads preload this file too; only the main thread reports.
if (isMainThread) {
  process.on('exit', () => {
    const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
    console.log(JSON.stringify({ loaded: [...files, ...moduleLoadList], compilers: usableCompilers() }));
  });
}

/** By whether a function that V8 is told to optimize is optimized. */
function usableCompilers(): string[] {
  setFlagsFromString('--allow-natives-syntax');
  const orders = { maglev: 'OptimizeMaglevOnNextCall', turbofan: 'OptimizeFunctionOnNextCall' };
  const usable = Object.entries(orders).filter(([, order]) => {
    const run = `%PrepareFunctionForOptimization(f); f(); f(); %${order}(f); f(); return %GetOptimizationStatus(f);`;
    return (new Function(`const f = () => 1; ${run}`)() & IS_OPTIMIZED) !== 0;
  });
  return usable.map(([name]) => name);
}
