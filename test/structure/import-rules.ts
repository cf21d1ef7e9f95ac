/**
 * What each part of src, and each package, may import. Within its own folder, a part may import everything; a row for a part of a part is
 * used instead of the larger one's. Paths without an ending are folders.
 */
export const directions: Readonly<Record<string, readonly string[]>> = {
  'start.js': ['main.ts'],
  'main.ts': ['config', 'platform', 'process'],
  'commands/doctor.ts': ['config', 'doctor/command.ts', 'platform', 'process'],
  'commands/reference.ts': ['config', 'platform', 'process/embedded.ts', 'reference/command.ts'],
  'commands/schema.ts': ['graphql/federation', 'graphql/schema', 'platform'],
  'commands/token.ts': ['config', 'platform', 'process/development.ts'],
  'commands/index.ts': ['config', 'gateway/search', 'platform', 'process/databases.ts'],
  'commands/webhooks.ts': ['config', 'gateway/ledger', 'platform', 'process/databases.ts', 'webhooks'],
  process: ['config', 'platform'],
  'process/embedded.ts': ['config', 'platform', 'reference/index.ts'],
  'process/serve-options.ts': ['config', 'gateway', 'graphql', 'http', 'platform', 'upstream'],
  'process/databases.ts': ['config', 'gateway/ledger', 'gateway/search', 'platform'],
  'process/serve.ts': ['config', 'gateway', 'graphql', 'http', 'platform', 'upstream'],
  'process/webhooks.ts': ['config', 'gateway', 'graphql', 'platform', 'webhooks'],
  // Only what says which values are valid.
  config: ['contract/calls', 'gateway/ids', 'platform', 'upstream/answers/redaction.ts'],
  http: ['gateway', 'graphql', 'platform'],
  webhooks: ['gateway', 'platform', 'upstream/connections'],
  graphql: ['contract', 'gateway', 'generated', 'platform'],
  // It does not depend on the schema, and fails as the reader of a file expects it.
  'graphql/uploads/multipart.ts': ['gateway/files/incoming-file.ts', 'platform'],
  generated: ['gateway', 'graphql'],
  gateway: ['contract', 'platform', 'upstream'],
  'gateway/lists': ['contract', 'platform', 'upstream'],
  upstream: ['contract', 'platform'],
  contract: [],
  platform: [],
  // An independent judge of the gateway, which it never sees.
  reference: ['contract', 'platform'],
  // It needs no gateway, and does not know the embedded service.
  doctor: ['contract', 'platform'],
};

/** The parts that import no Node modules. */
export const withoutNode = ['contract', 'commands/token.ts', 'config/kinds.ts'];

/** Who imports what is installed, by the very name that is imported: another entry of the same package is not covered. */
export const modules: Readonly<Record<string, readonly string[]>> = {
  'config/kinds.ts': ['zod'],
  'config/unknown-keys.ts': ['leven'],
  'doctor/service.ts': ['undici'],
  'gateway/callers/key-set.ts': ['jose', 'jose/jwks/remote'],
  'gateway/callers/principal.ts': ['jose', 'jose/errors', 'jose/jwt/verify', 'lru-cache'],
  'gateway/reading/loaders.ts': ['dataloader'],
  'gateway/search/calendar.ts': ['ical-generator'],
  'gateway/search/filling/interest.ts': ['lru-cache'],
  'gateway/search/search.ts': ['lru-cache'],
  generated: ['graphql'],
  graphql: ['@apollo/server', '@apollo/server/errors', '@apollo/server/plugin/disabled', 'graphql'],
  'graphql/operations.ts': ['lru-cache'],
  'graphql/schema/schema.ts': ['@graphql-tools/schema'],
  'http/middleware/limits.ts': ['@fastify/proxy-addr', 'ipaddr.js'],
  'http/response.ts': ['negotiator'],
  'http/playground/playground.ts': ['@graphql-yoga/render-graphiql/graphiql'],
  'platform/observability/log.ts': ['pino'],
  'platform/observability/metrics.ts': ['@prometheus-io/client'],
  'platform/observability/series.ts': ['@prometheus-io/client'],
  'platform/observability/tracing.ts': [
    '@opentelemetry/api',
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/instrumentation',
    '@opentelemetry/instrumentation-http',
    '@opentelemetry/instrumentation-undici',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
  ],
  'platform/stores/postgres.ts': ['pg'],
  'platform/stores/sqlite.ts': ['node:sqlite'],
  'platform/web/request-json.ts': ['secure-json-parse'],
  'platform/web/forms.ts': ['@fastify/busboy'],
  reference: ['@fastify/send', 'fastify', 'kysely', 'kysely/migration'],
  'reference/docs/routes.ts': ['swagger-ui-dist/swagger-ui.css'],
  'reference/files/zip.ts': ['yazl'],
  'reference/dialect/dialect.ts': ['zod'],
  'reference/tokens/token.ts': ['jose', 'jose/errors', 'jose/jwt/sign', 'jose/jwt/verify'],
  'upstream/connections/dispatcher.ts': ['undici'],
  'webhooks/config.ts': ['zod'],
  'webhooks/destinations.ts': ['ipaddr.js'],
};
