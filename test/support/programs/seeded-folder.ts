/**
 * Data folders of programs that do not have to fill their database themselves, which takes half of a start: each gets a copy of
 * one that is filled on first use. As the global setup of a project, this file provides the place for it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the database that seeded folders are copies of. */
    readonly seeded: string;
  }
}

const DATABASE = 'reference.sqlite';

export default function provideFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
  project.provide('seeded', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A temporary data folder with the data that a first start makes, and nothing else. */
export function seededFolder(onCleanup: (work: () => void) => void = onTestFinished): string {
  const original = join(inject('seeded'), DATABASE);
  seedOnce(original);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(original, join(folder, DATABASE));
  return folder;
}

/** Where a run keeps what it makes once; undefined outside of a run, and in the project `fast`. */
export const placeForRun = (): string | undefined =>
  process.env['VITEST'] === undefined ? undefined : (inject('seeded') as string | undefined);

/** Fills an empty data folder with what `fill` makes of one, once in a run; where there is no place for that, it stays empty. */
export async function fillOnce(dataDir: string, name: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const place = placeForRun();
  if (place === undefined) return;
  const original = join(place, `${name}.sqlite`);
  if (!existsSync(original)) {
    const folder = mkdtempSync(join(place, 'new-'));
    await fill(folder);
    renameSync(join(folder, DATABASE), original);
  }
  copyFileSync(original, join(dataDir, DATABASE));
}

/** How often a worker looks whether another one has filled it: for two minutes. */
const MAX_LOOKS = 6_000;

/** Workers that start together need it together: the first one fills it, and the others wait. */
function seedOnce(original: string): void {
  const claim = `${original}.claim`;
  for (let looks = 0; !existsSync(original); looks += 1) {
    if (looks > MAX_LOOKS) throw new Error(`${original} was not filled in time`);
    if (isFirstAt(claim)) {
      try {
        seed(original);
      } catch (error) {
        rmdirSync(claim);
        throw error;
      }
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

function isFirstAt(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function seed(original: string): void {
  const folder = mkdtempSync(join(inject('seeded'), 'new-'));
  const options = { host: '127.0.0.1', port: 0, dataDir: folder, clients: [], timeZone: 'UTC', logLevel: 'silent' };
  const server = JSON.stringify(join(import.meta.dirname, '../../../packages/reference/src/server.ts'));
  const script = `import { createReferenceServer } from ${server};
    const { close } = await createReferenceServer(${JSON.stringify(options)});
    await close();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  renameSync(join(folder, DATABASE), original);
}
