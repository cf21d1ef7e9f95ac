/**
 * A proxy between the gateway and the POST API that responds to a share of the calls itself, with errors that quote everything it
 * received: tokens, credentials, passcodes. It records the secrets in the traffic so that tests can search for them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from './random.ts';

export interface SpitefulProxy {
  readonly url: string;
  /** Bearer tokens and passcodes that passed through. */
  readonly secrets: ReadonlySet<string>;
  /** How many calls got a response that quotes the request. */
  readonly quotedCount: () => number;
  readonly close: () => Promise<void>;
}

type Quote = (response: ServerResponse, text: string) => void;

const rejectWith =
  (status: number): Quote =>
  (response, message) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(JSON.stringify({ status, type: `Quoted ${message.slice(0, 200)}`, message, detail: message }));
  };

const quotes: readonly Quote[] = [
  ...[400, 401, 402, 403, 404, 405, 411, 412, 413, 429, 500, 503].map(rejectWith),
  (response, message) => void response.end(JSON.stringify({ status: 400, type: message, message })),
  (response, message) => void response.end(JSON.stringify([{ surprise: message }])),
  (response, message) => void response.writeHead(502).end(`<html>${message}</html>`),
  (response, message) => void response.writeHead(302, { location: `http://${encodeURIComponent(message)}/` }).end(),
  (response) => void response.destroy(),
];

export async function startSpitefulProxy(target: string, probability: number, random: Random): Promise<SpitefulProxy> {
  const secrets = new Set<string>();
  let quotedCount = 0;
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const { authorization = '', 'content-type': type = '' } = incoming.headers;
    addSecret(secrets, authorization.replace(/^Bearer /, ''));
    const isToken = incoming.url === '/oauth/token';
    if (random.chance(probability)) {
      quotedCount += 1;
      const text = `${authorization} ${body.toString('latin1')}`;
      // A token request gets a 500: after rejected credentials the gateway would not send them again for seconds.
      return (isToken ? rejectWith(500) : random.pick(quotes))(response, text);
    }
    const headers = { 'content-type': type, ...(authorization === '' ? {} : { authorization }) };
    const forwarded = await fetch(`${target}${incoming.url}`, { method: 'POST', headers, body: new Uint8Array(body) });
    const text = await forwarded.text();
    for (const [, passcode = ''] of text.matchAll(/"passcode":"([^"]+)"/g)) addSecret(secrets, passcode);
    response.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? 'text/plain' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    quotedCount: () => quotedCount,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ignores very short texts, which would match everywhere. */
function addSecret(secrets: Set<string>, text: string): void {
  if (text.length >= 6) secrets.add(text);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
