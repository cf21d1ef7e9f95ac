/**
 * Traces, by OpenTelemetry: a span for each request that comes in and for each call that goes out, under the caller's own trace
 * where it has one (W3C `traceparent`). Loaded only where a collector is configured. What is sent is on a list: no span holds a
 * document, a variable, a header, an address with a query, a sealed path or the words of an error.
 */
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  isSpanContextValid,
  type Span,
  SpanKind,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK, type NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import type { Log } from './log.ts';
import { isProbe } from './probes.ts';
import type { RequestFacts } from './request-facts.ts';

type Exporter = NodeSDKConfiguration['traceExporter'];
type Ended = Parameters<Exporter['export']>[0][number];

export interface TracingOptions {
  /** Base address of the collector, which takes traces at `/v1/traces` below it. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly log: Log;
}

export interface Tracing {
  /** For the observer: puts the facts to the span of the request when that ends; says which trace it is. */
  readonly trace: (carrier: object, facts: RequestFacts) => string | undefined;
  /** Sends what is left, within a few seconds. */
  readonly stop: () => Promise<void>;
}

const SEND_MS = 3_000;

export function startTracing({ endpoint, serviceName, log }: TracingOptions): Tracing {
  const underWay = new WeakMap<object, RequestFacts>();
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    textMapPropagator: traceparent,
    traceExporter: discreet(
      new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: SEND_MS }),
      log,
    ),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => isProbe(url),
        applyCustomAttributesOnSpan: (span, request) => tell(span, underWay.get(request)),
      }),
      new UndiciInstrumentation({
        // The paths of the POST API are the contract's; that of a file or a key set is nobody's business.
        requestHook: (span, { method, path }) => method === 'POST' && span.updateName(`POST ${path}`),
      }),
    ],
  });
  sdk.start();
  // The server's side is hooked into when the module is required; whoever has it already has the same prototype.
  createRequire(import.meta.url)('http');
  return {
    trace(carrier, facts) {
      underWay.set(carrier, facts);
      return trace.getActiveSpan()?.spanContext().traceId;
    },
    stop: async () => {
      await Promise.race([sdk.shutdown().catch(() => undefined), delay(SEND_MS, undefined, { ref: false })]);
    },
  };
}

function tell(span: Span, facts: RequestFacts | undefined): void {
  if (facts === undefined) return;
  const { answered, operation, codes, fault, requestId, calls } = facts;
  if (answered !== undefined) {
    span.updateName(`${answered.method} ${answered.route}`);
    span.setAttribute('http.route', answered.route);
  }
  span.setAttribute('gateway.request_id', requestId);
  if (operation !== undefined) {
    span.setAttributes({ 'graphql.operation.type': operation.type, 'gateway.root_fields': [...operation.fields] });
    if (operation.name !== null) span.setAttribute('graphql.operation.name', operation.name);
  }
  if (calls !== undefined) span.setAttribute('gateway.upstream_calls', calls.made);
  if (codes !== undefined) span.setAttributes({ 'gateway.codes': codes, 'gateway.fault': fault ?? 'gateway' });
}

/** The one header that is read and passed on. A caller's `tracestate` and `baggage` could hold anything. */
const traceparent: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject(context, carrier, setter) {
    const span = trace.getSpanContext(context);
    if (span === undefined || !isSpanContextValid(span)) return;
    const flags = (span.traceFlags & 0xff).toString(16).padStart(2, '0');
    setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-${flags}`);
  },
  extract(context: Context, carrier, getter) {
    const given = getter.get(carrier, 'traceparent');
    const header = typeof given === 'string' ? given : '';
    const [, traceId = '', spanId = '', flags = ''] =
      /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(header) ?? [];
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return isSpanContextValid(remote) ? trace.setSpanContext(context, remote) : context;
  },
};

const shown: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'network.protocol.version',
  'error.type',
  'graphql.operation.type',
  'graphql.operation.name',
  'gateway.request_id',
  'gateway.root_fields',
  'gateway.upstream_calls',
  'gateway.codes',
  'gateway.fault',
]);
/** Of a call that goes out these are configured; of a request that comes in, its caller has written them. */
const shownOfCalls: ReadonlySet<string> = new Set([...shown, 'server.address', 'server.port']);

/** Passes on of each span what is on the list, and none of its events, which have the messages of errors. */
function discreet(exporter: Exporter, log: Log): Exporter {
  return {
    export(spans, done) {
      exporter.export(spans.map(withoutDetails), (result) => {
        if (result.code !== 0) log.warn({ spans: spans.length }, 'the collector of traces did not take these spans');
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function withoutDetails(span: Ended): Ended {
  const list = span.kind === SpanKind.CLIENT ? shownOfCalls : shown;
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => list.has(name)));
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as Ended;
}
