/**
 * Checks that servers return the same response to the same request, so that the comparison measures the same work. Ids and cursors
 * are compared by type only, because each server makes its own.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Server } from './processes.ts';
import { bodyOf, type Workload } from './workloads.ts';

export async function sendOnce(server: Server, work: Workload, token: string, connection: number): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(server.url, { method: 'POST', headers, body: bodyOf(work, connection) });
  return await response.json();
}

/** Throws if the response has no data or has errors: measurements themselves count status codes only. */
export async function sendChecked(server: Server, work: Workload, token: string, name = work.name): Promise<unknown> {
  const response = await sendOnce(server, work, token, 0);
  const { data, errors } = response as { data?: unknown; errors?: unknown };
  if (!data || errors !== undefined) throw new Error(`${name}: ${JSON.stringify(errors)}`);
  return response;
}

/** The path at which two responses differ; null if they are the same. */
export function difference(one: unknown, other: unknown, path = '', key = ''): string | null {
  if (key === 'id' || key === 'endCursor') return typeof one === 'string' && typeof other === 'string' ? null : path;
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
