// deploy/compose.yaml: the gateway accepts its settings, and its files and names fit together.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import type { Config } from '../../src/config/config.ts';
import { readDockerfile } from '../support/programs/dockerfile.ts';
import {
  configOfEnvironment,
  deploy,
  type Environment,
  imageEnvironment,
  longestShutdownMs,
  readDeployed,
  readEnvironment,
  version,
} from './deployed-settings.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly target?: string };
  readonly environment?: Environment;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas?: number };
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: { readonly front: { readonly ipam: { readonly config: readonly { subnet: string }[] } } };
}

const demo = readEnvironment('demo/settings.env');
const stageNamed = (target: string) => readDockerfile(readDeployed('Dockerfile')).find(({ name }) => name === target);

/** As Compose does it: `${KEY:?}` and `${KEY:-default}`; a key that is required and missing is an error. */
function interpolate(text: string): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, key: string, operator: string, fallback: string) => {
    const value = demo[key] ?? '';
    if (value === '' && operator === '?') throw new Error(`${key} is required`);
    return value === '' ? fallback : value;
  });
}

const compose = parse(interpolate(readDeployed('compose.yaml')), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const { gateway, reference } = compose.services as { gateway: Service; reference: Service };
let tls = '';

beforeAll(() => {
  tls = mkdtempSync(join(tmpdir(), 'tls-'));
  execFileSync(join(deploy, 'tls/make-demo.sh'), [tls]);
});
afterAll(() => rmSync(tls, { recursive: true, force: true }));

/** The configuration that a service's gateway has, with its files where they lie here. */
function configOfService({ environment = {}, secrets = [] }: Service): Config {
  const places = new Map(
    secrets.map((name) => [`/run/secrets/${name}`, join(deploy, compose.secrets[name]?.file ?? '')]),
  );
  const here = (value: string) => places.get(value) ?? value.replace('/run/tls', tls);
  const given = { ...imageEnvironment(), ...environment };
  return configOfEnvironment(Object.fromEntries(Object.entries(given).map(([key, value]) => [key, here(value)])));
}

describe('the gateways', () => {
  it('have settings that are accepted, without a warning', () => {
    const config = configOfService(gateway);
    expect(config).toMatchObject({ isEmbedded: false, isPublic: true, servesMetrics: false, METRICS_PORT: 9400 });
    expect(config.LEDGER_URL).toContain('@postgres:');
    expect(config.REPLICAS).toBe(gateway.deploy?.replicas);
  });

  it('are two, of the image of this version, and have the time that a shutdown takes', () => {
    expect(gateway.deploy?.replicas).toBe(2);
    expect(gateway.image).toBe(`realty-forms-graphql:${version}`);
    expect(Number.parseInt(gateway.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThanOrEqual(
      longestShutdownMs(configOfService(gateway)),
    );
  });

  it('believe what the proxy’s network says about client addresses, and nothing else', () => {
    expect(configOfService(gateway).trustedProxies).toEqual([compose.networks.front.ipam.config[0]?.subnet]);
  });

  it('are asked for their health, metrics and requests on the ports that the image has', () => {
    const { PORT, METRICS_PORT } = imageEnvironment();
    expect(gateway.healthcheck?.test.join(' ')).toContain(`127.0.0.1:${METRICS_PORT}/healthz`);
    expect(readDeployed('haproxy/haproxy.cfg')).toContain(` gateway:${PORT}\n`);
    expect(readDeployed('prometheus/prometheus.yml')).toContain(`names: [gateway], type: A, port: ${METRICS_PORT},`);
    expect(readDeployed('Dockerfile')).toContain(`EXPOSE ${PORT} ${METRICS_PORT}\n`);
  });
});

test('the demo’s POST API has settings that are accepted, and a program that exists', () => {
  expect(configOfService(reference)).toMatchObject({ isEmbedded: true, isDevelopmentIssuer: true });
  const [node = '', program = ''] = reference.entrypoint ?? [];
  expect(node).toBe('node');
  expect(existsSync(join(deploy, '..', program.replace('/app/', '')))).toBe(true);
  expect(reference.image).toBe(`realty-forms-graphql-demo:${version}`);
  expect(stageNamed(reference.build?.target ?? '')).toBeDefined();
});

test('what is mounted exists, and what is named is defined', () => {
  for (const [name, { volumes = [], secrets = [], networks = [], depends_on: others = [] }] of services) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      const exists = source.startsWith('.') ? existsSync(join(deploy, source)) : source in compose.volumes;
      expect(exists, `${name}: ${source}`).toBe(true);
    }
    for (const secret of secrets) expect(existsSync(join(deploy, compose.secrets[secret]?.file ?? 'none'))).toBe(true);
    for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    const names = Array.isArray(others) ? others : Object.keys(others);
    for (const other of names) expect(Object.keys(compose.services)).toContain(other);
  }
});

test('the gateways cannot write to their own image', () => {
  for (const service of [gateway, reference]) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});
