/** Which traces are recorded: OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, as OpenTelemetry's specification defines them. */
import { getStringFromEnv } from '@opentelemetry/core';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';

const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** The specification asks that values which make no sense are reported, and do not prevent the start. */
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
