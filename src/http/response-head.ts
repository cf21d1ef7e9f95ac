/**
 * The headers of the fast lane's responses, in the order in which the regular path sends them. There is one list per kind of
 * response, refilled for each one, since Node has read it when `writeHead` returns.
 */
import type { CorsHeaders } from './cross-origin.ts';
import { securityHeaders } from './security-headers.ts';

const common = Object.entries(securityHeaders).flat();

export class ResponseHead {
  readonly #mediaType: string;
  readonly #list: string[];
  /** How many leading entries are the same for every response, except for the value of the request id. */
  readonly #fixedCount: number;

  constructor(mediaType: string, origin: CorsHeaders) {
    this.#mediaType = mediaType;
    this.#list = ['x-request-id', '', ...common, ...Object.entries(origin).flat()];
    this.#fixedCount = this.#list.length;
  }

  /** Alternating names and values, valid until the next call. `rateLimitHeaders` holds the rate-limit headers. */
  with(requestId: string, rateLimitHeaders: readonly string[], length: number): string[] {
    const list = this.#list;
    list[1] = requestId;
    let at = this.#fixedCount;
    for (const each of rateLimitHeaders) {
      list[at] = each;
      at += 1;
    }
    list[at] = 'content-type';
    list[at + 1] = this.#mediaType;
    list[at + 2] = 'content-length';
    list[at + 3] = String(length);
    return list;
  }
}

/** One head per media type and origin; both have few known values, so the maps stay small. */
export class ResponseHeads {
  readonly #heads = new Map<string, Map<CorsHeaders, ResponseHead>>();

  of(mediaType: string, origin: CorsHeaders): ResponseHead {
    let byOrigin = this.#heads.get(mediaType);
    if (byOrigin === undefined) {
      byOrigin = new Map<CorsHeaders, ResponseHead>();
      this.#heads.set(mediaType, byOrigin);
    }
    let head = byOrigin.get(origin);
    if (head === undefined) {
      head = new ResponseHead(mediaType, origin);
      byOrigin.set(origin, head);
    }
    return head;
  }
}
