/**
 * Preloaded before the gateway, suppresses one of the V8 settings that it makes, to measure what that setting is worth.
 * `WITHHELD` names it: a flag, or `ticks`.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

const suppressed = process.env['WITHHELD'];
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  if (flag !== suppressed) setFlagsFromString(flag);
};
if (suppressed === 'ticks') {
  const noopHook = { enable: () => noopHook, disable: () => noopHook };
  hooks.createHook = () => noopHook;
}
syncBuiltinESMExports();
