// A file on its way from a caller, looked at and counted before it is sent on.
import { expect, test } from 'vitest';
import { type IncomingFile, IncomingFileFault, meter } from '../../src/gateway/incoming-file.ts';

/** A file in pieces, and whether whoever reads it has let it go. */
function fileOf(pieces: readonly (string | Error)[]) {
  let isOpen = false;
  const file: IncomingFile = {
    name: 'plan.pdf',
    leastBytes: 0,
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

test('its first bytes are shown before the rest is read, and come again with it', async () => {
  const { file, isOpen } = fileOf(['%P', 'DF-1.7', ' a plan']);
  const { head, bytes, digest, close } = await meter(file, 100, 4);
  expect([head.toString(), digest(), isOpen()]).toEqual(['%PDF', null, true]);
  expect(Buffer.concat(await Array.fromAsync(bytes)).toString()).toBe('%PDF-1.7 a plan');
  expect(digest()).toMatch(/^[0-9a-f]{64}$/);
  await close();
});

test.each([
  ['is too large', ['%P', 'DF-1.7'], 'TOO_LARGE'],
  ['breaks off', ['%P', new IncomingFileFault('INCOMPLETE', 'It did not arrive in full')], 'INCOMPLETE'],
])('one that %s within its first bytes is let go at once', async (_, pieces, code) => {
  const { file, isOpen } = fileOf(pieces);
  await expect(meter(file, 4, 16)).rejects.toMatchObject({ code });
  expect(isOpen()).toBe(false);
});

test('one that is too large after them breaks off, and is let go by whoever has it', async () => {
  const { file, isOpen } = fileOf(['%PDF', '-1.7', ' a plan']);
  const { bytes, failure, digest, close } = await meter(file, 8, 4);
  await expect(Array.fromAsync(bytes)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect([failure()?.code, digest(), isOpen()]).toEqual(['TOO_LARGE', null, true]);
  await close();
  expect(isOpen()).toBe(false);
});
