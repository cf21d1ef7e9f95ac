// Files that hold a secret: readable by their owner only, made once, and never replaced.
import fs, {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSecretFile, ensureFolder, readSecretFile } from '../../src/stores/private-files.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'secret');
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a file that is made can be read, by its owner only', () => {
  const path = newPath();
  expect(readSecretFile(path)).toBeNull();
  expect(createSecretFile(path, 'mine')).toBe('mine');
  expect([readSecretFile(path), modeOf(path)]).toEqual(['mine', 0o600]);
  expect(readdirSync(join(path, '..'))).toEqual(['secret']);
});

test('a copy that others can read is closed to them', () => {
  const path = newPath();
  writeFileSync(path, 'copied');
  chmodSync(path, 0o644);
  expect([readSecretFile(path), modeOf(path)]).toEqual(['copied', 0o600]);
});

test('of two processes that make it at once, the second takes what the first has made', () => {
  const path = newPath();
  const { linkSync } = fs;
  // The other process stores its secret after this one has written its own, and before it is in place.
  const link = vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    link.mockRestore();
    syncBuiltinESMExports();
    createSecretFile(path, 'of the other');
    linkSync(from, to);
  });
  syncBuiltinESMExports();
  expect(createSecretFile(path, 'mine')).toBe('of the other');
  expect(readFileSync(path, 'utf8')).toBe('of the other');
  expect(readdirSync(join(path, '..'))).toEqual(['secret']);
});

test('what cannot be read is an error, and is left as it is', () => {
  const path = newPath();
  fs.mkdirSync(path);
  expect(() => readSecretFile(path)).toThrow('EISDIR');
  expect(() => createSecretFile(path, 'mine')).toThrow('EISDIR');
  expect(readdirSync(join(path, '..'))).toEqual(['secret']);
});

// Folders that the program makes, and places where none can be made.
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder and those above it are made for their owner only, and left as they are from then on', () => {
  const above = join(temporaryFolder(), 'above');
  const path = join(above, 'data');
  ensureFolder(path);
  writeFileSync(join(path, 'file'), '');
  ensureFolder(path);
  expect(existsSync(join(path, 'file'))).toBe(true);
  expect([above, path].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('a file in the place of a folder is an error', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => ensureFolder(file)).toThrow('EEXIST');
  expect(() => ensureFolder(join(file, 'data'))).toThrow('EEXIST');
});

test.runIf(existsSync('/proc/self'))(
  'a place that takes no folders is an error, even if it denies that it exists',
  () => {
    expect(() => ensureFolder('/proc/gateway/data')).toThrow('ENOENT');
  },
);
