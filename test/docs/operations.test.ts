// What the pages for operators name exists: metrics, label values, settings, and the fields of a log line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@realty-forms/platform/observing/log.ts';
import { createMetrics, measureProcess } from '@realty-forms/platform/observing/metrics.ts';
import { createRequestLogger } from '@realty-forms/platform/observing/request-log.ts';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config/settings.ts';

const page = ['operations', 'replicas', 'metrics', 'logs']
  .map((name) => readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), 'utf8'))
  .join('\n');
const code = [...page.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? '');
const metrics = createMetrics();
measureProcess(metrics);
const all = metrics.registry.getMetricsAsArray();
const exposed = new Set(all.map(({ name }) => name));

describe('the pages for operators', () => {
  const metric =
    /\b(?:http|graphql|request|upstream|writes|ledger|live|webhooks?|directory|gateway|process|nodejs)_[a-z0-9_]+\b/g;
  const named = new Set(code.flatMap((each) => (each.startsWith('scrape_configs') ? [] : (each.match(metric) ?? []))));
  const plain = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

  it('names metrics that are exposed, every one of the gateway’s own among them', () => {
    const known = (name: string) => exposed.has(name) || exposed.has(plain(name));
    expect([...named].filter((name) => name !== 'process_' && name !== 'nodejs_' && !known(name))).toEqual([]);
    const own = [...exposed].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(own.filter((name) => !named.has(name))).toEqual([]);
  });

  it('names settings that exist', () => {
    // REDIS_URL is one that was.
    const others =
      /^(REDIS_URL|OTEL_(SERVICE_NAME|RESOURCE_ATTRIBUTES|EXPORTER_OTLP_HEADERS)|OTEL_TRACES_SAMPLER(_ARG)?|OTEL_BSP_SCHEDULE_DELAY|DATABASE_(NEWER|UNUSABLE))$/;
    const keys = code.filter((each) => /^[A-Z]+(_[A-Z]+)+$/.test(each) && !others.test(each));
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((key) => !Object.hasOwn(settings.shape, key))).toEqual([]);
  });

  it('shows a log line with the fields that it has', () => {
    const shown = JSON.parse(code.find((each) => each.startsWith('{"level"')) ?? '{}') as object;
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const requestLogger = createRequestLogger({ log, metrics: createMetrics() });
    const requestLog = requestLogger.begin('a512cda0-2b13-4b5d-a627-c150a93984ab', {});
    Object.assign(requestLog, { subject: 'auth0|17', role: 'agent', estimatedCalls: 2, calls: { made: 1 } });
    requestLog.operation = { type: 'query', name: 'MyTransactions', fields: ['transactions'] };
    requestLogger.end(requestLog, { method: 'POST', route: '/graphql', status: 200, milliseconds: 41.3 });
    expect({ ...JSON.parse(lines[0] ?? '{}'), time: '' }).toEqual({ ...shown, time: '' });
  });
});
