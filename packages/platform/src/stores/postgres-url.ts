/** URLs of PostgreSQL databases: `postgresql://user:password@host:port/name`, also with several hosts, as PostgreSQL's own library takes them. */

/** The URL without its secrets; one for each host. */
export function describePostgres(url: string): string {
  return eachHost(url)
    .map((each) => {
      const { host, searchParams, pathname } = new URL(each);
      return `postgresql://${host || searchParams.get('host') || 'localhost'}${pathname}`;
    })
    .join(', ');
}

/** A URL for each of the hosts, in their order. */
export function eachHost(url: string): readonly string[] {
  const [, start = url, hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}
