/**
 * What a shell may have for other programs is taken from the runner of the tests before it starts its workers: else clients of PostgreSQL
 * connect elsewhere or as somebody else, requests to this machine go to a proxy, and numbers that a program prints have colors. The
 * conformance suite may need the proxy to reach the service that it tests.
 */
const ofOthers = /^(?:PG[A-Z]|FORCE_COLOR$|NODE_USE_ENV_PROXY$)|_PROXY$/i;

if (process.env['CONFORMANCE_BASE_URL'] === undefined)
  for (const name of Object.keys(process.env)) if (ofOthers.test(name)) delete process.env[name];
