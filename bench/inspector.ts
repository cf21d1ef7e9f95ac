/** Connects to the inspector of a server started with `--inspect`, for profiles, heap and garbage collection; loopback only. */
import type { Server } from './processes.ts';

export const inspectorSwitches: readonly string[] = ['--inspect=127.0.0.1:0'];

export interface Inspector {
  readonly send: (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly close: () => void;
}

export async function inspect(server: Server): Promise<Inspector> {
  const socket = new WebSocket(/ws:\S+/.exec(server.errors())?.[0] ?? '');
  const pending = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    pending.get(id)?.(result);
    pending.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector is unreachable')));
  });
  let lastId = 0;
  return {
    send: (method, params = {}) =>
      new Promise((resolve) => {
        lastId += 1;
        pending.set(lastId, resolve);
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    close: () => socket.close(),
  };
}

/** Heap usage of the server after full garbage collections, in MB. */
export async function collectedHeapMb({ send }: Inspector): Promise<number> {
  for (let time = 0; time < 3; time += 1) await send('HeapProfiler.collectGarbage');
  const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 2 ** 20;
}
