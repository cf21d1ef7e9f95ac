/**
 * The figures of several processes as one page in Prometheus's text format. Each process has labelled its own, so that nothing
 * is added up, and the counts of one that died do not vanish from a sum.
 */

export interface Figures {
  /** One page of all that answer in time. */
  readonly all: () => Promise<string>;
  /** A worker's answer to the question of this number. */
  readonly take: (number: number, worker: number, page: string) => void;
  /** The worker answers nothing any more: nobody waits for it. */
  readonly drop: (worker: number) => void;
}

interface Scrape {
  readonly pages: Map<number, string>;
  readonly waited: Set<number>;
  readonly done: () => void;
}

const PATIENCE_MS = 2_000;

/** `ask` puts the question of this number to all that serve, and says to whom. */
export function createFigures(ask: (number: number) => readonly number[]): Figures {
  const open = new Map<number, Scrape>();
  let last = 0;

  const cross = (worker: number, { waited, done }: Scrape): void => {
    waited.delete(worker);
    if (waited.size === 0) done();
  };

  return {
    async all() {
      last += 1;
      const number = last;
      const pages = new Map<number, string>();
      const waited = new Set(ask(number));
      if (waited.size > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        open.set(number, { pages, waited, done: resolve });
        const limit = setTimeout(resolve, PATIENCE_MS);
        await promise;
        clearTimeout(limit);
        open.delete(number);
      }
      return joinFigures([...pages].sort(([one], [other]) => one - other).map(([, page]) => page));
    },
    take(number, worker, page) {
      const scrape = open.get(number);
      if (scrape === undefined) return;
      scrape.pages.set(worker, page);
      cross(worker, scrape);
    },
    drop(worker) {
      for (const scrape of open.values()) cross(worker, scrape);
    },
  };
}

/** Each family once, with the lines of all pages under its head. */
export function joinFigures(pages: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const page of pages) {
    let lines: string[] = [];
    for (const line of page.split('\n')) {
      if (line.startsWith('# HELP ')) lines = familyOf(families, line);
      else if (line !== '' && !(line.startsWith('# TYPE ') && lines.includes(line))) lines.push(line);
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function familyOf(families: Map<string, string[]>, help: string): string[] {
  const lines = families.get(help) ?? [help];
  families.set(help, lines);
  return lines;
}
