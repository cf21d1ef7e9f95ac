// What becomes of writes while the store fails, and when it is back.
import { describe, expect, test, vi } from 'vitest';
import { author, creation, startProcess } from './process.ts';
import type { Shared } from './shared.ts';

export function describeStoreFailures(start: () => Promise<Shared>): void {
  describe('over a store that fails', () => {
    test('sends nothing that it cannot write down, and takes the key when it can', async () => {
      const { process, store, clock } = await start();
      const broken = { ...store };
      const later = startProcess(broken, clock);
      const send = vi.fn(async () => 'T-1');
      for (const step of ['reserve', 'markSent'] as const) {
        broken[step] = async (...given: unknown[]) => {
          // The entry got there, and its answer did not come back.
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

    test('needs none for a write without a key, unless it is one that is looked for', async () => {
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

    test('takes a key again whose reservation got there and was answered to nobody', async () => {
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

    test('tells an outcome that it cannot write down, and writes it down later', async () => {
      const { store, clock, process } = await start();
      const broken = { ...store, settle: () => Promise.reject(new Error('down')) };
      const broke = startProcess(broken, clock);
      expect(await broke.write()).toMatchObject({ outcome: 'COMMITTED', answer: 'T-1' });
      await expect(process.write()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
      Object.assign(broken, store);
      await broke.ledger.beat();
      expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    });
  });
}
