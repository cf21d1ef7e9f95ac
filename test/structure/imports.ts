/**
 * Reads what the files of the gateway and of the packages import, and says what of it the rules forbid. A file of src is named by its
 * path below it, and a file of a package by the package and its path below the package's own src: `contract/columns/codec.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { directions, modules, withoutNode } from './import-rules.ts';

export interface Import {
  /** The importing file. */
  readonly file: string;
  /** The name in the import if it is that of a module which is installed, otherwise null. */
  readonly module: string | null;
  /** The imported file of ours, otherwise null. */
  readonly path: string | null;
}

const root = join(import.meta.dirname, '../..');
const imported =
  /^ *(?:import|export) (?:[^;'"]*? from )?['"]([^'"]+)['"]|\b(?:import\(|import\.meta\.resolve\()['"]([^'"]+)['"]/gm;
const ofPackage = /^@realty-forms\/(\w+)(?:\/(.*))?$/;

const names = globSync('*', { cwd: join(root, 'packages') });

/** Where a file is, below the root. */
export function placeOf(file: string): string {
  const [name = '', ...rest] = file.split('/');
  return names.includes(name) ? ['packages', name, 'src', ...rest].join('/') : `src/${file}`;
}

export function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(imported)].map(([, from, dynamic]) => {
    const name = from ?? dynamic ?? '';
    if (name.startsWith('.')) return { file, module: null, path: targetOf(file, name) };
    const [, owner, path = mainOf(owner)] = ofPackage.exec(name) ?? [];
    return owner === undefined ? { file, module: name, path: null } : { file, module: null, path: `${owner}/${path}` };
  });
}

/** A relative path that leads out of a package, or into one, stays as it is: packages are imported by their names. */
function targetOf(file: string, name: string): string {
  const place = normalize(join(dirname(placeOf(file)), name));
  const home = /^(?:src|packages\/\w+\/src)\//.exec(placeOf(file))?.[0] ?? '';
  if (!place.startsWith(home)) return place;
  return home === 'src/' ? place.slice(home.length) : `${file.split('/')[0]}/${place.slice(home.length)}`;
}

function mainOf(owner = ''): string {
  if (!names.includes(owner)) return '';
  const manifest = JSON.parse(readFileSync(join(root, 'packages', owner, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  return (manifest.exports['.'] ?? '').replace('./src/', '');
}

export function allImports(): Import[] {
  // What runs in a browser is left out.
  const read = (cwd: string, prefix: string) =>
    globSync('**/*.{ts,js}', { cwd, exclude: ['**/boot.js'] }).flatMap((file) =>
      importsOf(prefix + file, readFileSync(join(cwd, file), 'utf8')),
    );
  return [
    ...read(join(root, 'src'), ''),
    ...names.flatMap((name) => read(join(root, 'packages', name, 'src'), `${name}/`)),
  ];
}

/** One line for each import that the rules do not allow: the file, what it imports, and the rule. */
export function violations(imports: readonly Import[]): string[] {
  return imports.flatMap(({ file, module, path }) => {
    const rule = path !== null ? brokenDirection(file, path) : brokenOwnership(file, module ?? '');
    return rule === null ? [] : [`${placeOf(file)} imports ${path ?? module}: ${rule}`];
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
  const owners = Object.keys(modules).filter((path) => modules[path]?.includes(name));
  if (owners.some((path) => covers(path, file))) return null;
  if (owners.length > 0) return `it belongs to ${owners.join(', ')}`;
  if (!name.startsWith('node:')) return 'it belongs to nobody';
  const part = withoutNode.find((path) => covers(path, file));
  return part === undefined ? null : `${part} imports no Node modules`;
}

function covers(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}
