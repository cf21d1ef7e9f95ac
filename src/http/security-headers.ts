/** The headers of every response; a route may loosen only what it needs, as the playground does with its policy. */

export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** What GraphiQL needs: scripts and workers from this server only, and the styles that its editor sets inline. */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ');
