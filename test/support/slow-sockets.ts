/** Connections that send next to nothing, for as long as they are let: in what way, and when and with which words they end. */
import { connect } from 'node:net';

const start = 'POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\n';
const json = `${start}content-type: application/json\r\n`;

/** What each sends at once, and what it lets drip after that. */
export const slownesses = {
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

export type Slowness = keyof typeof slownesses;

interface Cut {
  readonly afterMs: number;
  readonly received: string;
}

interface SlowSocket {
  readonly cut: Promise<Cut>;
  readonly end: () => void;
}

export function holdSlowly(url: string, slowness: Slowness, dripMs = 100): SlowSocket {
  const { first, drip } = slownesses[slowness];
  const begun = performance.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  // Reset or closed, it is cut.
  socket.on('error', () => undefined);
  if (first !== '') socket.write(first);
  const dripping = drip === '' ? undefined : setInterval(() => socket.writable && socket.write(drip), dripMs);
  const cut = new Promise<Cut>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping);
      resolve({ afterMs: performance.now() - begun, received });
    });
  });
  return { cut, end: () => socket.destroy() };
}
