// Which Node runs the gateway: one release, named by the image, by .nvmrc and by the warning about older ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeWarning, SECURITY_FLOOR } from '../../src/process/node-release.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

test.each(['26.12.0', '26.9.9', '26.0.0'])('%s lacks security fixes, and the warning says what to use', (version) => {
  expect(nodeWarning(version)).toMatch(`Node ${version} lacks security fixes. Use ${SECURITY_FLOOR} or later`);
});

test.each([SECURITY_FLOOR, '26.12.2', '26.13.0', '27.0.0'])('%s causes no warning', (version) => {
  expect(nodeWarning(version)).toBeNull();
});

test('the image, .nvmrc and the documentation name the release of the last security fixes', () => {
  expect(read('deploy/Dockerfile')).toContain(`FROM node:${SECURITY_FLOOR}-`);
  expect(read('.nvmrc')).toBe(`${SECURITY_FLOOR}\n`);
  expect(read('docs/deploy.md')).toContain(`${SECURITY_FLOOR} or later`);
  expect(read('docs/security.md')).toContain(`last\nsecurity fixes, ${SECURITY_FLOOR},`);
});
