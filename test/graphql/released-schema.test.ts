// The schema against that of the last release (docs/schema.graphql), and what counts as a break at all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../src/graphql/schema.ts';
import { compareSchemas } from '../../src/graphql/schema-changes.ts';
import { printSdl } from '../../src/graphql/sdl.ts';

const released = readFileSync(join(import.meta.dirname, '../../docs/schema.graphql'), 'utf8');
const sdl = printSdl();
const sorted = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));

test('nothing of the last release is broken', () => {
  const { breaking } = compareSchemas(released, sdl);
  expect(
    breaking,
    'Clients of the released schema break. Keep what they use, or, where the break is meant, release it: name it in ' +
      'CHANGELOG.md, raise the version, and run `npm run schema -- --release`.',
  ).toEqual([]);
});

test('the one document is the whole schema', () => {
  expect(sorted(buildSchema(sdl))).toBe(sorted(createSchema()));
  expect(sdl).not.toContain('extend ');
});

test.each([
  ['a field that went', '  "Number of bedrooms."\n  bedrooms: Int\n', '', ['Property.bedrooms was removed.']],
  [
    'an enum value that went',
    '  "Lease or rental."\n  LEASE_RENTAL\n',
    '',
    ['LEASE_RENTAL was removed from enum type TransactionType.'],
  ],
  [
    'a type that changed',
    '  bedrooms: Int\n',
    '  bedrooms: String\n',
    ['Property.bedrooms changed type from Int to String.'],
  ],
  [
    'an argument that came to be needed',
    'members(',
    'members(because: String!, ',
    ['A required arg because on Query.members was added.'],
  ],
  [
    'another scope',
    'node: Transaction\n',
    'node: Transaction @scope(requires: "transactions.read")\n',
    ['TransactionEdge.node now needs scope transactions.read; it needed nothing.'],
  ],
  [
    'a field that came to serve services only',
    'viewer: Viewer! @authenticated',
    'viewer: Viewer! @authenticated @serviceOnly',
    ['Query.viewer now needs authenticated, serviceOnly; it needed authenticated.'],
  ],
])('%s is a break', (_what, old, changed, breaking) => {
  const newer = sdl.replace(old, changed);
  expect(newer).not.toBe(sdl);
  expect(compareSchemas(sdl, newer).breaking).toEqual(breaking);
});

test('a new field is none, a new enum value is a danger, and a check that fell away is none', () => {
  const newer = sdl
    .replace('  bedrooms: Int\n', '  bedrooms: Int\n  garages: Int\n')
    .replace('  "Lease or rental."\n', '  SUBLEASE\n  "Lease or rental."\n')
    .replace('@authenticated @serviceOnly', '@authenticated');
  expect(compareSchemas(sdl, newer)).toEqual({
    breaking: [],
    dangerous: ['SUBLEASE was added to enum type TransactionType.'],
  });
});
