/**
 * Whether a list of entity tags, as in If-None-Match, names this version (RFC 9110, 8.8.3): `*` names any, and tags that differ only in
 * being weak are equal. False without a list.
 */
export function namesTag(list: string | undefined, tag: string): boolean {
  return (list ?? '').split(',').some((item) => ['*', tag].includes(item.trim().replace(/^W\//, '')));
}
