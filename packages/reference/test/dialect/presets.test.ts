// Dialects as files: each fault is named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadDialect, presetNames, readDialect } from '../../src/dialect/dialect.ts';

test.each([
  [{ blanks: 'nil' }, /^blanks: .*"empty"\|"null"\|"absent"\|"space"\|"word"/],
  [{ timestamps: { zone: 'Phoenix' } }, 'timestamps: zone: not a time zone'],
  [{ timestamp: {} }, /"timestamp"/],
  [{ filter: { bracket: 'off' } }, /^filter: .*"bracket"/],
  [{ wrappers: { listTrans: 'object' } }, /^wrappers: listTrans: .*"page-in-list"\|"page"/],
  [{ errors: { body: 'html', kinds: 'documented' } }, /^errors\.kinds: with documented, errors have the shape/],
  [{ errors: { body: 'html', line: 'ok' } }, /^errors\.line: with ok, the body must have the status/],
])('%j is rejected, and a value with what is allowed', (value, fault) => {
  expect(readDialect(value)).toEqual({ faults: [typeof fault === 'string' ? fault : expect.stringMatching(fault)] });
});

test('an unknown preset, a missing file and a file that is not JSON are faults that name it', () => {
  expect(loadDialect('klingon')).toEqual({ faults: [expect.stringContaining(`one of ${presetNames.join(', ')}`)] });
  expect(loadDialect('./none.json')).toEqual({ faults: [expect.stringContaining('./none.json cannot be read')] });
  const dir = mkdtempSync(join(tmpdir(), 'dialect-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'broken.json');
  writeFileSync(file, '{"blanks": ');
  expect(loadDialect(file)).toEqual({ faults: [expect.stringContaining(`${file} cannot be read`)] });
});

test.each(presetNames)('the preset %s can be read', (name) => {
  expect(loadDialect(name)).not.toHaveProperty('faults');
});
