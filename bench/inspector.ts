/** The inspector of a server that was started with `--inspect`: profiles, heap and garbage collection, on loopback only. */
import type { Server } from './processes.ts';

export const inspectorSwitches: readonly string[] = ['--inspect=127.0.0.1:0'];

export interface Inspector {
  readonly send: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly close: () => void;
}

export async function inspect(server: Server): Promise<Inspector> {
  const socket = new WebSocket(/ws:\S+/.exec(server.errors())?.[0] ?? '');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector cannot be reached')));
  });
  let last = 0;
  return {
    send: (method, params = {}) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}

/** What the server's heap holds once everything that can be collected is, in MB. */
export async function collectedHeapMb({ send }: Inspector): Promise<number> {
  for (let time = 0; time < 3; time += 1) await send('HeapProfiler.collectGarbage');
  const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 2 ** 20;
}
