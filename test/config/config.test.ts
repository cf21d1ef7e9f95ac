// The configuration: what each key accepts, which keys require others, and how faults are reported.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Fault } from '@realty-forms/platform/fault.ts';
import { expect, test } from 'vitest';
import { type Config, configWarnings, readConfig } from '../../src/config/config.ts';
import { traitsOf } from '../../src/config/kinds.ts';
import { keys, settings } from '../../src/config/settings.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

type Given = Record<string, string>;

const key32 = Buffer.alloc(32, 1).toString('base64url');
const real: Given = {
  UPSTREAM_URL: 'https://api.vendor.example/base',
  UPSTREAM_CLIENT_ID: 'client-1',
  UPSTREAM_CLIENT_SECRET: 'hunter2-secret',
  UPSTREAM_VENDOR_EMAIL: 'vendor@vendor.example',
  AUTH_ISSUER: 'https://login.example',
  AUTH_AUDIENCE: 'graph',
  AUTH_JWKS_URL: 'https://login.example/jwks.json',
  ID_KEYS: `1:${key32}`,
};
const auth: Given = { AUTH_ISSUER: 'a', AUTH_AUDIENCE: 'b', AUTH_JWKS_URL: 'https://login.example/jwks.json' };

function faultsOf(given: Given): readonly string[] {
  const result = readConfig(given);
  return 'faults' in result ? result.faults : [];
}

function configOf(given: Given): Config {
  const result = readConfig(given);
  if ('faults' in result) throw new Error(result.faults.join('\n'));
  return result.config;
}

const without = (key: string): Given => Object.fromEntries(Object.entries(real).filter(([name]) => name !== key));

test('with nothing set, the gateway is on loopback and uses the embedded service', () => {
  expect(configOf({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 4000,
    referencePort: 4001,
    LOG_LEVEL: 'info',
    GRAPHIQL: 'on',
    UPSTREAM_TOKEN_BODY: 'json',
    UPSTREAM_TOKEN_HEADER: 'authorization',
    UPSTREAM_TIME_ZONE: 'America/New_York',
    UPSTREAM_FILTER_BRACKETS: 'on',
    UPSTREAM_FILTER_SEPARATOR: ', ',
    UPSTREAM_FILTER_TIMESTAMPS: 'iso',
    UPSTREAM_FILTER_DATES: 'iso',
    UPSTREAM_EPOCH: 'off',
    UPSTREAM_DEADLINE_MS: 10_000,
    isEmbedded: true,
    isDevelopmentIssuer: true,
    allowedHosts: [],
  });
  expect(configOf({ PORT: '65535' }).referencePort).toBe(0);
});

test('with everything set, the gateway uses the real service', () => {
  const config = configOf({ ...real, ALLOWED_HOSTS: 'a.example, b.example,', HOST: '0.0.0.0' });
  expect(config).toMatchObject({
    isEmbedded: false,
    isDevelopmentIssuer: false,
    UPSTREAM_CLIENT_SECRET: 'hunter2-secret',
    allowedHosts: ['a.example', 'b.example'],
  });
  expect(config.loadIdKeys()).toEqual([{ id: 1, secret: Buffer.alloc(32, 1) }]);
});

test('an empty value counts as unset', () => {
  const empty = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, '']));
  const comparable = ({ loadIdKeys: _, ...config }: Config) => config;
  expect(comparable(configOf(empty))).toEqual(comparable(configOf({})));
  expect(faultsOf({ ...real, ID_KEYS: '' })).toEqual([expect.stringContaining('ID_KEYS: required with UPSTREAM_URL')]);
});

