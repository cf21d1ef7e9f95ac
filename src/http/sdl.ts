/** `/schema.graphql`: the graph as SDL, for tools and for reading. Like introspection, it needs no token. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export function serveSdl(app: FastifyInstance, sdl: string): void {
  const etag = `"${createHash('sha256').update(sdl).digest('base64url')}"`;
  app.get('/schema.graphql', (request, reply) => {
    void reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('text/plain; charset=utf-8').send(sdl);
  });
}
