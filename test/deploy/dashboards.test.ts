// deploy/grafana: every panel asks for series that exist, of the data source that is provisioned.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { exposedSeries } from './exposed.ts';
import { namesIn } from './promql.ts';

const folder = join(import.meta.dirname, '../../deploy/grafana');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: Place;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
}

const dashboards = readdirSync(join(folder, 'dashboards')).map((name) => ({
  name,
  ...(JSON.parse(read(`dashboards/${name}`)) as Dashboard),
}));
const panels = dashboards.flatMap((dashboard) => dashboard.panels.map((panel) => ({ ...panel, of: dashboard.name })));
const series = exposedSeries();

describe.each(panels)('the panel $title in $of', ({ targets, datasource }) => {
  it('asks for series and labels that /metrics has', () => {
    expect(targets).not.toEqual([]);
    for (const { expr, legendFormat } of targets) {
      // Grafana replaces its own variables by durations.
      const { selectors, groupings } = namesIn(expr.replaceAll('$__rate_interval', '1m'));
      for (const { metric, labels } of selectors) {
        expect([...series.keys()]).toContain(metric);
        for (const label of labels.keys()) expect(series.get(metric), metric).toContain(label);
      }
      const known = selectors.flatMap(({ metric }) => series.get(metric) ?? []);
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      for (const label of [...groupings, ...shown]) expect(known).toContain(label);
    }
  });

  it('has the data source that is provisioned', () => {
    const { datasources } = parse(read('provisioning/datasources/prometheus.yml')) as {
      datasources: { uid: string }[];
    };
    expect(datasources.map(({ uid }) => uid)).toContain(datasource.uid);
  });
});

test('every metric of the gateway is in a panel or in an alert', () => {
  const rules = readFileSync(join(folder, '../prometheus/alerts.yml'), 'utf8');
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n') + rules;
  const own = [...series.keys()].filter((name) => !/^(up$|process_|nodejs_)/.test(name));
  const plain = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  expect(own.filter((name) => !asked.includes(plain(name)))).toEqual([]);
});

test.each(dashboards)('in $name no panel lies on another one, and each has an id of its own', ({ panels: own }) => {
  const meets = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  for (const one of own) {
    const others = own.filter((each) => each !== one);
    expect(others.filter((other) => other.id === one.id || meets(other.gridPos, one.gridPos))).toEqual([]);
    expect(one.gridPos.x + one.gridPos.w).toBeLessThanOrEqual(24);
  }
});

test('dashboards have ids of their own', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
});
