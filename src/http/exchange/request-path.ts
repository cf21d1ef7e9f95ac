/**
 * The path that the target of a request names; null if it is malformed. A target may name the host, too, without a path for the root,
 * and its path may be encoded: it is the same path then.
 */
export function pathOf(url: string): string | null {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
