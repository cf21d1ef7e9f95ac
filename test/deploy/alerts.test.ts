// deploy/prometheus and deploy/grafana: alerts and panels ask for series that exist, alerts have runbooks, and promtool's tests of them pass.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '@realty-forms/platform/fault.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isMissing } from '../support/debian-packages.ts';
import { listenLogged } from '../support/gateways/graph-under-test.ts';
import { exposedSeries } from './exposed.ts';
import { namesIn } from './promql.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/prometheus');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const alerts = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboards = 'deploy/grafana/dashboards';
const panels = readdirSync(join(root, dashboards))
  .flatMap((name) => (JSON.parse(read(`${dashboards}/${name}`)) as Dashboard).panels)
  .flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));
const series = exposedSeries();

test.each([...alerts.map(({ alert, expr }) => [alert, expr] as const), ...panels])(
  '%s asks for series, labels and codes that exist',
  (_, expr) => {
    // Grafana replaces its own variables by durations.
    const { selectors, groupings } = namesIn(expr.replaceAll('$__rate_interval', '1m'));
    expect(selectors).not.toEqual([]);
    for (const { metric, labels } of selectors) {
      expect([...series.keys()]).toContain(metric);
      for (const label of labels.keys()) expect(series.get(metric), metric).toContain(label);
      const code = labels.get('code');
      if (typeof code === 'string' && /^\w+$/.test(code)) expect(Object.keys(faults)).toContain(code);
    }
    const known = selectors.flatMap(({ metric }) => series.get(metric) ?? []);
    for (const label of groupings) expect(known).toContain(label);
  },
);

test('every series begins with the name of what it measures, and durations end in the usual unit', () => {
  const names = [...series.keys()].filter((name) => name !== 'up');
  expect(names.filter((name) => !/^(gateway|process|nodejs)_/.test(name))).toEqual([]);
  const durations = names.filter((name) => name.startsWith('gateway_') && name.endsWith('_bucket'));
  expect(durations.filter((name) => !name.endsWith('_duration_seconds_bucket'))).toEqual([]);
});

test('each alert has its runbook, and no runbook is left of an alert that is gone', () => {
  const headings = [...read('docs/runbooks.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
});

test('a series whose increase an alert watches is there from the start, or its first event would go unnoticed', async () => {
  const { metrics } = await listenLogged({ baseUrl: 'http://127.0.0.1:9' });
  const lines = (await metrics.registry.metrics()).split('\n');
  const watched = alerts
    .flatMap(({ expr }) => [...expr.matchAll(/increase\((\w+(?:\{[^}]*\})?)\[/g)])
    .flatMap(([, selector = '']) => namesIn(selector).selectors);
  expect(watched.length).toBeGreaterThan(4);
  for (const { metric, labels } of watched) {
    // The labels of unknown columns are not known in advance.
    if (metric === 'gateway_upstream_unknown_columns_total') continue;
    const asked = [...labels].map(([label, value]) => new RegExp(`[{,]${label}="(${value})"`));
    const found = lines.filter((line) => line.startsWith(metric) && asked.every((each) => each.test(line)));
    expect(found, `${metric} ${asked.join()}`).not.toEqual([]);
  }
});

test.skipIf(isMissing('prometheus'))('promtool accepts the configuration, and the tests of the alerts pass', () => {
  const run = (...args: string[]) =>
    execFileSync('/usr/bin/promtool', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(run('check', 'config', 'prometheus.yml')).toContain(`${alerts.length} rules found`);
  expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});
