/**
 * Whether two servers answer the same to the same: what is measured is the same work only then. Ids are compared by their type
 * alone, because only the gateway can seal one.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Server } from './processes.ts';
import { bodyOf, type Work } from './works.ts';

export async function askOnce(server: Server, work: Work, token: string, connection: number): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(server.url, { method: 'POST', headers, body: bodyOf(work, connection) });
  return await response.json();
}

/** Where two answers differ, as a path into them; null where they are the same. */
export function difference(one: unknown, other: unknown, path = '', key = ''): string | null {
  if (key === 'id') return typeof one === 'string' && typeof other === 'string' ? null : path;
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other) ? null : path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  for (const each of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(one[each], other[each], `${path}/${each}`, each);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
