/** A receiver on loopback: an HTTP server that records what it is sent, and answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

export interface Received {
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every type
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Resolves when the message with this number has arrived. */
  readonly count: (messages: number) => Promise<void>;
}

type Reply = (response: ServerResponse, received: Received) => unknown;

const accept: Reply = (response) => response.writeHead(204).end();

export async function startReceiver(reply: Reply = accept, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly messages: number; readonly resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const message = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      text,
      body: JSON.parse(text),
    };
    received.push(message);
    reply(response, message);
    for (const { messages, resolve } of waiting) if (received.length >= messages) resolve();
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${bound}/hooks`,
    port: bound,
    received,
    count: (messages) =>
      new Promise((resolve) => {
        if (received.length >= messages) resolve();
        else waiting.push({ messages, resolve });
      }),
  };
}

/** Whether the convention's own library accepts the message. */
export function isSigned({ headers, text }: Received, secret = SECRET): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