test('all faults are reported at once, each with its key', () => {
  const faults = faultsOf({
    UPSTREAM_URL: 'ftp://x',
    PORT: 'http',
    GRAPHIQL: 'yes',
    LOG_LEVEL: 'loud',
    ID_KEYS: '1:abc',
  });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'PORT',
    'LOG_LEVEL',
    'GRAPHIQL',
    'UPSTREAM_URL',
    'ID_KEYS',
    'UPSTREAM_CLIENT_ID',
    'UPSTREAM_CLIENT_SECRET',
    'UPSTREAM_VENDOR_EMAIL',
    'AUTH_ISSUER',
    'AUTH_AUDIENCE',
    'AUTH_JWKS_URL',
  ]);
});

const secure = ['is not an https URL', 'http is allowed for loopback only'];

test.each<[string, string, string[]]>([
  ['PORT', '70000', ['"70000"', '0 to 65535']],
  ['PORT', '-1', ['"-1"', '0 to 65535']],
  ...['*', 'app.example.com', 'https://app.example.com/', 'https://APP.example.com', 'https://a.example:443'].map(
    (origin): [string, string, string[]] => ['CORS_ORIGINS', origin, [`"${origin}"`, 'is not an origin']],
  ),
  ...['true', '0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.internal', '10.0.0.0/'].map(
    (proxy): [string, string, string[]] => ['TRUST_PROXY', `192.0.2.7,${proxy}`, [`"${proxy}" is neither`]],
  ),
  ['DATA_DIR', '~/data', ['"~/data" is not a path']],
  ['DATA_DIR', 'file:///var/data', ['"file:///var/data" is not a path']],
  ['RATE_LIMIT', '0', ['1 to 10000000']],
  ['LOG_LEVEL', 'loud', ['"loud"', 'fatal, error, warn, info, debug, trace, silent']],
  // Removing a shorter one from the texts of the POST API would garble them.
  ['UPSTREAM_CLIENT_SECRET', 'abc', ['the value has fewer than 4 characters']],
  ['UPSTREAM_URL', 'http://api.vendor.example', secure],
  ['UPSTREAM_URL', 'http://127.0.0.1.vendor.example', secure],
  ['UPSTREAM_URL', 'ftp://127.0.0.1', secure],
  ...['UPSTREAM_URL', 'PUBLIC_URL'].flatMap((key): [string, string, string[]][] => [
    [key, 'https://x.example/base?a=1', ['no query']],
    [key, 'https://user:hunter2@x.example?a#b', ['no user name or password, no query, no fragment']],
  ]),
  ['AUTH_JWKS_URL', 'https://login.example/jwks.json#keys', ['no fragment']],
  ...['UPSTREAM_URL', 'PUBLIC_URL', 'AUTH_JWKS_URL', 'OUTBOUND_PROXY', 'OTEL_EXPORTER_OTLP_ENDPOINT'].map(
    (key): [string, string, string[]] => [key, ' https://x.example:0/base', ['must have no white space, no port 0']],
  ),
  ['OUTBOUND_PROXY', 'http://user:hunter%zz@proxy.example', ['no broken % escape', '% itself is %25']],
  ...['https://a.example', 'a.example/', 'a.example:443', 'a b', '*.example.com', 'münchen.example', '[10.0.0.1]'].map(
    (host): [string, string, string[]] => ['ALLOWED_HOSTS', `b.example,${host}`, [`"${host}" is not a host name`]],
  ),
  ...['http://a.example', 'a.example/', 'a.example:443', 'a.example:99999', 'a.example:0', 'a b', '::1'].map(
    (host): [string, string, string[]] => ['UPSTREAM_FILE_HOSTS', `b.example,${host}`, [`"${host}" is not a host`]],
  ),
  ['FEDERATION', 'yes', ['"yes"', 'neither on nor off, nor a list of trans-id, node, auth']],
  ['UPSTREAM_TOKEN_HEADER', 'x token', ['"x token"', 'header']],
  ...[
    'Content-Type',
    'keep-alive',
    'Upgrade',
    'expect',
    'Cookie',
    'traceparent',
    'tracestate',
    'X-Request-ID',
    'te',
  ].map((header): [string, string, string[]] => ['UPSTREAM_TOKEN_HEADER', header, [`"${header}"`, 'header']]),
  ...['HOST', 'DATA_DIR', 'UPSTREAM_CLIENT_ID', 'UPSTREAM_CLIENT_SECRET', 'AUTH_ISSUER', 'AUTH_AUDIENCE'].map(
    (name): [string, string, string[]] => [name, ' \t', ['blank']],
  ),
  ['HOST', 'localhost:4000', ['"localhost:4000"', 'host name', 'the port is another setting']],
  ['METRICS_HOST', '[::1]:9090', ['"[::1]:9090"', 'host name']],
  ['UPSTREAM_TIME_ZONE', 'Mars/Olympus', ['"Mars/Olympus"', 'IANA', '-07:00']],
  ['UPSTREAM_TIME_ZONE', '+25:00', ['"+25:00"', 'IANA']],
  // Names of ICU that are none of IANA: Intl takes them, and Temporal, which converts the times, does not.
  ['UPSTREAM_TIME_ZONE', 'JST', ['"JST"', 'IANA']],
  ['UPSTREAM_TIME_ZONE', '2024-06-06T05:35Z', ['"2024-06-06T05:35Z"', 'IANA']],
  ['UPSTREAM_FILTER_SEPARATOR', '|', ['"|"', '", ", ",", ";", "&"']],
  ['PORT', '1'.repeat(5_000), ['1…" is not a whole number from 0 to 65535']],
  ['UPSTREAM_FILTER_TIMESTAMPS', 'US', ['"US"', 'iso, compact, local, sql, us, us-12, seconds, milliseconds']],
  ['UPSTREAM_CONNECTIONS_TOTAL', '1', ['2 to 100000']],
  ['UPSTREAM_MAX_RESPONSE_BYTES', '1kb', ['"1kb"', '1024 to']],
  ['UPSTREAM_CA_FILE', '/nowhere/ca.pem', ['cannot be read', 'ENOENT']],
  ['PERSISTED_DOCUMENTS', '/nowhere/manifest.json', ['cannot be read', 'ENOENT']],
  ['OUTBOUND_PROXY', 'proxy.example:3128', ['http or https']],
  ['OUTBOUND_PROXY', 'socks5://proxy.example', ['the value is not an http or https URL']],
  ['AUTH_AUDIENCE', 'post-api', ['"post-api"', 'POST API', 'different']],
  ['AUTH_AUDIENCE', 'graph, post-api', ['"post-api"', 'POST API', 'different']],
  ['AUTH_AUDIENCE', ' , ', ['no audience']],
  ['AUTH_JWKS_URL', 'http://login.example/jwks.json', secure],
  ['LEDGER_URL', 'mysql://db.example/gateway', ['postgresql://user:password@host:port,host:port/name']],
  ['LEDGER_URL', 'postgresql://db.example:x/gateway', ['postgresql://user:password@host:port,host:port/name']],
  ['LEDGER_URL', 'postgresql://user:12/3@db.example/gateway', ['in a password, / is %2F']],
  ['LEDGER_URL', 'postgresql://user:12#3@db.example/gateway', ['# is %23']],
  ['LEDGER_URL', 'postgresql://user:12%zz@db.example/gateway', ['broken % escape']],
  ['LEDGER_URL', 'postgresql://user:1%2F2@db.example/gateway?sslrootcert=/our ca.pem', ['white space']],
  ['LEDGER_URL', 'postgresql://db.example/gateway?schema=My-Ledger', ['"My-Ledger"', 'a-z, 0-9 and _']],
  ['ID_KEYS', 'abc', ['id:secret', '32 bytes']],
  ['ID_KEYS', `256:${key32}`, ['0 to 255']],
  ['ID_KEYS', `1:${key32.slice(0, 40)}`, ['32 bytes']],
  ['ID_KEYS', `1:${key32},1:${key32}`, ['a unique id']],
])('%s rejects %s, and says what is allowed', (name, value, words) => {
  const faults = faultsOf({ ...real, [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name}: `));
  for (const word of words) expect(faults[0]).toContain(word);
});

test.each<[string, string]>([
  ['UPSTREAM_URL', 'http://localhost:8080'],
  ['UPSTREAM_URL', 'http://127.0.0.1:8080/base'],
  ['UPSTREAM_URL', 'http://[::1]:8080'],
  ['AUTH_JWKS_URL', 'http://127.0.0.1:8080/jwks.json'],
  ['UPSTREAM_URL', 'https://x.example/base/@here/'],
  ['PUBLIC_URL', 'https://graph.example.com:8443/below'],
  ['AUTH_JWKS_URL', 'https://login.example/jwks.json?tenant=1'],
  ['ALLOWED_HOSTS', 'localhost, graph_1.example.com., GRAPH.example, 192.0.2.7, ::1, [2001:db8::1]'],
  ['UPSTREAM_FILE_HOSTS', 'Files.example.com, cdn.example.com:8443, 127.0.0.1:80, [::1]:8080'],
  ['METRICS_HOST', 'metrics_1.internal'],
  ['UPSTREAM_TIME_ZONE', 'America/Los_Angeles'],
  ['FEDERATION', 'trans-id, auth'],
  ['OUTBOUND_PROXY', 'http://user:password@proxy.example:3128'],
  ['ID_KEYS', `7:${key32}, 1:${Buffer.alloc(48, 2).toString('base64url')}`],
  ['CORS_ORIGINS', 'https://app.example.com, http://localhost:5173'],
  ['TRUST_PROXY', '10.0.0.0/8, ::1, 2001:db8::/32, 192.0.2.7'],
])('%s accepts %s', (name, value) => {
  expect(faultsOf({ ...real, [name]: value })).toEqual([]);
});

test.each([
  ['UPSTREAM_TOKEN_HEADER', 'X-Access-Token', 'authorization'],
  ['UPSTREAM_FILTER_BRACKETS', 'off', 'on'],
  ['UPSTREAM_FILTER_SEPARATOR', ';', ', '],
  ['UPSTREAM_FILTER_RANGE', 'tight', 'spaced'],
  ['UPSTREAM_FILTER_TIMESTAMPS', 'local', 'iso'],
  ['UPSTREAM_FILTER_DATES', 'us', 'iso'],
  ['UPSTREAM_EPOCH', 'seconds', 'off'],
])('%s=%s requires a real service, because the embedded one knows only %s', (name, other, usual) => {
  const UPSTREAM_URL = 'embedded';
  expect(faultsOf({ UPSTREAM_URL, [name]: other })).toEqual([
    expect.stringMatching(`^${name}: requires the URL of a POST API`),
  ]);
  expect(faultsOf({ UPSTREAM_URL, [name]: usual })).toEqual([]);
});

const forAnyService = [
  ...['TOKEN_BODY', 'TIME_ZONE', 'DEADLINE_MS', 'MAX_RESPONSE_BYTES', 'UPLOAD_ENCODING', 'CONTRADICTIONS'],
  ...['CONNECTIONS_TOTAL', 'CALLS_PER_MINUTE'],
].map((name) => `UPSTREAM_${name}`);
/** A valid value of a setting: its default, if it has one. */
function validValue(key: keyof typeof settings.shape): string {
  if (key !== 'UPSTREAM_CA_FILE')
    return String(settings.shape[key].safeParse(undefined).data || (forAnyService.includes(key) ? '1000' : 'example'));
  const file = join(temporaryFolder(), 'ca.pem');
  writeFileSync(file, rootCertificates[0] ?? '');
  return file;
}

const upstreamKeys = keys.filter((key) => /^UPSTREAM_(?!URL$)/.test(key));

test.each(upstreamKeys)(
  '%s works with the embedded service, and is a fault without UPSTREAM_URL unless it is for any service',
  (key) => {
    const given = { [key]: validValue(key) };
    const required = expect.stringMatching(`^UPSTREAM_URL: required with ${key}: the base URL .* or the word embedded`);
    expect(faultsOf(given)).toEqual(forAnyService.includes(key) ? [] : [required]);
    expect(faultsOf({ ...given, UPSTREAM_URL: 'embedded' })).toEqual([]);
  },
);

test('a misspelled UPSTREAM_URL is no start with the demo service, but one fault that names every reason', () => {
  const { UPSTREAM_URL: url = '', ...others } = real;
  expect(faultsOf({ ...others, HOST: '0.0.0.0', UPSTREAM_BASE_URL: url })).toEqual([
    'UPSTREAM_URL: required with HOST=0.0.0.0, UPSTREAM_CLIENT_ID, UPSTREAM_CLIENT_SECRET, UPSTREAM_VENDOR_EMAIL, ' +
      'UPSTREAM_BASE_URL, which is not a known setting: the base URL of the POST API, or the word embedded for the demo ' +
      'service in this process',
  ]);
});

test.each<[string, string]>([
  ['PUBLIC_URL', 'https://graph.example.com'],
  ['ALLOWED_HOSTS', 'graph.example.com'],
  ['TRUST_PROXY', '127.0.0.1'],
])('%s, which says that others reach the gateway, requires UPSTREAM_URL, also on loopback', (key, value) => {
  expect(faultsOf({ [key]: value })).toEqual([expect.stringContaining(`UPSTREAM_URL: required with ${key}: `)]);
  expect(faultsOf({ [key]: value, UPSTREAM_URL: 'embedded' })).toEqual([]);
});

test.each(['UPSTREAM_BASE_URL', 'UPSTRAEM_URL', 'UPSTREAMURL', 'upstream_url', 'UPSTREAM_ADDRESS'])(
  '%s alone is a fault without UPSTREAM_URL, and none with it',
  (key) => {
    const given = { [key]: 'https://api.vendor.example' };
    expect(faultsOf(given)).toEqual([
      expect.stringContaining(`UPSTREAM_URL: required with ${key}, which is not a known setting`),
    ]);
    expect(faultsOf({ ...given, UPSTREAM_URL: 'embedded' })).toEqual([]);
    expect(faultsOf({ ...given, ...real })).toEqual([]);
  },
);

test('UPSTREAM_FILTER_OPEN_ENDS, which has no effect any more, prevents no start', () => {
  expect(faultsOf({ UPSTREAM_FILTER_OPEN_ENDS: '1900-01-01,2037-12-31' })).toEqual([]);
});

test('UPSTREAM_URL=embedded chooses the embedded service, with a client of its own', () => {
  const config = configOf({ UPSTREAM_URL: 'embedded', UPSTREAM_CLIENT_ID: 'client-1' });
  expect(config).toMatchObject({ isEmbedded: true, upstreamName: 'embedded', UPSTREAM_CLIENT_ID: 'client-1' });
  expect(config.UPSTREAM_URL).toBeUndefined();
  expect(configOf({}).upstreamName).toBe('embedded');
  expect(configOf(real).upstreamName).toBe('api.vendor.example');
  expect(faultsOf({ UPSTREAM_URL: 'Embedded' })[0]).toContain('nor the word embedded');
  expect(faultsOf({ ...real, UPSTREAM_URL: 'https://x.example?a' })).toEqual([
    'UPSTREAM_URL: "https://x.example?…" must have no query',
  ]);
});

test.each<[string, string]>([
  ['UPSTREAM_CLIENT_ID', 'the provider of the POST API tells you yours'],
  ['UPSTREAM_CLIENT_SECRET', 'the provider of the POST API tells you yours'],
  ['UPSTREAM_VENDOR_EMAIL', 'the provider of the POST API tells you yours'],
  ['AUTH_ISSUER', 'it is `issuer` in the /.well-known/openid-configuration of your identity provider'],
  ['AUTH_AUDIENCE', 'it is the `aud` that your identity provider puts into tokens for this gateway'],
  ['AUTH_JWKS_URL', 'it is `jwks_uri` in the /.well-known/openid-configuration of your identity provider'],
  ['ID_KEYS', `make one with: node -p "'1:' + crypto.randomBytes(32).toString('base64url')"`],
])('with UPSTREAM_URL, %s is required, and the fault says where it comes from', (key, source) => {
  expect(faultsOf(without(key))).toEqual([`${key}: required with UPSTREAM_URL; ${source}`]);
});

test.each(['ID_KEYS', 'METRICS_TOKEN', 'FEDERATION_TOKEN'])(
  'a %s that is too short is a fault with the command that makes one, whose output is accepted',
  (key) => {
    const [fault = ''] = faultsOf({ ...real, [key]: 'short' });
    const [, command = ''] = /; make one with: node -p "(.*)"$/.exec(fault) ?? [];
    const made = execFileSync(process.execPath, ['-p', command], { encoding: 'utf8' }).trim();
    expect(faultsOf({ ...real, [key]: made })).toEqual([]);
  },
);

test.each(Object.keys(auth))('with %s alone, the other two AUTH_* settings are required', (key) => {
  const others = Object.keys(auth).filter((other) => other !== key);
  const faults = faultsOf({ [key]: auth[key] ?? '' });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(others);
  for (const fault of faults) expect(fault).toContain('required if any of');
});

test.each(['0.0.0.0', '::', '192.168.1.5', 'gateway.example', '1270.0.0.1'])(
  'without AUTH_*, the gateway does not listen on %s',
  (HOST) => {
    const faults = faultsOf({ HOST, UPSTREAM_URL: 'embedded' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(Object.keys(auth));
    for (const fault of faults) expect(fault).toContain(`to listen on ${HOST}`);
    expect(faultsOf({ HOST, UPSTREAM_URL: 'embedded', ...auth })).toEqual([]);
    // The demo service is not served to other machines by default, whoever issues the tokens.
    expect(faultsOf({ HOST, ...auth })).toEqual([expect.stringContaining(`UPSTREAM_URL: required with HOST=${HOST}`)]);
  },
);

test.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('without AUTH_*, the gateway listens on %s', (HOST) => {
  expect(faultsOf({ HOST })).toEqual([]);
});

test('no fault shows a secret', () => {
  const faults = faultsOf({
    PUBLIC_URL: 'https://user:hunter2@graph.example',
    CORS_ORIGINS: 'https://user:hunter2@app.example',
    ALLOWED_HOSTS: 'user:hunter2@graph.example',
    UPSTREAM_FILE_HOSTS: 'https://files.example?key=hunter2',
    UPSTREAM_URL: 'https://user:hunter2@api.vendor.example/base',
    UPSTREAM_CLIENT_SECRET: 'hunter2',
    AUTH_JWKS_URL: 'http://user:hunter2@login.example?hunter2',
    OUTBOUND_PROXY: 'user:hunter2@proxy.example',
    LEDGER_URL: 'mysql://user:hunter2@db.example/gateway',
    ID_KEYS: '1:hunter2',
  });
  expect(faults.length).toBeGreaterThan(8);
  expect(faults.join('\n')).not.toContain('hunter2');
});

test.each(['REDIS_URL', 'REDIS_URL_FILE', 'REDIS_SENTINELS', 'REDIS_CLUSTER'])(
  '%s is a fault that names what to use instead, and not its value',
  (key) => {
    expect(faultsOf({ [key]: 'redis://:hunter2@redis.example' })).toEqual([
      expect.stringMatching(
        new RegExp(`^${key}: Redis is not used any more; set LEDGER_URL to a PostgreSQL database .*CHANGELOG.md`),
      ),
    ]);
  },
);

test('a setting that another one has replaced is a fault that names it', () => {
  expect(faultsOf({ ...real, UPSTREAM_PASSCODE_RETURN: 'text' })).toEqual([
    'UPSTREAM_PASSCODE_RETURN: is UPSTREAM_BOOLEANS now, which also says how full_details is sent',
  ]);
});

test('what all processes may use together is enough for each of them', () => {
  const six = { WORKERS: '2', REPLICAS: '3' };
  expect(configOf({ ...six, UPSTREAM_CONNECTIONS_TOTAL: '12', UPSTREAM_CALLS_PER_MINUTE: '12' }).processes).toBe(6);
  expect(faultsOf({ ...six, UPSTREAM_CONNECTIONS_TOTAL: '11', UPSTREAM_CALLS_PER_MINUTE: '11' })).toEqual(
    ['UPSTREAM_CONNECTIONS_TOTAL', 'UPSTREAM_CALLS_PER_MINUTE'].map(
      (key) => `${key}: with 6 processes (WORKERS times REPLICAS), at least 12: each needs 2`,
    ),
  );
});

test('each worker has a port for its metrics, and none has the port that all of them serve', () => {
  expect(configOf({}).servesMetrics).toBe(true);
  expect(configOf({ WORKERS: '2' }).servesMetrics).toBe(false);
  expect(faultsOf({ WORKERS: '3', METRICS_PORT: '65534' })).toEqual([
    'METRICS_PORT: with 3 workers, each of which has one, at most 65533',
  ]);
  expect(faultsOf({ WORKERS: '2', METRICS_TOKEN: 'sixteen-characters' })).toEqual([
    expect.stringContaining('METRICS_TOKEN: with WORKERS, set METRICS_PORT too'),
  ]);
});

test('the ports of metrics differ from the port of the gateway on the same address', () => {
  const fault = ['METRICS_PORT: must differ from PORT'];
  expect(faultsOf({ METRICS_PORT: '4000' })).toEqual(fault);
  expect(faultsOf({ PORT: '9402', METRICS_PORT: '9400', WORKERS: '3' })).toEqual(fault);
  expect(faultsOf({ PORT: '9403', METRICS_PORT: '9400', WORKERS: '3' })).toEqual([]);
  expect(faultsOf({ METRICS_PORT: '4000', METRICS_HOST: '127.0.0.2' })).toEqual([]);
  expect(faultsOf({ METRICS_PORT: '4000', METRICS_HOST: '0.0.0.0' })).toEqual(fault);
  expect(faultsOf({ PORT: '1', WORKERS: '2' })).toEqual([]);
  expect(faultsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
});

test('without ID_KEYS, keys are generated once in the data folder', () => {
  const folder = temporaryFolder();
  const load = () => configOf({ DATA_DIR: join(folder, 'new') }).loadIdKeys();
  expect(load()).toEqual(load());
  expect(load()).toHaveLength(1);
});

test.each([
  ['nonsense', (path: string) => writeFileSync(path, 'nonsense')],
  ['a folder', (path: string) => mkdirSync(path)],
])('id keys of the data folder that are %s are a fault that says what to do', (_, put) => {
  const folder = temporaryFolder();
  put(join(folder, 'id-keys'));
  const { loadIdKeys } = configOf({ DATA_DIR: folder });
  expect(loadIdKeys).toThrow(Fault);
  expect(loadIdKeys).toThrow(/id keys in the data folder .* cannot be used: .* set DATA_DIR or ID_KEYS/);
});

const [one = '', other = ''] = rootCertificates;

test.each([
  ['one certificate', one],
  ['several certificates with comments', `The first\n${one}\nThe other\r\n${other.replaceAll('\n', '\r\n')}`],
])('UPSTREAM_CA_FILE accepts %s, and is read', (_, text) => {
  const file = join(temporaryFolder(), 'ca.pem');
  writeFileSync(file, text);
  expect(configOf({ UPSTREAM_URL: 'embedded', UPSTREAM_CA_FILE: file }).UPSTREAM_CA_FILE).toBe(text);
});

test.each<[string, string | Buffer, string]>([
  ['text without a certificate', 'a certificate', 'contains no PEM certificate'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'contains no PEM certificate'],
  ['a certificate in DER', new X509Certificate(one).raw, 'contains no PEM certificate'],
  ['a truncated certificate', one.slice(0, 500), 'contains no PEM certificate'],
  ['a broken certificate', one.replace(/MII.{9}/, ''), 'contains no PEM certificate'],
])('UPSTREAM_CA_FILE rejects %s', (_, content, words) => {
  const file = join(temporaryFolder(), 'ca.pem');
  writeFileSync(file, content);
  expect(faultsOf({ UPSTREAM_URL: 'embedded', UPSTREAM_CA_FILE: file })).toEqual([
    expect.stringMatching(`^UPSTREAM_CA_FILE: .*${words}`),
  ]);
});

test('warns if the grace period is no longer than the deadline of a call', () => {
  expect(configWarnings(configOf({}))).toEqual([]);
  expect(configWarnings(configOf({ DRAIN_GRACE_MS: '10001' }))).toEqual([]);
  expect(configWarnings(configOf({ DRAIN_GRACE_MS: '10000' }))).toEqual([
    expect.stringMatching(/^DRAIN_GRACE_MS: 10000 is not longer than UPSTREAM_DEADLINE_MS \(10000\)/),
  ]);
});

test('a subgraph takes a manifest of persisted documents only with a token for routers', () => {
  const file = join(temporaryFolder(), 'manifest.json');
  writeFileSync(file, '{}');
  const both = { FEDERATION: 'on', PERSISTED_DOCUMENTS: file };
  expect(faultsOf(both)).toEqual([expect.stringContaining('keep the manifest at the router, or set FEDERATION_TOKEN')]);
  expect(faultsOf({ ...both, FEDERATION: 'node' })).toHaveLength(1);
  expect(faultsOf({ ...both, FEDERATION: 'off' })).toEqual([]);
  expect(faultsOf({ FEDERATION_TOKEN: 'x'.repeat(15) })).toEqual([
    expect.stringContaining('FEDERATION_TOKEN: the value has fewer than 16 characters; '),
  ]);
  for (const unsendable of ['clé-de-seize-caractères', ' begins-with-a-space', 'two\nlines-of-one-token'])
    expect(faultsOf({ FEDERATION_TOKEN: unsendable })).toEqual([
      expect.stringMatching(/^FEDERATION_TOKEN: the value cannot be sent in a header/),
    ]);
  expect(configOf({ ...both, FEDERATION_TOKEN: 'sixteen-characters' }).FEDERATION_TOKEN).toBe('sixteen-characters');
});

test('the file of webhooks is read', () => {
  const file = join(temporaryFolder(), 'webhooks.json');
  writeFileSync(file, '{"webhooks":[],"secret":"whsec_x"}');
  const config = configOf({
    WEBHOOKS_FILE: file,
    WEBHOOKS_NETWORKS: '10.0.0.0/8, ::1',
  });
  expect(config).toMatchObject({ webhookNetworks: ['10.0.0.0/8', '::1'] });
  expect(config.WEBHOOKS_FILE).toContain('whsec_x');
});

const root = join(import.meta.dirname, '../..');
test.each(Object.entries(settings.shape))('%s is described, and its example is valid', (_key, row) => {
  expect(row.description).toMatch(/\S/);
  const { example } = traitsOf(row);
  expect(row.safeParse(example).error).toBeUndefined();
});

test('every setting has a reader', () => {
  const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== join('config', 'settings.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n');
  expect(Object.keys(settings.shape).filter((key) => !new RegExp(`(\\.|[{,]\\s*)${key}\\b`).test(code))).toEqual([]);
});
