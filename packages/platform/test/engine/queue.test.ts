// The queue: first in, first out; members may leave from anywhere, and entries that have left refer to no others.
import { expect, test } from 'vitest';
import { WaitQueue } from '../../src/engine/queue.ts';

function lineOf(...members: string[]) {
  const line = new WaitQueue<string>();
  const places = members.map((member) => line.join(member));
  const rest = () => {
    const left: (string | undefined)[] = [];
    while (line.length > 0) left.push(line.shift());
    return left;
  };
  return { line, places, rest };
}

test('returns members in the order in which they joined', () => {
  const { line, rest } = lineOf('a', 'b');
  line.join('c');
  expect(line.shift()).toBe('a');
  line.join('d');
  expect(rest()).toEqual(['b', 'c', 'd']);
  expect(line.shift()).toBeUndefined();
});

test.each([
  [0, ['b', 'c']],
  [1, ['a', 'c']],
  [2, ['a', 'b']],
])('removing entry %i keeps the order of the others', (index, left) => {
  const { line, places, rest } = lineOf('a', 'b', 'c');
  line.leave(places[index]!);
  expect(line.length).toBe(2);
  expect(rest()).toEqual(left);
});

test('ignores an entry that has already left or been shifted', () => {
  const { line, places, rest } = lineOf('a', 'b', 'c', 'd');
  line.leave(places[1]!);
  line.leave(places[1]!);
  line.shift();
  line.leave(places[0]!);
  expect(line.length).toBe(2);
  expect(rest()).toEqual(['c', 'd']);
  line.leave(places[3]!);
  expect(line.length).toBe(0);
  line.join('e');
  expect(rest()).toEqual(['e']);
});

test('an entry that has left refers to no others', () => {
  const { line, places } = lineOf('a', 'b', 'c');
  line.leave(places[1]!);
  line.shift();
  for (const place of [places[0]!, places[1]!]) expect([place.previous, place.next]).toEqual([null, null]);
});
