// deploy/kubernetes: manifests of the kinds that they name, whose settings the gateway accepts, with probes, times and names that fit.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import {
  configOfEnvironment,
  deploy,
  type Environment,
  imageEnvironment,
  longestShutdownMs,
  readDeployed,
  readEnvironment,
  root,
  version,
} from './deployed-settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into manifests of every shape
type Json = any;

const folder = 'kubernetes';
const read = (name: string): Json => parse(readDeployed(`${folder}/${name}`));
const kustomization = read('kustomization.yaml');
const deployment = read('deployment.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

/** Where the type of each kind is declared. */
const typesOf: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking/v1',
  Namespace: 'core/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Secret: 'core/v1',
  Service: 'core/v1',
};

function temporary(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const path = mkdtempSync(join(parent, 'manifests-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('each manifest has nothing but what its kind has, as the compiler sees it', () => {
  const place = temporary(join(root, 'node_modules/.cache'));
  for (const name of [...kustomization.resources, 'secret.example.yaml'] as string[]) {
    const manifest = read(name);
    const { kind, apiVersion } = manifest;
    const code = `import type { ${kind} } from 'kubernetes-types/${typesOf[kind]}';
      export const manifest: ${kind} = ${JSON.stringify(manifest)};`;
    expect(apiVersion.replace(/^v1$/, 'core/v1').replace('.k8s.io', '')).toBe(typesOf[kind]);
    writeFileSync(join(place, name.replace('.yaml', '.ts')), code);
  }
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--types', '', '--ignoreConfig'];
  const files = readdirSync(place).map((name) => join(place, name));
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...flags, ...files], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the kustomization has every manifest but the example of a secret, and the image of this version', () => {
  const others = ['gateway.env', 'kustomization.yaml', 'secret.example.yaml'];
  const manifests = readdirSync(join(deploy, folder)).filter((name) => !others.includes(name));
  expect([...kustomization.resources].sort()).toEqual(manifests.sort());
  expect(kustomization.images).toEqual([{ name: container.image, newTag: version }]);
});

/** The environment that a container gets, with the secrets of the example where they would be mounted. */
function environmentOfPod(): Environment {
  const place = temporary(tmpdir());
  const secrets = Object.entries(read('secret.example.yaml').stringData as Environment);
  for (const [name, value] of secrets) writeFileSync(join(place, name), value);
  const [{ mountPath }] = container.volumeMounts.filter(({ name }: Json) => name === 'secrets');
  const own = Object.fromEntries(container.env.map(({ name, value }: Json) => [name, value.replace(mountPath, place)]));
  return { ...imageEnvironment(), ...readEnvironment(`${folder}/gateway.env`), ...own };
}

describe('a pod', () => {
  it('has settings that are accepted, without a warning', () => {
    const config = configOfEnvironment(environmentOfPod());
    expect(config).toMatchObject({ HOST: '0.0.0.0', WORKERS: 1, METRICS_PORT: 9400, isEmbedded: false });
    expect(config.LEDGER_URL).toContain('sslmode=verify-full');
  });

  it('listens on the ports that are named, and is probed for life and readiness on the one for monitoring', () => {
    const { PORT, METRICS_PORT } = configOfEnvironment(environmentOfPod());
    expect(container.ports).toEqual([
      { name: 'http', containerPort: PORT },
      { name: 'monitoring', containerPort: METRICS_PORT },
    ]);
    const probe = (path: string) => expect.objectContaining({ httpGet: { path, port: 'monitoring' } });
    expect(container).toMatchObject({
      startupProbe: probe('/healthz'),
      livenessProbe: probe('/healthz'),
      readinessProbe: probe('/readyz'),
    });
    expect(read('service.yaml').spec.ports[0].targetPort).toBe('http');
  });

  it('is given the time that a shutdown takes, and drains for longer than readiness takes to notice', () => {
    const config = configOfEnvironment(environmentOfPod());
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThanOrEqual(longestShutdownMs(config));
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(config.DRAIN_DELAY_MS).toBeGreaterThan(periodSeconds * failureThreshold * 1_000);
  });
});

test('service, budget, policy and spread are about the deployment’s pods', () => {
  const { labels } = deployment.spec.template.metadata;
  const selectors = [
    deployment.spec.selector.matchLabels,
    read('service.yaml').spec.selector,
    read('disruption.yaml').spec.selector.matchLabels,
    read('network.yaml').spec.podSelector.matchLabels,
    pod.topologySpreadConstraints[0].labelSelector.matchLabels,
  ];
  for (const selector of selectors) expect(selector).toEqual(labels);
});
