/** The least that can be done for a rejected request: a server on `node:http` that responds to everything as the gateway does when it is full. */
const { createServer } = process.getBuiltinModule('node:http');

const body = JSON.stringify({
  errors: [
    {
      message: 'The server is overloaded. Try again in a moment.',
      extensions: { code: 'OVERLOADED', retryable: true },
    },
  ],
});
const head = Object.entries({
  'x-request-id': crypto.randomUUID(),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'retry-after': '1',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(body.length),
}).flat();

const server = createServer((_request, response) => {
  response.writeHead(503, head);
  response.end(body, 'latin1');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`ready http://127.0.0.1:${address?.port}`);
});
