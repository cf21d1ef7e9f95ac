// A worker's side of the channel to its primary.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { openChannel } from '../src/worker.ts';
import type { ToPrimary, ToWorker } from '../src/worker-messages.ts';
import { catchLog } from './support/caught-log.ts';

const common = { upstreamUrl: 'http://127.0.0.1:1', tokens: null };

async function open() {
  const said: ToPrimary[] = [];
  const primary = Object.assign(new EventEmitter(), {
    connected: true,
    send(message: ToPrimary, _handle: unknown, _options: unknown, done: () => void) {
      said.push(message);
      done();
    },
  });
  const hear = (message: ToWorker) => void primary.emit('message', message);
  const opening = openChannel(primary as never);
  hear({ kind: 'begin', worker: 2, port: 4000, common });
  return { channel: await opening, primary, hear, said };
}

it('knows what it is to serve, and says that it does', async () => {
  const { channel, said } = await open();
  expect(channel.beginning).toMatchObject({ worker: 2, port: 4000, common });
  channel.serving('http://127.0.0.1:4000');
  expect(said).toEqual([{ kind: 'serving', url: 'http://127.0.0.1:4000' }]);
});

it('asks for the figures of all, and gives its own', async () => {
  const { channel, hear, said } = await open();
  const figures = channel.figures();
  hear({ kind: 'measured', number: 1, text: 'all' });
  expect(await figures).toBe('all');
  channel.measureBy(async () => 'own', catchLog().log);
  hear({ kind: 'measure', number: 7 });
  await expect.poll(() => said).toContainEqual({ kind: 'measured', number: 7, text: 'own' });
});

it('gives no figures where they cannot be had, says so, and goes on', async () => {
  const { channel, hear, said } = await open();
  const { log, lines } = catchLog();
  channel.measureBy(() => Promise.reject(new Error('no memory')), log);
  hear({ kind: 'measure', number: 7 });
  await expect.poll(() => said).toEqual([{ kind: 'measured', number: 7, text: '' }]);
  expect(lines).toMatchObject([{ msg: 'the figures cannot be had', err: { message: 'no memory' } }]);
});

it('says nothing to a primary that is gone', async () => {
  const { channel, primary, said } = await open();
  primary.connected = false;
  await channel.failed('no port');
  expect(said).toEqual([]);
});
