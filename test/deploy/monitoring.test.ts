// A Prometheus server with deploy/prometheus, in front of a gateway: it scrapes it, evaluates the alerts, and answers what the panels ask.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { isMissing } from '../support/debian-packages.ts';
import { freePort } from '../support/free-port.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { namesIn, type Selector } from './promql.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const PROGRAM = '/usr/bin/prometheus';

/** Series that begin with the first event of their kind, or that only several processes have. */
const bornLater =
  /^(http_request_seconds_\w+|request_failures_total|graphql_operation_seconds_\w+|upstream_retries_total|upstream_unknown_columns_total|upstream_others_transactions_total|ledger_\w+|live_polls_total|live_streams|live_streams_ended_total|webhook_deliveries_total|upstream_call_seconds_\w+|writes_total|upstream_share)$/;

async function startPrometheus(target: string): Promise<(path: string) => Promise<Json>> {
  const folder = temporaryFolder();
  const given = parse(readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')) as Json;
  const config = {
    ...given,
    global: { scrape_interval: '100ms', evaluation_interval: '100ms' },
    rule_files: given.rule_files.map((name: string) => join(deploy, 'prometheus', name)),
    scrape_configs: given.scrape_configs.map((each: Json) => ({
      job_name: each.job_name,
      static_configs: [{ targets: [target] }],
    })),
  };
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(
    PROGRAM,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  return async (path) => {
    const response = await fetch(`http://${address}${path}`);
    return response.json();
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a configuration, and answers of every shape
type Json = any;

const expressionsOfPanels = readdirSync(join(deploy, 'grafana/dashboards')).flatMap((name) => {
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/dashboards', name), 'utf8')) as Json;
  return panels.flatMap(({ targets }: Json) => targets.map(({ expr }: Json) => expr as string));
}) as string[];

const watchedIncreases = (parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8')) as Json).groups
  .flatMap(({ rules }: Json) => rules.map(({ expr }: Json) => expr as string))
  .flatMap((expr: string) => [...expr.matchAll(/increase\((\w+(?:\{[^}]*\})?)\[/g)])
  .flatMap(([, each = '']: string[]) => namesIn(each).selectors) as Selector[];

async function startGateway(): Promise<string> {
  const gateway = startMain({ METRICS_PORT: '0', LOG_LEVEL: 'info' });
  const metrics = await gateway.printed(/"url":"(\S+\/metrics)"/);
  const url = await gateway.printed(/"graphql":"(\S+?)\/graphql"/);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await developmentToken(gateway.dataDir)}` },
    body: '{"query":"{ transactions(first: 1) { totalCount } }"}',
  });
  expect(response.status).toBe(200);
  return metrics;
}

test('Prometheus scrapes a gateway, whose series are there from the start, evaluates every alert, and answers every panel', async () => {
  const metrics = await startGateway();
  const lines = (await (await fetch(metrics)).text()).split('\n');
  expect(watchedIncreases.length).toBeGreaterThan(4);
  for (const { metric, labels } of watchedIncreases) {
    // The labels of unknown columns are not known in advance.
    if (metric === 'upstream_unknown_columns_total') continue;
    const asked = [...labels].map(([label, value]) => new RegExp(`[{,]${label}="(${value})"`));
    const found = lines.filter((line) => line.startsWith(metric) && asked.every((each) => each.test(line)));
    expect(found, `${metric} ${asked.join()}`).not.toEqual([]);
    expect(found.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  }
  if (isMissing('prometheus')) return;

  const ask = await startPrometheus(new URL(metrics).host);
  const query = (text: string): Promise<Json> => ask(`/api/v1/query?query=${encodeURIComponent(text)}`);
  const firstValue = async (text: string) => (await query(text)).data.result[0]?.value[1];
  await expect.poll(() => firstValue('up{job="gateway"}').catch(() => undefined)).toBe('1');

  const stateOfAlerts = async (): Promise<Json[]> =>
    (await ask('/api/v1/rules')).data.groups.flatMap(({ rules }: Json) => rules);
  await expect.poll(async () => (await stateOfAlerts()).map(({ health }) => health)).not.toContain('unknown');
  for (const { name, health, state } of await stateOfAlerts()) {
    expect({ name, health }).toEqual({ name, health: 'ok' });
    expect(state, name).not.toBe('firing');
  }

  for (const expr of expressionsOfPanels) {
    const text = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
    expect(await query(text), text).toMatchObject({ status: 'success' });
    for (const { metric } of namesIn(text).selectors) {
      if (bornLater.test(metric)) continue;
      // A scrape that takes longer than the interval ends the series for the time being.
      expect(await firstValue(`count(last_over_time(${metric}[5m]))`), metric).toBeDefined();
    }
  }
});
