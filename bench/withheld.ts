/**
 * Loaded before the gateway, withholds from the engine one of the settings that the gateway gives it: a flag, or `ticks`, as
 * `WITHHELD` names it. For whoever measures what the setting is worth.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';

const withheld = process.env['WITHHELD'];
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  if (flag !== withheld) setFlagsFromString(flag);
};
if (withheld === 'ticks') {
  const idle = { enable: () => idle, disable: () => idle };
  hooks.createHook = () => idle;
}
syncBuiltinESMExports();
