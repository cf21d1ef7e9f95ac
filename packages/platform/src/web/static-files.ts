/** The static files of a page. Each is loaded on first use, so that a start without visitors pays nothing for them. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface Source {
  readonly type: string;
  readonly load: () => string | Buffer | Promise<string | Buffer>;
}

interface StaticReply {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: string | Buffer;
}

export class StaticFiles {
  readonly names: readonly string[];
  readonly #sources: Readonly<Record<string, Source>>;
  readonly #loaded = new Map<string, ReturnType<typeof load>>();

  constructor(sources: Readonly<Record<string, Source>>) {
    this.names = Object.keys(sources);
    this.#sources = sources;
  }

  /** Starts loading all files in the background; a failure is reported to the request for the file. */
  prepare(): void {
    for (const name of this.names) void this.#get(name);
  }

  async reply(name: string, requestHeaders: IncomingHttpHeaders): Promise<StaticReply> {
    const { content, etag, type } = await this.#get(name);
    const headers = { 'cache-control': 'no-cache', etag };
    if (namesTag(requestHeaders['if-none-match'], etag)) return { status: 304, headers };
    return { status: 200, headers, type, body: content };
  }

  #get(name: string): ReturnType<typeof load> {
    const file = this.#loaded.getOrInsertComputed(name, () => load(this.#sources[name] as Source));
    // A failed read is not cached: the file may be readable the next time.
    file.catch(() => this.#loaded.delete(name));
    return file;
  }
}

async function load({ type, load: read }: Source) {
  const content = await read();
  return { type, content, etag: entityTagOf(content) };
}

/** A strong entity tag, by the content. */
export function entityTagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether a list of entity tags, as in If-None-Match, contains this version (RFC 9110, 8.8.3): `*` matches any, and tags that differ only
 * in being weak are equal. False without a list.
 */
export function namesTag(list: string | undefined, tag: string): boolean {
  return (list ?? '').split(',').some((item) => ['*', tag].includes(item.trim().replace(/^W\//, '')));
}
