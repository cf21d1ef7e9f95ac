/**
 * Stands between the gateway and the POST API, and answers a share of the calls itself, with errors that quote all that it was
 * sent: tokens, credentials, passcodes. What is secret in the traffic it keeps, so that it can be looked for.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

export interface SpitefulProxy {
  readonly url: string;
  /** Bearer tokens and passcodes that came by. */
  readonly secrets: ReadonlySet<string>;
  /** How many calls were answered with a quotation. */
  readonly quoted: () => number;
  readonly close: () => Promise<void>;
}

type Quote = (response: ServerResponse, text: string) => void;

const refuseWith =
  (status: number): Quote =>
  (response, message) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify({ status, type: `Quoted ${message.slice(0, 200)}`, message, detail: message }));
  };

const quotes: readonly Quote[] = [
  ...[400, 401, 402, 403, 404, 405, 411, 412, 413, 429, 500, 503].map(refuseWith),
  (response, message) => void response.end(JSON.stringify({ status: 400, type: message, message })),
  (response, message) => void response.end(JSON.stringify([{ surprise: message }])),
  (response, message) => void response.writeHead(502).end(`<html>${message}</html>`),
  (response, message) => void response.writeHead(302, { location: `http://${encodeURIComponent(message)}/` }).end(),
  (response) => void response.destroy(),
];

export async function startSpitefulProxy(target: string, share: number, random: Random): Promise<SpitefulProxy> {
  const secrets = new Set<string>();
  let quoted = 0;
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const { authorization = '', 'content-type': type = '' } = incoming.headers;
    keep(secrets, authorization.replace(/^Bearer /, ''));
    const isToken = incoming.url === '/oauth/token';
    if (random.chance(share)) {
      quoted += 1;
      const text = `${authorization} ${body.toString('latin1')}`;
      // Refused credentials are not offered again for seconds; a failure they are.
      return (isToken ? refuseWith(500) : random.pick(quotes))(response, text);
    }
    const headers = { 'content-type': type, ...(authorization === '' ? {} : { authorization }) };
    const answer = await fetch(`${target}${incoming.url}`, { method: 'POST', headers, body: new Uint8Array(body) });
    const text = await answer.text();
    for (const [, passcode = ''] of text.matchAll(/"passcode":"([^"]+)"/g)) keep(secrets, passcode);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    quoted: () => quoted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What is too short to be a secret would be found everywhere. */
function keep(secrets: Set<string>, text: string): void {
  if (text.length >= 6) secrets.add(text);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
