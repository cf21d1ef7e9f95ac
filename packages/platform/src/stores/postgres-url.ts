/** Reads the URL of a database. A file of its own, since settings are checked without loading PostgreSQL's client. */

/** One URL per host, in order: `postgresql://user:password@host:port/name` may name several hosts. */
export function eachHost(url: string): readonly string[] {
  const [, start = url, hosts = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}
