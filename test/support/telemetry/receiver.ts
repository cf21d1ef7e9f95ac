/** A receiver of traces by OTLP over HTTP, as JSON. It keeps the spans, and whatever else arrives as text. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** OTLP's number of each kind of span that these tests look for. */
export const spanKinds = { server: 2, client: 3 } as const;

interface Attribute {
  readonly key: string;
  readonly value: unknown;
}

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly events: readonly unknown[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export interface TraceReceiver {
  readonly url: string;
  readonly spans: () => readonly ReceivedSpan[];
  /** The attributes of the services that have sent spans. */
  readonly resources: () => readonly Attribute[];
  /** Everything as it arrived. */
  readonly bodies: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const received: ExportRequest['resourceSpans'][number][] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const text = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    bodies.push(text);
    received.push(...(JSON.parse(text) as ExportRequest).resourceSpans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => received.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => received.flatMap(({ resource }) => resource.attributes),
    bodies: () => bodies,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
