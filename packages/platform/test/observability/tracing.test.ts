// OTEL_TRACES_SAMPLER and its argument, with the names, the default and the tolerance of OpenTelemetry's specification.
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { afterEach, expect, test, vi } from 'vitest';
import { captureLog } from '../../../../test/support/caught-log.ts';
import { samplerFromEnvironment } from '../../src/observability/tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

afterEach(() => void vi.unstubAllEnvs());

function decisions(environment: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { log, lines } = captureLog();
  const sampler = samplerFromEnvironment(log);
  const under = (traceFlags: TraceFlags) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags, isRemote: true });
  const samples = (context: typeof ROOT_CONTEXT) =>
    sampler.shouldSample(context, TRACE, 'GET /', SpanKind.SERVER, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  return {
    none: samples(ROOT_CONTEXT),
    sampled: samples(under(TraceFlags.SAMPLED)),
    unsampled: samples(under(TraceFlags.NONE)),
    warnings: lines.map(({ msg }) => msg),
  };
}

test.each([
  ['', { none: true, sampled: true, unsampled: false }],
  ['parentbased_always_on', { none: true, sampled: true, unsampled: false }],
  ['parentbased_always_off', { none: false, sampled: true, unsampled: false }],
  ['parentbased_traceidratio', { none: false, sampled: true, unsampled: false }],
  ['always_on', { none: true, sampled: true, unsampled: true }],
  ['always_off', { none: false, sampled: false, unsampled: false }],
  ['traceidratio', { none: false, sampled: false, unsampled: false }],
])('%j decides by the caller’s mark as its name says', (name, expected) => {
  const environment = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0' };
  expect(decisions(environment)).toEqual({ ...expected, warnings: [] });
});

test.each([
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' } as Record<string, string>, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER: 'constructor' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('%j is reported, and everything is traced', (environment, setting) => {
  const { none, warnings } = decisions(environment);
  expect(none).toBe(true);
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${setting} `))]);
});
