/**
 * A receiver of traces by OTLP over HTTP, which takes nothing but what the protocol's own definitions have (the .proto files beside
 * this one, as OpenTelemetry publishes them), in either encoding. It answers as the specification demands, and keeps the spans.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

interface Attribute {
  readonly key: string;
  readonly value: unknown;
}

interface ReceivedSpan {
  /** In hexadecimal digits, as its parent's and its own id. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly unknown[];
}

export interface TraceReceiver {
  readonly url: string;
  readonly spans: () => readonly ReceivedSpan[];
  /** The attributes of the services that have sent spans. */
  readonly resources: () => readonly Attribute[];
  /** What was refused, and why. */
  readonly refusals: () => readonly string[];
  /** Everything as it arrived. */
  readonly bodies: () => readonly string[];
  readonly close: () => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: messages of every shape
type Message = Record<string, any>;

const root = new protobuf.Root();
root.resolvePath = (_, path) => join(import.meta.dirname, path);
root.loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto').resolveAll();
const Request = root.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const resources: Attribute[] = [];
  const refusals: string[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const type = String(request.headers['content-type']);
    try {
      const body = await readBody(request);
      bodies.push(body.toString('latin1'));
      const received = type === 'application/json' ? fromJson(JSON.parse(body.toString())) : Request.decode(body);
      for (const { resource, scopeSpans } of toPlain(received)['resourceSpans'] as Message[]) {
        resources.push(...(resource?.attributes ?? []));
        spans.push(...scopeSpans.flatMap((scope: Message) => scope['spans']));
      }
      response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    resources: () => resources,
    refusals: () => refusals,
    bodies: () => bodies,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { method, url, headers } = request;
  if (method !== 'POST' || url !== '/v1/traces') throw new Error(`${method} ${url} is not POST /v1/traces`);
  if (!['application/json', 'application/x-protobuf'].includes(String(headers['content-type'])))
    throw new Error(`content-type ${headers['content-type']} is none of OTLP`);
  const body = await buffer(request);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** JSON as OTLP maps it: lowerCamelCase, ids in hexadecimal digits, numbers of 64 bits as decimal digits, enums as numbers. */
function fromJson(given: Message): protobuf.Message {
  const message = readObject(given, Request);
  const fault = Request.verify(message);
  if (fault !== null) throw new Error(fault);
  // Through its bytes, so that what arrived is what a receiver of the other encoding would have got.
  return Request.decode(Request.encode(Request.fromObject(message)).finish());
}

function readObject(given: Message, type: protobuf.Type): Message {
  const entries = Object.entries(given).map(([key, value]) => {
    const field = type.fields[key];
    if (field === undefined) throw new Error(`${type.name} has no ${key}`);
    return [key, field.repeated ? (value as unknown[]).map((each) => readValue(each, field)) : readValue(value, field)];
  });
  return Object.fromEntries(entries);
}

function readValue(value: unknown, { type, name, resolvedType }: protobuf.Field): unknown {
  if (resolvedType instanceof protobuf.Type) return readObject(value as Message, resolvedType);
  if (/^s?fixed64$|^u?int64$/.test(type) && /^\d+$/.test(String(value))) return Number(value);
  if (type !== 'bytes') return value;
  if (!/^([0-9a-f]{16}|[0-9a-f]{32})?$/.test(String(value))) throw new Error(`${name} is no id: ${value}`);
  return Buffer.from(String(value), 'hex');
}

/** With ids in hexadecimal digits again, and enums by their names. */
function toPlain(message: protobuf.Message): Message {
  const plain = Request.toObject(message, { enums: String, longs: Number, arrays: true, bytes: Array });
  return JSON.parse(JSON.stringify(plain), (key, value) =>
    /^(trace|span|parentSpan)Id$/.test(key) ? Buffer.from(value).toString('hex') : value,
  ) as Message;
}
