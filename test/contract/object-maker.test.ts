// Objects that are written out as a literal: names in their order, each from its own cell and by its own reader.
import { expect, test } from 'vitest';
import { compileMaker } from '../../src/contract/object-maker.ts';

const loud = (raw: unknown) => String(raw).toUpperCase();
const quiet = (raw: unknown) => String(raw).toLowerCase();

test('reads each name from its cell, and leaves what has none as the blank object has it', () => {
  const blank = { kind: 'TITLE', name: null, slot: 2, email: null, parties: null };
  const make = compileMaker(blank, [
    { name: 'email', cell: 0, read: quiet },
    { name: 'name', cell: 2, read: loud },
  ]);
  const made = make(['x', 'A@B', '-', 'Ann'], 1);
  expect(made).toStrictEqual({ kind: 'TITLE', name: 'ANN', slot: 2, email: 'a@b', parties: null });
  expect(Object.keys(made)).toEqual(Object.keys(blank));
  expect(make(['C', '-', 'd'], 0)).not.toBe(made);
});

test('keeps apart what only looks alike: the readers and what is given', () => {
  const [first, second] = [
    compileMaker({ slot: 1, name: null }, [{ name: 'name', cell: 0, read: loud }]),
    compileMaker({ slot: 2, name: null }, [{ name: 'name', cell: 0, read: quiet }]),
  ];
  expect([first(['Ann'], 0), second(['Ann'], 0)]).toEqual([
    { slot: 1, name: 'ANN' },
    { slot: 2, name: 'ann' },
  ]);
});

test('makes the same however many others are made meanwhile', () => {
  const makerOf = (name: string) => compileMaker({ [name]: null }, [{ name, cell: 0, read: loud }]);
  const early = makerOf('early');
  for (let count = 0; count < 600; count += 1)
    expect(makerOf(`name${count}`)(['x'], 0)).toEqual({ [`name${count}`]: 'X' });
  expect([early(['x'], 0), makerOf('early')(['y'], 0)]).toEqual([{ early: 'X' }, { early: 'Y' }]);
});

test.each(['__proto__', 'a-b', 'a b', '1a', 'a: 1, b', '', 'é'])(
  'refuses %j, which is no name of the contract',
  (name) => {
    const blank = Object.fromEntries([[name, null]]);
    expect(() => compileMaker(blank, [])).toThrow('is no name of a field');
  },
);
