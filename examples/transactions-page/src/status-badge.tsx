/** A status in words, in its own color; the color alone carries no meaning. */
import type { PropertyStatus } from 'realty-forms-graphql-client';
import { words } from './lib/format.ts';

export function StatusBadge({ status }: { readonly status: PropertyStatus | null | undefined }) {
  return status == null ? null : <span className={`badge badge-${status.toLowerCase()}`}>{words(status)}</span>;
}
