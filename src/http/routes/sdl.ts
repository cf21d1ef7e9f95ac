/** `/schema.graphql`: the graph as SDL, for tools and for reading. Like introspection, it needs no token. */
import { createHash } from 'node:crypto';
import { namesTag } from '@realty-forms/platform/web/entity-tags.ts';
import type { Route } from '../middleware/routing.ts';

export function sdlRoute(sdl: string): Route {
  const etag = `"${createHash('sha256').update(sdl).digest('base64url')}"`;
  const headers = { 'cache-control': 'no-cache', etag };
  return {
    path: '/schema.graphql',
    methods: ['GET'],
    handle({ request }) {
      if (namesTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
      return { status: 200, headers, type: 'text/plain; charset=utf-8', body: sdl };
    },
  };
}
