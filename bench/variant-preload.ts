/** Preloaded before the gateway, makes it the variant that `VARIANT` names. */
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { editedText, variantTables } from './variants.ts';

const variant = Object.values(variantTables)
  .flat()
  .find(({ name }) => name === process.env['VARIANT']);
if (variant === undefined) throw new Error(`No variant is called ${process.env['VARIANT']}`);
const { flags = [], edits = [] } = variant;
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  if (!flags.includes(flag)) setFlagsFromString(flag);
};
syncBuiltinESMExports();

const src = join(import.meta.dirname, '../src');
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    const own = edits.filter((edit) => file === join(src, edit.file));
    if (own.length === 0) return loaded;
    const source = own.reduce(editedText, String(loaded.source));
    return { ...loaded, source };
  },
});
