// Writes while the store fails, and after it has recovered.
import { describe, expect, test, vi } from 'vitest';
import { DEADLINE_MS, holdDeadlines } from '../../../support/held-deadlines.ts';
import { author, creation, dieWhileSending, type Process, startProcess } from '../process.ts';
import type { SharedStore } from '../shared.ts';

export function describeStoreFailures(start: () => Promise<SharedStore>): void {
  describe('with a store that fails', () => {
    test('sends nothing that it cannot record, and accepts the key once the store recovers', async () => {
      const { process, store, clock } = await start();
      const broken = { ...store };
      const later = startProcess(broken, clock);
      const send = vi.fn(async () => 'T-1');
      for (const step of ['reserve', 'markSent'] as const) {
        broken[step] = async (...given: unknown[]) => {
          // The entry was stored, but the store's response was lost.
          if (step === 'reserve') await (store.reserve as (...given: unknown[]) => Promise<unknown>)(...given);
          throw new Error('down');
        };
        const broke = startProcess(broken, clock);
        await expect(broke.write({ send })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
        Object.assign(broken, store);
        await broke.ledger.beat();
      }
      expect(send).not.toHaveBeenCalled();
      expect(await later.write({ send })).toMatchObject({ outcome: 'COMMITTED', replayed: false });
      expect((await process.write()).replayed).toBe(true);
    });

    test('logs once why it rejects writes, even if its heartbeats succeed, and once that it records them again', async () => {
      const { store, clock } = await start();
      const full = { ...store };
      const process = startProcess(full, clock);
      await process.write({ author: author('key-0') });
      full.markSent = () => Promise.reject(new Error('the disk is full'));
      for (const key of ['key-1', 'key-2']) {
        await expect(process.write({ author: author(key) })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
        await process.ledger.beat();
        // Its outcome is only read.
        expect(await process.write({ author: author('key-0') })).toMatchObject({ replayed: true });
      }
      Object.assign(full, store);
      for (const key of ['key-1', 'key-2']) await process.write({ author: author(key) });
      expect(process.lines.map(({ msg, reason }) => [msg, reason])).toEqual([
        ['the write ledger cannot record writes; they are rejected', 'the disk is full'],
        ['the write ledger records writes again', undefined],
      ]);
    });

    test('waits for a write in progress no longer than it may, however slowly the store answers', async () => {
      const { process, store, clock } = await start();
      await dieWhileSending(process);
      let asked = 0;
      const slow: SharedStore['store'] = {
        ...store,
        reserve(entry) {
          asked += 1;
          clock.advance(400);
          return store.reserve(entry);
        },
      };
      await expect(startProcess(slow, clock).write()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      expect(asked).toBeLessThan(6);
    });

    test('needs no store for a write without a key, unless the write can be searched for', async () => {
      const { store, clock } = await start();
      const fail = () => Promise.reject(new Error('down'));
      const process = startProcess({ ...store, beat: fail, reserve: fail }, clock);
      const keyless = { author: author(null) };
      expect(await process.write(keyless)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
      const send = vi.fn(async () => 'T-1');
      const looked = process.write({ ...creation(() => []), ...keyless, send });
      await expect(looked).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
      expect(send).not.toHaveBeenCalled();
    });

    test('accepts a key again whose reservation was stored although the call failed', async () => {
      const { store, clock } = await start();
      const late = { ...store };
      const process = startProcess(late, clock);
      late.reserve = () => Promise.reject(new Error('down'));
      const entry = vi.spyOn(late, 'reserve');
      await expect(process.write()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
      await process.ledger.beat();
      Object.assign(late, store);
      await store.reserve(entry.mock.calls[0]![0]);
      expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    });

    test('returns an outcome that it cannot record, and records it later', async () => {
      const { store, clock, process } = await start();
      const broken = { ...store, settle: () => Promise.reject(new Error('down')) };
      const broke = startProcess(broken, clock);
      expect(await broke.write()).toMatchObject({ outcome: 'COMMITTED', result: 'T-1' });
      await expect(process.write()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      Object.assign(broken, store);
      await broke.ledger.beat();
      expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    });

    test('returns an outcome whose entry the store has lost meanwhile, and reports the loss', async () => {
      const { store, clock } = await start();
      const forgetful = { ...store };
      const process = startProcess(forgetful, clock);
      const reserve = vi.spyOn(forgetful, 'reserve');
      const send = async () => {
        const [{ id, attempt }] = reserve.mock.calls[0]!;
        await store.release(id, attempt);
        return 'T-1';
      };
      expect(await process.write({ send })).toMatchObject({ outcome: 'COMMITTED', result: 'T-1', replayed: false });
      const msg = 'the write ledger has lost the entry of a write; a retry of it is sent again';
      expect(process.lines).toMatchObject([{ level: 50, operation: 'createTicket', msg }]);
    });

    test('records later outcomes after one that was recorded although the call failed, whatever its texts are', async () => {
      const { store, clock, process } = await start();
      const broken = { ...store };
      const broke = startProcess(broken, clock);
      broken.settle = async (...given) => {
        await store.settle(...given);
        throw new Error('the response was lost');
      };
      // The service cut a text in the middle of a character.
      await broke.write({ toStored: () => ({ texts: { title: 'Roof \ud83c' } }) });
      broken.settle = () => Promise.reject(new Error('down'));
      await broke.write({ author: author('key-2') });
      Object.assign(broken, store);
      await broke.ledger.beat();
      const later = await process.write({ author: author('key-2') });
      expect(later).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    });
  });
}

/** The store's server is stopped, so that it answers nothing, and goes on. */
export async function expectOutageSendsNothing(
  { ledger, write }: Process,
  server: { readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void },
): Promise<void> {
  const pass = holdDeadlines();
  server.signal('SIGSTOP');
  const sent: string[] = [];
  const send = async () => {
    sent.push('once');
    return 'T-1';
  };
  const failed = write({ send }).catch(({ code }) => code);
  await expect
    .poll(() => {
      pass(DEADLINE_MS);
      return Promise.race([failed, 'waiting']);
    })
    .toBe('LEDGER_UNAVAILABLE');
  vi.useRealTimers();
  expect(sent).toEqual([]);
  server.signal('SIGCONT');
  const beats = () =>
    ledger.beat().then(
      () => true,
      () => false,
    );
  await expect.poll(beats).toBe(true);
  expect((await write({ send })).outcome).toBe('COMMITTED');
  expect(sent).toEqual(['once']);
}
