// The schema compared with that of the last release (docs/schema.graphql), and what counts as a breaking change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { compareSchemas } from '../../../src/graphql/schema/schema-changes.ts';
import { printSdl } from '../../../src/graphql/schema/sdl.ts';

const released = readFileSync(join(import.meta.dirname, '../../../docs/schema.graphql'), 'utf8');
const sdl = printSdl();
const sorted = (schema: Parameters<typeof printSchema>[0]) => printSchema(lexicographicSortSchema(schema));

test('the schema breaks nothing of the last release', () => {
  const { breaking } = compareSchemas(released, sdl);
  expect(
    breaking,
    'Clients of the released schema break. Keep what they use, or, where the break is meant, release it: name it in ' +
      'CHANGELOG.md, raise the version, and run `npm run schema -- --release`.',
  ).toEqual([]);
});

test('the printed SDL is the whole schema in one document', () => {
  expect(sorted(buildSchema(sdl))).toBe(sorted(createSchema()));
  expect(sdl).not.toContain('extend ');
});

test.each([
  ['a removed field', '  "Number of bedrooms."\n  bedrooms: Int\n', '', ['Property.bedrooms was removed.']],
  [
    'a removed enum value',
    '  "Lease or rental."\n  LEASE_RENTAL\n',
    '',
    ['LEASE_RENTAL was removed from enum type TransactionType.'],
  ],
  [
    'a changed type',
    '  bedrooms: Int\n',
    '  bedrooms: String\n',
    ['Property.bedrooms changed type from Int to String.'],
  ],
  [
    'a new required argument',
    'members(',
    'members(because: String!, ',
    ['A required arg because on Query.members was added.'],
  ],
  [
    'a new scope',
    'node: Transaction\n',
    'node: Transaction @scope(requires: "transactions.read")\n',
    ['SearchEdge.node now requires scope transactions.read; it required nothing.'],
  ],
  [
    'a field that becomes service-only',
    'viewer: Viewer! @authenticated',
    'viewer: Viewer! @authenticated @serviceOnly',
    ['Query.viewer now requires authenticated, serviceOnly; it required authenticated.'],
  ],
])('%s is a breaking change', (_what, old, changed, breaking) => {
  const newer = sdl.replace(old, changed);
  expect(newer).not.toBe(sdl);
  expect(compareSchemas(sdl, newer).breaking).toEqual(breaking);
});

test('a new field and a removed check are compatible, and a new enum value is dangerous', () => {
  const newer = sdl
    .replace('  bedrooms: Int\n', '  bedrooms: Int\n  garages: Int\n')
    .replace('  "Lease or rental."\n', '  SUBLEASE\n  "Lease or rental."\n')
    .replace('@authenticated @serviceOnly', '@authenticated');
  expect(compareSchemas(sdl, newer)).toEqual({
    breaking: [],
    dangerous: ['SUBLEASE was added to enum type TransactionType.'],
  });
});
