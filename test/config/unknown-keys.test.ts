// Variables of the environment that look like settings but are none.
import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { describeUnknown, unknownInEnvironment, unknownInFile } from '../../src/config/unknown-keys.ts';

test.each([
  ['UPSTREAM_BASE_URL', 'UPSTREAM_URL'],
  ['UPSTREAM_CLIENT_SECERT', 'UPSTREAM_CLIENT_SECRET'],
  ['UPSTRAEM_URL', 'UPSTREAM_URL'],
  ['UPSTREAMURL', 'UPSTREAM_URL'],
  ['upstream_url', 'UPSTREAM_URL'],
  ['AUTH_JWKS', 'AUTH_JWKS_URL'],
  ['RATELIMIT', 'RATE_LIMIT'],
])('%s is reported, with %s as the nearest setting', (key, nearest) => {
  expect(unknownInEnvironment({ [key]: 'x' })).toEqual([{ key, nearest }]);
  expect(describeUnknown({ key, nearest })).toBe(
    `${key} is not a known setting and has no effect; did you mean ${nearest}?`,
  );
});

test.each(['UPSTREAM_FILTER_OPEN_ENDS', 'WEBHOOKS_HOSTS'])('%s, which was a setting, is reported alone', (key) => {
  expect(unknownInEnvironment({ [key]: 'x' })).toEqual([{ key, nearest: undefined }]);
});

test('no setting is reported, whatever its value', () => {
  expect(unknownInEnvironment(Object.fromEntries(Object.keys(settings.shape).map((key) => [key, 'x'])))).toEqual([]);
});

test.each([
  ...['PATH', 'HOME', 'HOSTNAME', 'LOGNAME', 'PWD', 'SHELL', 'LANG', 'TERM', 'PORTS', 'CI', 'MAIL', 'PS1', 'EDITOR'],
  ...['NODE_OPTIONS', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'npm_config_port', 'npm_package_name', 'INIT_CWD'],
  ...['OTEL_TRACES_SAMPLER', 'OTEL_RESOURCE_ATTRIBUTES', 'PGSSLMODE', 'TZ', 'HTTP_PROXY', 'SSH_AUTH_SOCK'],
  ...['CONFORMANCE_URL', 'UPDATE_SCREENSHOTS', 'VITEST_POOL_ID', 'KUBERNETES_PORT'],
])('%s, which others read, is not reported', (key) => {
  expect(unknownInEnvironment({ [key]: 'x' })).toEqual([]);
});

test('what Kubernetes sets for a service named ledger or upstream is not reported, and no empty value is', () => {
  const links = {
    LEDGER_PORT: 'tcp://10.0.0.11:5432',
    LEDGER_PORT_5432_TCP: 'tcp://10.0.0.11:5432',
    LEDGER_PORT_5432_TCP_ADDR: '10.0.0.11',
    LEDGER_SERVICE_HOST: '10.0.0.11',
    LEDGER_SERVICE_PORT: '5432',
    UPSTREAM_SERVICE_PORT_HTTPS: '443',
  };
  expect(unknownInEnvironment({ ...links, UPSTREAM_BASE_URL: '' })).toEqual([]);
});

test('a setting that another one has replaced is not reported, since it is a fault that says more', () => {
  expect(unknownInEnvironment({ UPSTREAM_PASSCODE_RETURN: 'text' })).toEqual([]);
  expect(unknownInFile(['REDIS_URL', 'UPSTREAM_PASSCODE_RETURN'])).toEqual([]);
});
