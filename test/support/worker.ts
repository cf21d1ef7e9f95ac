/**
 * What a worker of the test runner does once, before its first file. Vitest tells its main process of each import and each
 * `require`, also of the one by which Apollo asks for node:crypto with every request, and has Node look for source maps whenever a
 * stack is read. Only watching needs to know what a test imports, and no source is transformed, so there are no maps. Vitest also gives
 * each file an address with the time, under which Node never finds what it has compiled of it before.
 *
 * undici counts its timeouts by one timer per process, which its first connection starts. A test with fake timers must not be what
 * makes it: no timeout of the tests after it would ever come.
 */
import { isBuiltin, registerHooks, setSourceMapsSupport } from 'node:module';
import { request } from 'undici';

const ownFile = /^\.\.?\/.*\.ts(?:\?|$)/;
const isTimed = /%3Fvitest=\d+$/;
const loaded = new Map<string, number>();

/** A worker loads a file of tests once, and the setup for each of these: not by the time, but by how often. */
function untimed(specifier: string): string {
  const url = specifier.replace(isTimed, '');
  const times = loaded.get(url) ?? 0;
  loaded.set(url, times + 1);
  return times === 0 ? url : `${url}?${times}`;
}

setSourceMapsSupport(false);
if (process.env['VITEST_MODE'] !== 'WATCH') {
  registerHooks({
    resolve(specifier, context, resolveFurther) {
      if (isBuiltin(specifier))
        return { url: specifier.replace(/^(?:node:)?/, 'node:'), format: 'builtin', shortCircuit: true };
      if (isTimed.test(specifier)) return { url: untimed(specifier), shortCircuit: true };
      if (ownFile.test(specifier) && context.parentURL !== undefined)
        return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
      return resolveFurther(specifier, context);
    },
  });
}

await request('http://127.0.0.1:9').catch(() => undefined);
