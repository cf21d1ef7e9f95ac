/** Reads what the files of src import, and says what of it the rules forbid. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { directions, packages, withoutNode } from './import-rules.ts';

export interface Import {
  /** The importing file, as a path below src. */
  readonly file: string;
  /** The name in the import if it is that of a module, otherwise null. */
  readonly module: string | null;
  /** The imported file of ours, as a path below src, otherwise null. */
  readonly path: string | null;
}

const src = join(import.meta.dirname, '../../src');
const imported =
  /^ *(?:import|export) (?:[^;'"]*? from )?['"]([^'"]+)['"]|\b(?:import\(|import\.meta\.resolve\()['"]([^'"]+)['"]/gm;

export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(imported)].map(([, from, dynamic]) => {
    const name = from ?? dynamic ?? '';
    if (!name.startsWith('.')) return { file, module: name, path: null };
    return { file, module: null, path: normalize(join(dirname(file), name)) };
  });
}

export function importsInSrc(): Import[] {
  // What runs in a browser is left out.
  const files = globSync('**/*.{ts,js}', { cwd: src, exclude: ['**/boot.js'] });
  return files.flatMap((file) => importsOf(file, readFileSync(join(src, file), 'utf8')));
}

/** One line for each import that the rules do not allow: the file, what it imports, and the rule. */
export function violations(imports: readonly Import[]): string[] {
  return imports.flatMap(({ file, module, path }) => {
    const rule = path !== null ? brokenDirection(file, path) : brokenOwnership(file, module ?? '');
    return rule === null ? [] : [`src/${file} imports ${path ?? module}: ${rule}`];
  });
}

function brokenDirection(file: string, target: string): string | null {
  const part = Object.keys(directions)
    .filter((path) => covers(path, file))
    .sort((one, other) => other.length - one.length)[0];
  if (part === undefined) return 'no row of the directions is about this file';
  const own = /\.\w+$/.test(part) ? dirname(part) : part;
  const allowed = directions[part] ?? [];
  if ([...allowed, own].some((path) => covers(path, target))) return null;
  return `${part} may import ${allowed.length === 0 ? 'nothing else' : `only ${allowed.join(', ')}`}`;
}

function brokenOwnership(file: string, name: string): string | null {
  const owners = Object.keys(packages).filter((path) => packages[path]?.includes(name));
  if (owners.some((path) => covers(path, file))) return null;
  if (owners.length > 0) return `it belongs to ${owners.join(', ')}`;
  if (!name.startsWith('node:')) return 'it belongs to nobody';
  const part = withoutNode.find((path) => covers(path, file));
  return part === undefined ? null : `${part} imports no Node modules`;
}

function covers(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}
