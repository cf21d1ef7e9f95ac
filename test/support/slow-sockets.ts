/** Connections that send almost nothing, in various ways, until they are closed; reports when that happens and what they received. */
import { connect } from 'node:net';

const start = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';
const json = `${start}content-type: application/json\r\n`;

/** What each sends immediately, and what it then sends repeatedly. */
export const slowSocketKinds = {
  nothing: { first: '', drip: '' },
  'half of a request line': { first: 'POST /gra', drip: '' },
  'headers, one by one': { first: start, drip: 'x-slow: yes\r\n' },
  'a header, byte by byte': { first: `${start}x-slow: `, drip: 'x' },
  'no body': { first: `${json}content-length: 100000\r\n\r\n`, drip: '' },
  'a body, byte by byte': { first: `${json}content-length: 100000\r\n\r\n{`, drip: ' ' },
  'a body in chunks of a byte': { first: `${json}transfer-encoding: chunked\r\n\r\n`, drip: '1\r\n \r\n' },
  'a multipart body, byte by byte': {
    first: `${start}content-type: multipart/form-data; boundary=b\r\napollo-require-preflight: 1\r\ncontent-length: 100000\r\n\r\n--b`,
    drip: 'b',
  },
} as const satisfies Record<string, { readonly first: string; readonly drip: string }>;

export type SlowSocketKind = keyof typeof slowSocketKinds;

interface Closed {
  readonly afterMs: number;
  readonly received: string;
}

interface SlowSocket {
  readonly closed: Promise<Closed>;
  readonly end: () => void;
}

export function openSlowSocket(url: string, kind: SlowSocketKind, dripMs = 100): SlowSocket {
  const { first, drip } = slowSocketKinds[kind];
  const startedAt = performance.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  // A reset counts as a close.
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const dripTimer = drip === '' ? undefined : setInterval(() => socket.writable && socket.write(drip), dripMs);
  const closed = new Promise<Closed>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripTimer);
      resolve({ afterMs: performance.now() - startedAt, received });
    });
  });
  return { closed, end: () => socket.destroy() };
}
