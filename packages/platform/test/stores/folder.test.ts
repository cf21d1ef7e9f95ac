// Folders that the program makes, and places where none can be made.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureFolder } from '../../src/stores/folder.ts';

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
