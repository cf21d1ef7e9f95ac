/** The metrics of a program with workers, each of which says in its log where it serves its own. Needs METRICS_PORT=0 and LOG_LEVEL=info. */
import type { MainProcess } from './main-process.ts';

/** The values of one metric, by worker; of those that have started last under their number, and live. */
export async function metricByWorker(
  { stdout }: Pick<MainProcess, 'stdout'>,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, number>> {
  const urls = new Map<string, string>();
  for (const [, worker = '', url = ''] of stdout().matchAll(/"worker":(\d+).*"url":"(\S+\/metrics)"/g))
    urls.set(worker, url);
  const found: Record<string, number> = {};
  for (const [worker, url] of urls) {
    const text = await fetch(url, { headers }).then(
      (response) => response.text(),
      () => '',
    );
    const [, value] = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text) ?? [];
    if (value !== undefined) found[worker] = Number(value);
  }
  return found;
}
