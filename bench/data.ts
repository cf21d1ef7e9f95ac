/** The gateway with data of all kinds, compared with the floor, and with what `JSON.parse` takes for each answer. */
import { data } from './kinds.ts';
import { measureKinds } from './measure-kinds.ts';
import { atMost } from './verdicts.ts';

/** For pages of full records (W3): the largest allowed ratios to the floor, and to `JSON.parse` of the answer. */
const ofFloorTargets: Readonly<Record<string, number>> = { sparse: 0.22, dense: 0.35 };
const OF_PARSE = 1.1;

export const run = (args: readonly string[]): Promise<void> =>
  measureKinds(
    {
      name: 'data',
      kinds: data,
      works: ['W3'],
      hasFloor: true,
      judge: ({ kind, ofFloor = Number.NaN, ofParse = Number.NaN }) => {
        const target = ofFloorTargets[kind];
        const toFloor = target === undefined ? [] : [atMost(`${kind} ÷ floor`, ofFloor, target)];
        return [...toFloor, atMost(`${kind} ÷ JSON.parse`, ofParse, OF_PARSE)];
      },
    },
    args,
  );
