/** The gateway with data of all kinds, compared with the floor, which parses each response as a whole. */
import { data } from './kinds.ts';
import { measureKinds } from './measure-kinds.ts';

/** For pages of full records (W3): the largest allowed ratio to the floor. No kind may exceed the last one. */
const targets: Readonly<Record<string, number>> = { sparse: 0.22, dense: 0.35 };
const ANY = 1.1;

export const run = (args: readonly string[]): Promise<void> =>
  measureKinds('data', data, ({ kind, work, ofFloor }) => work !== 'W3' || ofFloor <= (targets[kind] ?? ANY), [
    '--only',
    'W3',
    ...args,
  ]);
