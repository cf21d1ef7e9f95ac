/**
 * Complete requests generated from the service's own OpenAPI document, valid and invalid, and the check of their responses:
 * each must be documented and never a 5xx.
 */
import fc from 'fast-check';
import { createResponseValidator, type Document } from '../openapi/response-validator.ts';
import { type Body, bodyOf } from './bodies.ts';
import { mostly } from './values.ts';

type SenderName = 'vendor' | 'read-only' | 'forged' | 'nobody';

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly sender: SenderName;
  readonly body: Body | null;
}

export function requestsOf(document: Document): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));
  const sender = mostly(
    6,
    fc.constant<SenderName>('vendor'),
    fc.constantFrom<SenderName[]>('read-only', 'forged', 'nobody'),
  );
  const posts = operations.map(({ path, post }) =>
    fc.record<GeneratedRequest>({
      method: fc.constant('POST'),
      path: mostly(15, fc.constant(path), fc.constant(`${path}?full_details=true`)),
      sender,
      body: bodyOf(post, document),
    }),
  );
  const paths = operations.map(({ path }) => path);
  const otherMethods = fc.record<GeneratedRequest>({
    method: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'),
    path: fc.constantFrom(...paths),
    sender,
    body: fc.constant(null),
  });
  const otherPaths = fc.record<GeneratedRequest>({
    method: fc.constantFrom('POST', 'GET'),
    path: fc
      .constantFrom(...paths)
      .chain((path) =>
        fc.constantFrom(
          `${path}/`,
          path.toUpperCase(),
          `/${path}`,
          `${path}%00`,
          `${path}%ff`,
          `/v1${path}`,
          `${path}/..;/x`,
        ),
      ),
    sender,
    body: fc.constant({ contentType: 'application/json', bytes: Buffer.from('{}') }),
  });
  return fc.oneof(
    { arbitrary: fc.oneof(...posts), weight: 18 },
    { arbitrary: otherMethods, weight: 1 },
    { arbitrary: otherPaths, weight: 1 },
  );
}

export interface Sender {
  /** Sends the request; returns what is wrong with the response, or null. */
  readonly send: (request: GeneratedRequest) => Promise<string | null>;
  /** The number of responses by endpoint and status: `/fsforms/listTrans 200` → number. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface SenderOptions {
  readonly url: string;
  readonly document: Document;
  readonly tokens: Readonly<Record<'vendor' | 'read-only', string>>;
}

export function createSender({ url, document, tokens }: SenderOptions): Sender {
  const validator = createResponseValidator(document);
  const counts = new Map<string, number>();
  const authorization = { ...tokens, forged: 'eyJhbGciOiJub25lIn0.e30.', nobody: null } as const;

  return {
    counts,
    async send({ method, path, sender, body }) {
      const headers = new Headers();
      const token = authorization[sender];
      if (token !== null && path !== '/oauth/token') headers.set('authorization', `Bearer ${token}`);
      if (body?.contentType) headers.set('content-type', body.contentType);
      const init: RequestInit = { method, headers, redirect: 'manual' };
      if (body !== null && method !== 'GET') init.body = new Uint8Array(body.bytes);
      const response = await fetch(url + path, init);
      const answer = {
        status: response.status,
        contentType: response.headers.get('content-type'),
        text: await response.text(),
      };
      const endpoint = path.split('?')[0] ?? '';
      const isEndpoint = document.paths[endpoint]?.post !== undefined;
      const key = `${isEndpoint && method === 'POST' ? endpoint : 'elsewhere'} ${answer.status}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (answer.status >= 500) return `${answer.status}: ${answer.text}`;
      if (isEndpoint && method === 'POST') return validator.endpoint(endpoint, answer);
      if (isEndpoint && method === 'HEAD') return answer.status === 405 ? null : `${answer.status} to HEAD`;
      if (isEndpoint) return validator.component('MethodNotAllowed', 405, answer);
      return answer.status === 400
        ? validator.component('BadRequest', 400, answer)
        : validator.component('NotFound', 404, answer);
    },
  };
}
