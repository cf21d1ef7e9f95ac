/** The routes beside the endpoints, read with GET and without a token: keys, documents, and the files that addresses lead to. */
const json = (description: string, schema: object = { type: 'object' }) => ({
  200: { description, content: { 'application/json': { schema } } },
});

const plain = (operationId: string, summary: string, responses: object, more: object = {}) => ({
  get: { operationId, tags: ['service'], summary, security: [], responses, ...more },
});

export const plainPaths = {
  '/.well-known/jwks.json': plain('keys', 'The public key that verifies tokens', json('A JSON Web Key Set.')),
  '/openapi.json': plain('document', 'This document', json('OpenAPI 3.1.')),
} as const;
