// The metrics and settings that the pages for operators name exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics, measureProcess } from '@realty-forms/platform/observability/metrics.ts';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config/settings.ts';

const page = ['deploy', 'settings', 'replicas', 'metrics', 'logs']
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
    // REDIS_URL is one that was, UPSTREAM_BASE_URL one that never was.
    const others =
      /^(REDIS_URL|UPSTREAM_BASE_URL|OTEL_(SERVICE_NAME|RESOURCE_ATTRIBUTES|EXPORTER_OTLP_HEADERS)|OTEL_TRACES_SAMPLER(_ARG)?|OTEL_BSP_SCHEDULE_DELAY|DATABASE_(NEWER|UNUSABLE))$/;
    const keys = code.filter((each) => /^[A-Z]+(_[A-Z]+)+$/.test(each) && !others.test(each));
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((key) => !Object.hasOwn(settings.shape, key))).toEqual([]);
  });
});
