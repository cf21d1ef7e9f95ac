/**
 * Merges the metrics of several processes into one page in Prometheus's text format. Each process labels its own, so nothing is
 * added up, and the counts of one that died do not vanish from a sum.
 */

interface Scrape {
  readonly pages: Map<number, string>;
  readonly pending: Set<number>;
  readonly done: () => void;
}

const SCRAPE_TIMEOUT_MS = 2_000;

/** `requestPages` requests the pages for the scrape with this number from all serving workers, and returns the workers' numbers. */
export function createMetricsCollector(requestPages: (number: number) => readonly number[]) {
  const openScrapes = new Map<number, Scrape>();
  let lastNumber = 0;

  const settle = (worker: number, { pending, done }: Scrape): void => {
    pending.delete(worker);
    if (pending.size === 0) done();
  };

  return {
    /** One page with the metrics of all processes that respond in time. */
    async collect(): Promise<string> {
      lastNumber += 1;
      const number = lastNumber;
      const pages = new Map<number, string>();
      const pending = new Set(requestPages(number));
      if (pending.size > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        openScrapes.set(number, { pages, pending, done: resolve });
        const timer = setTimeout(resolve, SCRAPE_TIMEOUT_MS);
        await promise;
        clearTimeout(timer);
        openScrapes.delete(number);
      }
      return mergeMetricsPages([...pages].sort(([one], [other]) => one - other).map(([, page]) => page));
    },
    /** Takes a worker's page for the scrape with this number. */
    addPage(number: number, worker: number, page: string): void {
      const scrape = openScrapes.get(number);
      if (scrape === undefined) return;
      scrape.pages.set(worker, page);
      settle(worker, scrape);
    },
    /** Stops waiting for a worker that no longer responds. */
    drop(worker: number): void {
      for (const scrape of openScrapes.values()) settle(worker, scrape);
    },
  };
}

/** Each metric family once, with the lines of all pages under its header. */
export function mergeMetricsPages(pages: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const page of pages) {
    let lines: string[] = [];
    for (const line of page.split('\n')) {
      if (line.startsWith('# HELP ')) lines = families.getOrInsertComputed(line, (help) => [help]);
      else if (line !== '' && !(line.startsWith('# TYPE ') && lines.includes(line))) lines.push(line);
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
