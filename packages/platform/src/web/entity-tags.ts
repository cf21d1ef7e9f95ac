/** Whether a list of entity tags, as in If-Match, names this version (RFC 9110, 8.8.3). `*` names any. */
export function namesTag(list: string, tag: string): boolean {
  return list.split(',').some((item) => item.trim() === tag || item.trim() === '*');
}

/** The same for If-None-Match, where tags that differ only in being weak are equal. False without a list. */
export function namesTagWeakly(list: string | undefined, tag: string): boolean {
  return list !== undefined && namesTag(list.replaceAll('W/"', '"'), tag.replace('W/"', '"'));
}
