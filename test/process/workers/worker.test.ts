// A worker's side of the channel to its primary.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { openChannel } from '../../../src/process/workers/worker.ts';
import type { ToPrimary, ToWorker } from '../../../src/process/workers/worker-messages.ts';
import { captureLog } from '../../support/caught-log.ts';

const shared = { upstreamUrl: 'http://127.0.0.1:1', clientSecret: 'x', tokens: null };
const values = { LOG_LEVEL: 'warn' };

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
  hear({ kind: 'begin', worker: 2, port: 4000, shared, values });
  return { channel: await opening, primary, hear, said };
}

it('receives what it is to serve, and reports that it serves', async () => {
  const { channel, said } = await open();
  expect(channel.assignment).toMatchObject({ worker: 2, port: 4000, shared });
  channel.reportServing('http://127.0.0.1:4000');
  expect(said).toEqual([{ kind: 'serving', url: 'http://127.0.0.1:4000' }]);
});

it('requests the metrics of all workers, and provides its own', async () => {
  const { channel, hear, said } = await open();
  const figures = channel.collectMetrics();
  hear({ kind: 'measured', number: 1, text: 'all' });
  expect(await figures).toBe('all');
  channel.provideMetrics(async () => 'own', captureLog().log);
  hear({ kind: 'measure', number: 7 });
  await expect.poll(() => said).toContainEqual({ kind: 'measured', number: 7, text: 'own' });
});

it('provides empty metrics if they are unavailable, logs that, and continues', async () => {
  const { channel, hear, said } = await open();
  const { log, lines } = captureLog();
  channel.provideMetrics(() => Promise.reject(new Error('no memory')), log);
  hear({ kind: 'measure', number: 7 });
  await expect.poll(() => said).toEqual([{ kind: 'measured', number: 7, text: '' }]);
  expect(lines).toMatchObject([{ msg: 'the metrics are not available', err: { message: 'no memory' } }]);
});

it('sends nothing to a primary that is gone', async () => {
  const { channel, primary, said } = await open();
  primary.connected = false;
  await channel.reportFailure('no port');
  expect(said).toEqual([]);
});
