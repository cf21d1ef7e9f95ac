/** What several tests of the example page do with it, and what of its requests they look at. */
import type { Page, Response, Route } from 'playwright-core';
import { expect, vi } from 'vitest';

/** As `expect.poll`, which knows only one test at a time; seldom, because the tests beside it compute meanwhile. */
export function eventually<T>(read: () => Promise<T>) {
  const until = (check: (seen: T) => void) =>
    vi.waitFor(async () => check(await read()), { interval: 40, timeout: 60_000 });
  return {
    toBe: (value: T) => until((seen) => expect(seen).toBe(value)),
    toEqual: (value: unknown) => until((seen) => expect(seen).toEqual(value)),
    toMatch: (pattern: RegExp) => until((seen) => expect(seen).toMatch(pattern)),
    toBeGreaterThan: (value: number) => until((seen) => expect(seen).toBeGreaterThan(value)),
  };
}

export async function count(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('.count').innerText()).trim().replaceAll(',', ''), 10);
}

export const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, 'x'), Buffer.from('\n%%EOF\n')]);

export async function chooseFile(page: Page, name: string, description: string): Promise<void> {
  await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf });
  await page.getByLabel('Description').fill(description);
  await page.getByLabel('Sent by').fill('Sample Brokers');
}

export async function fillTransaction(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Street address').fill('9 Sample Lane');
  await page.getByLabel('State').selectOption('Utah');
}

export async function fillProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByLabel('Kind').selectOption('Closing');
  await page.getByLabel('Company').fill('Sample Closing Co');
  await page.getByLabel('Person').fill('Cleo Sample');
  await page.getByLabel('Address', { exact: true }).fill('5 Sample Plaza, Exampleton');
  await page.getByLabel('E-mail').fill('cleo@closing.example');
  await page.getByLabel('Number').fill('555-0100');
}

/** The label and the description of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { labels, attributes } = document.activeElement;
    return labels?.[0].textContent + ': ' + document.getElementById(attributes['aria-describedby']?.value)?.textContent;
  })()`);

/** Nothing is reported. */
export const isQuiet = (page: Page) => eventually(() => page.getByRole('alert').count()).toBe(0);

export const isSubscription = (exchange: Route | Response): boolean =>
  /"subscription /.test(exchange.request().postData() ?? '');

/** A result of the stream without a transaction. */
export const changeEvent = (kind: string, transactionId: string | null = null) => ({
  data: {
    transactionChanges: {
      ...{ __typename: 'TransactionChange', kind, cursor: 'gone', version: null },
      ...{ transactionId, transaction: null },
    },
  },
});

/** A stream that breaks off after these results. */
export function brokenStream(...results: readonly object[]) {
  const parts = results.map(
    (payload) => `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ payload })}\r\n--graphql`,
  );
  return { contentType: 'multipart/mixed;boundary="graphql"', body: `--graphql${parts.join('')}` };
}

/** Has a transaction's creation refused, the first time; returns how often one was sent. What else the page asks for is answered. */
export async function refuseOnce(page: Page, refused: Parameters<Route['fulfill']>[0]): Promise<() => number> {
  let sent = 0;
  await page.route('**/graphql', (route) => {
    const isCreation = /"mutation CreateTransaction/.test(route.request().postData() ?? '');
    if (isCreation) sent += 1;
    return isCreation && sent === 1 ? route.fulfill(refused) : route.continue();
  });
  return () => sent;
}

/** The rows are those of the filter. */
export const isSettled = (page: Page) =>
  eventually(() => page.locator('.rows').getAttribute('aria-busy')).toBe('false');

export const isLive = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .waitFor();
