/** Before the package is packed: the license of the repository, and no file that is left of an earlier build. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

copyFileSync(join(import.meta.dirname, '../LICENSE'), join(import.meta.dirname, 'LICENSE'));
rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true });
