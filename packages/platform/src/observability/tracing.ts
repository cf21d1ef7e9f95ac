/**
 * Tracing with OpenTelemetry: a span for each incoming request and each outgoing call, within the caller's own trace if it has one (W3C
 * `traceparent`). Loaded only if a collector is configured. Only listed attributes are sent: no span contains a document, a variable, a
 * header, a URL with a query, a sealed path or an error message.
 */
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { context, propagation, type Span, SpanKind, type TextMapPropagator, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getNumberFromEnv, getStringFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { version } from '../version.ts';
import { isProbe } from '../web/paths.ts';
import type { Log } from './log.ts';
import type { RequestLog } from './request-log.ts';

export interface TracingOptions {
  /** Base URL of the collector, which accepts traces at `/v1/traces` below it. */
  readonly endpoint: string;
  readonly log: Log;
}

export interface Tracing {
  /** For the request logger: adds attributes to the request's span when it ends, and returns the trace id. */
  readonly trace: (carrier: object, requestLog: RequestLog) => string | undefined;
  /** Sends the remaining spans, within a few seconds. */
  readonly stop: () => Promise<void>;
}

const SEND_TIMEOUT_MS = 3_000;

export function startTracing({ endpoint, log }: TracingOptions): Tracing {
  const requestLogs = new WeakMap<object, RequestLog>();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resource(),
    sampler: samplerFromEnvironment(log),
    spanProcessors: [new BatchSpanProcessor({ exporter: withListedAttributes(exporter, log), ...batching() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(traceparent);
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => isProbe(url),
        applyCustomAttributesOnSpan: (span, request) => addAttributes(span, requestLogs.get(request)),
      }),
      new UndiciInstrumentation({
        // The contract has the paths of the POST API; those of files and key sets are not recorded.
        requestHook: (span, { method, path }) => method === 'POST' && span.updateName(`POST ${path}`),
      }),
    ],
  });
  // The server side is patched when the module is required; code that has imported it already shares the patched prototype.
  createRequire(import.meta.url)('http');
  return {
    trace(carrier, requestLog) {
      requestLogs.set(carrier, requestLog);
      return trace.getActiveSpan()?.spanContext().traceId;
    },
    stop: async () => {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(SEND_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. No information about the machine is sent. */
function resource(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'realty-forms-graphql', 'service.version': version });
  return own.merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
}

function batching() {
  return {
    ...fromEnvironment('maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'),
    ...fromEnvironment('maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
    ...fromEnvironment('scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'),
    ...fromEnvironment('exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'),
  };
}

/** A number that is missing or makes no sense leaves the library's default. */
function fromEnvironment(option: string, variable: string): Readonly<Record<string, number>> {
  const value = getNumberFromEnv(variable);
  return value === undefined || value < 0 ? {} : { [option]: value };
}

function addAttributes(span: Span, requestLog: RequestLog | undefined): void {
  if (requestLog === undefined) return;
  const { ended, operation, codes, atFault, requestId, calls } = requestLog;
  if (ended !== undefined) {
    span.updateName(`${ended.method} ${ended.route}`);
    span.setAttribute('http.route', ended.route);
  }
  span.setAttribute('gateway.request_id', requestId);
  if (operation !== undefined) {
    span.setAttributes({ 'graphql.operation.type': operation.type, 'gateway.root_fields': [...operation.fields] });
    if (operation.name !== null) span.setAttribute('graphql.operation.name', operation.name);
  }
  if (calls !== undefined) span.setAttribute('gateway.upstream_calls', calls.made);
  if (codes !== undefined) span.setAttributes({ 'gateway.codes': codes, 'gateway.fault': atFault ?? 'gateway' });
}

const traceContext = new W3CTraceContextPropagator();

/** `traceparent` alone is read and propagated. A caller's `tracestate` and `baggage` could contain anything. */
const traceparent: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject: (context, carrier, setter) => traceContext.inject(context, carrier, setter),
  extract: (context, carrier, getter) =>
    traceContext.extract(context, carrier, {
      keys: (from) => getter.keys(from),
      get: (from, key) => (key === 'traceparent' ? getter.get(from, key) : undefined),
    }),
};

const exportedAttributes: ReadonlySet<string> = new Set([
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
/** Attributes that are configured for an outgoing call, but written by the caller of an incoming request. */
const exportedCallAttributes: ReadonlySet<string> = new Set([...exportedAttributes, 'server.address', 'server.port']);

/** Exports only the listed attributes of each span, and none of its events, which contain error messages. */
function withListedAttributes(exporter: SpanExporter, log: Log): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans.map(withoutDetails), (result) => {
        if (result.code !== 0) log.warn({ spans: spans.length }, 'the trace collector did not accept these spans');
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function withoutDetails(span: ReadableSpan): ReadableSpan {
  const allowed = span.kind === SpanKind.CLIENT ? exportedCallAttributes : exportedAttributes;
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => allowed.has(name)));
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

/** Which traces are recorded: OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, as OpenTelemetry's specification defines them. */
const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** The specification asks to report values that make no sense, and to start anyway. */
export function samplerFromEnvironment(log: Log): Sampler {
  const name = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const make = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (make !== undefined) return make(name.endsWith('ratio') ? ratioFromEnvironment(log) : 1);
  const allowed = Object.keys(samplers).join(', ');
  log.warn(`OTEL_TRACES_SAMPLER is not one of ${allowed}: parentbased_always_on is used.`);
  return new ParentBasedSampler({ root: new AlwaysOnSampler() });
}

function ratioFromEnvironment(log: Log): number {
  const ratio = Number(getStringFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  log.warn('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1: 1 is used.');
  return 1;
}
