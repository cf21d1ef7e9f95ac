/** What the URL of a database says. In a file of its own, since settings are checked without loading PostgreSQL's client. */

/** A URL for each of the hosts, in their order: `postgresql://user:password@host:port/name` may have several. */
export function eachHost(url: string): readonly string[] {
  const [, start = url, hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}
