/**
 * Which agents' transactions were searched recently, in any process, so that their lists are read more often; and in which agents' lists
 * something seems to be gone. A message to other processes may be lost, which only makes their index less fresh.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import { LRUCache } from 'lru-cache';

const LASTS_MS = 10 * 60_000;
const AGAIN_MS = 60_000;
/** More agents than have many searches in ten minutes. */
const MAX_AGENTS = 100_000;
/** A message in PostgreSQL has at most 8,000 bytes. */
const MAX_IDS_PUBLISHED = 100;
const MAX_ID_CHARACTERS = 64;
const SEARCHED = 'index:searched';
const SUSPECTED = 'index:suspected';

export class Interest {
  readonly #searched: LRUCache<string, true>;
  readonly #suspected = new Set<string>();
  readonly #replicas: Pick<Replicas, 'publish' | 'listen'>;

  constructor(replicas: Pick<Replicas, 'publish' | 'listen'>, clock: Clock) {
    // With `max`, the cache would reserve room for all of them at the start, which takes ten milliseconds.
    const bounds = { maxSize: MAX_AGENTS, sizeCalculation: () => 1 };
    this.#searched = new LRUCache({ ...bounds, ttl: LASTS_MS, ttlResolution: 0, perf: clock });
    this.#replicas = replicas;
    replicas.listen((name, text) => {
      if (name === SUSPECTED) this.#suspected.add(text);
      if (name === SEARCHED) for (const nrdsId of text.split(' ')) this.#searched.set(nrdsId, true);
    });
  }

  note(nrdsIds: Iterable<string>): void {
    const news: string[] = [];
    for (const nrdsId of nrdsIds) {
      if (this.#searched.getRemainingTTL(nrdsId) > LASTS_MS - AGAIN_MS) continue;
      this.#searched.set(nrdsId, true);
      if (nrdsId.length <= MAX_ID_CHARACTERS) news.push(nrdsId);
    }
    for (let at = 0; at < news.length; at += MAX_IDS_PUBLISHED)
      this.#replicas.publish(SEARCHED, news.slice(at, at + MAX_IDS_PUBLISHED).join(' '));
  }

  /** Notes that something seems to be gone from the agent's list. */
  suspect(nrdsId: string): void {
    this.#suspected.add(nrdsId);
    this.#replicas.publish(SUSPECTED, nrdsId);
  }

  /** The agents whose lists have become suspect since the last call. */
  takeSuspected(): readonly string[] {
    const all = [...this.#suspected];
    this.#suspected.clear();
    return all;
  }

  isSearched(nrdsId: string): boolean {
    return this.#searched.has(nrdsId);
  }
}
