// deploy/prometheus: every alert asks for series that exist, has tests that promtool runs, and a runbook.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '@realty-forms/platform/fault.ts';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { isMissing } from '../support/debian-packages.ts';
import { exposedSeries } from './exposed.ts';
import { namesIn } from './promql.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/prometheus');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const series = exposedSeries();

describe.each(rules)('the alert $alert', ({ alert, expr, labels, annotations }) => {
  const { selectors, groupings } = namesIn(expr);

  it('asks for series and labels that /metrics has', () => {
    expect(selectors).not.toEqual([]);
    for (const { metric, labels: asked } of selectors) {
      expect([...series.keys()]).toContain(metric);
      for (const label of asked.keys()) expect(series.get(metric), metric).toContain(label);
    }
    const known = selectors.flatMap(({ metric }) => series.get(metric) ?? []);
    for (const label of groupings) expect(known).toContain(label);
    for (const [, label] of annotations.summary.matchAll(/\$labels\.(\w+)/g)) expect(known).toContain(label);
  });

  it('asks for codes that exist', () => {
    const codes = selectors.flatMap(({ labels: asked }) => asked.get('code') ?? []);
    for (const code of codes) expect(Object.keys(faults)).toContain(code);
  });

  it('has a severity, and a runbook', () => {
    expect(['page', 'ticket']).toContain(labels.severity);
    const [page = '', anchor] = annotations.runbook.split('#');
    expect(anchor).toBe(alert.toLowerCase());
    expect(readFileSync(join(root, page), 'utf8')).toMatch(new RegExp(`^## ${alert}$`, 'm'));
  });

  it('is tested firing, and silent', () => {
    const { tests } = parse(read('alerts.test.yml')) as { tests: RuleTest[] };
    const own = tests.flatMap((each) => each.alert_rule_test).filter(({ alertname }) => alertname === alert);
    expect(own.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
    expect(own.some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true);
  });
});

test('no runbook is left of an alert that is gone', () => {
  const headings = [...readFileSync(join(root, 'docs/runbooks.md'), 'utf8').matchAll(/^## (.*)$/gm)].map(
    ([, each]) => each,
  );
  expect(headings).toEqual(rules.map(({ alert }) => alert));
});

test('a half-open breaker counts as open', () => {
  expect(rules.find(({ alert }) => alert === 'BreakerOpen')?.expr).toMatch(/\(upstream_breaker_state\) >= 1$/);
});

const promtool = '/usr/bin/promtool';

test.skipIf(isMissing('prometheus'))('promtool accepts the configuration, and the tests of the alerts pass', () => {
  const run = (...args: string[]) => execFileSync(promtool, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(run('check', 'config', 'prometheus.yml')).toContain(`${rules.length} rules found`);
  expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});
