/**
 * The headers of the fast lane's answers, in the order of the ordinary way: one list for all answers of a kind, filled in
 * for each of them, since Node has read it when `writeHead` returns.
 */
import { securityHeaders } from './security-headers.ts';

const common = Object.entries(securityHeaders).flat();

export class AnswerHead {
  readonly #mediaType: string;
  readonly #list: string[];
  /** How much of the list is the same for all answers but the request's id. */
  readonly #fixed: number;

  constructor(mediaType: string, origin: readonly string[]) {
    this.#mediaType = mediaType;
    this.#list = ['x-request-id', '', ...common, ...origin];
    this.#fixed = this.#list.length;
  }

  /** Name after value, good until the next call. `remaining` are the headers that tell how much a caller has left. */
  with(requestId: string, remaining: readonly string[], length: number): string[] {
    const list = this.#list;
    list[1] = requestId;
    let at = this.#fixed;
    for (const each of remaining) {
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

/** One head for each media type and origin; both come from lists of those that are known. */
export class AnswerHeads {
  readonly #heads = new Map<string, Map<readonly string[], AnswerHead>>();

  of(mediaType: string, origin: readonly string[]): AnswerHead {
    let byOrigin = this.#heads.get(mediaType);
    if (byOrigin === undefined) {
      byOrigin = new Map<readonly string[], AnswerHead>();
      this.#heads.set(mediaType, byOrigin);
    }
    let head = byOrigin.get(origin);
    if (head === undefined) {
      head = new AnswerHead(mediaType, origin);
      byOrigin.set(origin, head);
    }
    return head;
  }
}
