/** Requests of the GraphQL multipart request specification, complete and aborted ones. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const uploadMutation = `mutation ($input: UploadFileInput!) {
  uploadFile(input: $input) {
    outcome
    replayed
    userErrors { field message code upstream { status type message } }
    possibleMatches { fileId }
    file { id fileId folderId name description insertDate downloadUrl }
  }
}`;

export interface Upload {
  readonly transactionId: string;
  readonly name?: string;
  readonly content?: Uint8Array | string;
  readonly description?: string;
  readonly sender?: string;
  readonly pageCount?: number;
  readonly query?: string;
  readonly idempotencyKey?: string | undefined;
}

export const pdf = (bytes = 32): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n')], bytes);

export function uploadForm({ transactionId, name = 'plan.pdf', content = pdf(), query, ...input }: Upload): FormData {
  const form = new FormData();
  const variables = {
    input: { transactionId, file: null, description: 'A plan', sender: 'Example Title', pageCount: 2, ...input },
  };
  form.set('operations', JSON.stringify({ query: query ?? uploadMutation, variables }));
  form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
  form.set('0', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), name);
  return form;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

export async function post(
  url: string,
  token: string,
  body: FormData,
  headers: Record<string, string> = { 'apollo-require-preflight': 'yes' },
): Promise<{ status: number; data: Json; errors: Json; text: string }> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const text = await response.text();
  return { data: undefined, errors: undefined, ...JSON.parse(text), status: response.status, text };
}

/** Sends the beginning of an upload up to its file's first `bytes`, and disconnects. */
export async function abortUpload(
  url: string,
  token: string,
  transactionId: string,
  bytes: number,
  more: object = {},
): Promise<void> {
  const socket = await beginUpload(url, token, transactionId, bytes, more);
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
}

/** Sends the beginning of an upload and no more; returns the connection. */
export async function beginUpload(
  url: string,
  token: string,
  transactionId: string,
  bytes: number,
  more: object = {},
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const variables = { input: { transactionId, file: null, description: 'd', sender: 's', pageCount: 1, ...more } };
  const body = [
    '--xx\r\ncontent-disposition: form-data; name="operations"\r\n\r\n',
    JSON.stringify({ query: uploadMutation, variables }),
    '\r\n--xx\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.input.file"]}',
    '\r\n--xx\r\ncontent-disposition: form-data; name="0"; filename="a.pdf"\r\n\r\n',
  ].join('');
  const head = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'apollo-require-preflight: yes',
    'content-type: multipart/form-data; boundary=xx',
    'content-length: 10000000',
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n${body}`);
  await new Promise<void>((resolve) => void socket.write(pdf(bytes), () => resolve()));
  return socket;
}
