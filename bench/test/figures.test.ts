// What a wrong benchmark would hide: that answers differ while they are compared, or that figures have no section to go to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../benchmarks.ts';
import { difference } from '../compare.ts';
import { changeSection } from '../report.ts';

it.each(['targets', ...Object.keys(benchmarks)])('docs/performance.md has a section for the figures of %s', (name) => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/performance.md'), 'utf8');
  expect(changeSection(document, name, () => 'figures')).toContain('figures');
});

describe('the comparison of responses', () => {
  const answer = { data: { nodes: [{ id: 'sealed', name: 'Elm Street', price: null }] } };

  it('ignores the contents of ids, as long as they are strings', () => {
    expect(difference(answer, { data: { nodes: [{ id: 'other', name: 'Elm Street', price: null }] } })).toBeNull();
    expect(difference(answer, { data: { nodes: [{ id: null, name: 'Elm Street', price: null }] } })).toBe(
      '/data/nodes/0/id',
    );
  });

  it.each<[what: string, other: unknown, at: string]>([
    ['a different value', { data: { nodes: [{ id: 'a', name: 'Oak Street', price: null }] } }, '/data/nodes/0/name'],
    ['a missing field', { data: { nodes: [{ id: 'a', name: 'Elm Street' }] } }, '/data/nodes/0/price'],
    ['an extra record', { data: { nodes: [...answer.data.nodes, {}] } }, '/data/nodes/1'],
    ['an object in place of a list', { data: { nodes: { 0: answer.data.nodes[0] } } }, '/data/nodes'],
  ])('detects %s', (_what, other, at) => {
    expect(difference(answer, other)).toBe(at);
  });
});
