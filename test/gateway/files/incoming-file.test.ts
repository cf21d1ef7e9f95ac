// An incoming file: its first bytes are inspected, and its size counted, before it is sent on.
import { expect, test, vi } from 'vitest';
import { type IncomingFile, IncomingFileFault, meter } from '../../../src/gateway/files/incoming-file.ts';

const bytesOf = (count: number) => (head: Buffer) => head.length >= count;

/** A file that arrives in pieces, an Error breaking it off, and whether it is still open. */
function fileOf(pieces: readonly (string | Error)[]) {
  let isOpen = false;
  const file: IncomingFile = {
    name: 'plan.pdf',
    minBytes: 0,
    maxBytes: null,
    async *open() {
      isOpen = true;
      try {
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          yield Buffer.from(piece);
        }
      } finally {
        isOpen = false;
      }
    },
  };
  return { file, isOpen: () => isOpen };
}

test('returns the first bytes before the rest is read, and includes them in the whole', async () => {
  const { file, isOpen } = fileOf(['%P', 'DF-1.7', ' a plan']);
  const { head, bytes, digest, close } = await meter(file, 100, bytesOf(4));
  expect([head.toString(), digest(), isOpen()]).toEqual(['%PDF-1.7', null, true]);
  expect(Buffer.concat(await Array.fromAsync(bytes)).toString()).toBe('%PDF-1.7 a plan');
  expect(digest()).toMatch(/^[0-9a-f]{64}$/);
  await close();
});

test.each([
  ['is too large', ['%P', 'DF-1.7'], 'TOO_LARGE'],
  ['breaks off', ['%P', new IncomingFileFault('INCOMPLETE', 'It did not arrive in full')], 'INCOMPLETE'],
])('a file that %s within its first bytes is closed at once', async (_, pieces, code) => {
  const { file, isOpen } = fileOf(pieces);
  await expect(meter(file, 4, bytesOf(16))).rejects.toMatchObject({ code });
  expect(isOpen()).toBe(false);
});

test('a file of which too many bytes are announced is not opened', async () => {
  const { file, isOpen } = fileOf(['%PDF']);
  const open = vi.spyOn(file, 'open');
  await expect(meter({ ...file, minBytes: 9 }, 8, bytesOf(4))).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect([open.mock.calls.length, isOpen()]).toEqual([0, false]);
});

test('a file that exceeds the limit after its first bytes breaks off, and close() releases it', async () => {
  const { file, isOpen } = fileOf(['%PDF', '-1.7', ' a plan']);
  const { bytes, failure, digest, close } = await meter(file, 8, bytesOf(4));
  await expect(Array.fromAsync(bytes)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect([failure()?.code, digest(), isOpen()]).toEqual(['TOO_LARGE', null, true]);
  await close();
  expect(isOpen()).toBe(false);
});

test('close() does not wait for a sender that pauses, and the file is released once its read ends', async () => {
  const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<void>();
  let isOpen = true;
  const file: IncomingFile = {
    name: 'plan.pdf',
    minBytes: 0,
    maxBytes: null,
    async *open() {
      try {
        yield Buffer.from('%PDF-1.7');
        await disconnected;
      } finally {
        isOpen = false;
      }
    },
  };
  const { bytes, close } = await meter(file, 100, bytesOf(4));
  const reading = Array.fromAsync(bytes);
  await new Promise(setImmediate);
  await close();
  expect(isOpen).toBe(true);
  disconnect();
  await reading;
  expect(isOpen).toBe(false);
});
