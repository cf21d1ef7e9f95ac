import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadOrCreateIdKeys, parseIdKeys } from '../../../src/gateway/ids/id-keys.ts';

const secretOf = (byte: number, length = 32): string => Buffer.alloc(length, byte).toString('base64url');

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'id-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('configured keys', () => {
  test('are read in order, the first one being the key that seals', () => {
    expect(parseIdKeys(` 2:${secretOf(2)} , 1:${secretOf(1, 64)}\n`)).toEqual([
      { id: 2, secret: Buffer.alloc(32, 2) },
      { id: 1, secret: Buffer.alloc(64, 1) },
    ]);
  });

  test.each([
    ['an empty text', ''],
    ['an empty pair', `1:${secretOf(1)},`],
    ['a missing id', secretOf(7)],
    ['a blank id', `:${secretOf(7)}`],
    ['an id that is not a number', `a:${secretOf(7)}`],
    ['a negative id', `-1:${secretOf(7)}`],
    ['an id over 255', `256:${secretOf(7)}`],
    ['a secret of 31 bytes', `1:${secretOf(7, 31)}`],
    ['a missing secret', '1:'],
    ['a third part', `1:${secretOf(7)}:${secretOf(8)}`],
    ['a secret in another alphabet', `1:${secretOf(7)}+/${secretOf(7)}`],
    ['a secret with an invalid character', `1:${secretOf(7).slice(0, 20)}!${secretOf(7)}`],
    ['a secret with a space in it', `1:${secretOf(7)} ${secretOf(7)}`],
    ['an id that is given twice', `1:${secretOf(7)},1:${secretOf(8)}`],
    ['an id that is given twice in two notations', `1:${secretOf(7)},001:${secretOf(8)}`],
  ])('are rejected for %s, with a message that quotes no secret', (_, text) => {
    let message = '';
    try {
      parseIdKeys(text);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      message = (error as Error).message;
    }
    expect(message).toMatch(/^each key /);
    for (const piece of text.split(/[:,]/).filter((each) => each.length > 3)) {
      expect(message).not.toContain(piece.slice(0, 12));
    }
  });
});

describe('generated keys', () => {
  test('are created once, in a folder that need not exist, readable by the owner only', () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    const made = loadOrCreateIdKeys(folder);
    expect(made).toHaveLength(1);
    expect(made[0].secret).toHaveLength(32);
    expect(statSync(join(folder, 'id-keys')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['id-keys']);
    expect(loadOrCreateIdKeys(folder)).toEqual(made);
  });

  test('differ from folder to folder', () => {
    expect(loadOrCreateIdKeys(temporaryFolder())).not.toEqual(loadOrCreateIdKeys(temporaryFolder()));
  });

  test('are the same for two processes that start at once', () => {
    const folder = temporaryFolder();
    const { linkSync } = fs;
    const others: unknown[] = [];
    // The other process checks, creates and stores its keys after this one has checked and before it stores its own.
    const link = vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
      link.mockRestore();
      syncBuiltinESMExports();
      others.push(loadOrCreateIdKeys(folder));
      linkSync(from, to);
    });
    syncBuiltinESMExports();
    const mine = loadOrCreateIdKeys(folder);
    expect(others).toEqual([mine]);
    expect(readdirSync(folder)).toEqual(['id-keys']);
    expect(readFileSync(join(folder, 'id-keys'), 'utf8')).toMatch(/^1:[\w-]{43}$/);
  });

  test('that cannot be read make the start fail, and are left unchanged', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'id-keys'), 'broken');
    expect(() => loadOrCreateIdKeys(folder)).toThrow(RangeError);
    expect(readFileSync(join(folder, 'id-keys'), 'utf8')).toBe('broken');
  });
});
