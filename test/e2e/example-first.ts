/** What the example page shows first, and how it stays in its place; example.test.ts runs these tests in its browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { twoFrames } from '../support/programs/browser.ts';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { count, eventually, isLive, isSettled, isSubscription } from './example-steps.ts';

const opened = (page: Page) => page.locator('.pane .title :is(h1, h2)').innerText();
const path = (page: Page) => new URL(page.url()).hash;

/** Turns to another list, and waits for its rows. */
async function show(page: Page, list: 'Browse' | 'Search' | 'Due soon'): Promise<void> {
  await page.getByRole('link', { name: list }).click();
  const pane = page.getByRole('region', { name: list === 'Browse' ? 'Transactions' : list });
  await pane.locator('.row').nth(9).waitFor();
}

/** The row of what is open, below the bar. */
const isSeen = (page: Page) =>
  page.evaluate(`(() => {
    const { top, bottom } = document.querySelector('.row[aria-current]').getBoundingClientRect();
    return top >= document.querySelector('.count').getBoundingClientRect().bottom - 1 && bottom <= innerHeight + 1;
  })()`);

/** As on a busy machine: what the page was when it began to observe an element comes together with what it is since. */
const observeAsIfBusy = `
  const Observer = IntersectionObserver;
  IntersectionObserver = class extends Observer {
    constructor(callback, options) {
      const before = ({ target }) => ({ target, isIntersecting: false });
      super((entries, self) => callback([...entries.map(before), ...entries], self), options);
    }
  };`;

/** Loads the page again: it looks for the row on the first page of what is found before it loads the next one. */
async function expectFirstPageAlone(page: Page): Promise<void> {
  const address = page.url();
  // Ends what the page has under way, which must not be taken for what it requests next.
  await page.goto(new URL('/healthz', address).href);
  const finding = Promise.withResolvers<void>();
  const counting = Promise.withResolvers<void>();
  let nextPages = 0;
  await page.route('**/graphql', async (route) => {
    const sent = route.request().postData() ?? '';
    if (/"operationName":"Search".*"after":"/s.test(sent)) nextPages += 1;
    if (/"first":0\b/.test(sent)) await counting.promise;
    if (!/"first":20\b/.test(sent)) return route.continue();
    await route.fulfill({ response: await route.fetch() });
    finding.resolve();
  });
  await page.goto(address);
  await finding.promise;
  // The page has read what was found before it reads what it requests later.
  await page.evaluate("fetch('/healthz').then((later) => later.text())");
  await twoFrames(page);
  counting.resolve();
  await page.locator('.row[aria-current]').waitFor();
  expect(nextPages).toBe(0);
}

const ODD = '{ transactions(first: 100) { nodes { id name property { streetAddress unitNo state } } } }';

interface Odd {
  readonly id: string;
  readonly name: string | null;
  readonly property: { readonly streetAddress: string | null; readonly unitNo: string | null; readonly state: string };
}

export function testFirst(use: () => Tabs): void {
  it('has the first transaction open beside the list, until the reader turns to it or chooses another', () =>
    use().ofDemo(async ({ page, problems, open }) => {
      await open('#/?status=PENDING');
      const names = page.locator('.row-name');
      const isFirstOpen = () =>
        eventually(async () => (await opened(page)) === (await names.first().innerText())).toBe(true);
      await isFirstOpen();
      expect(await page.locator('.row[aria-current]').count()).toBe(1);
      expect([path(page), await page.title()]).toEqual(['#/?status=PENDING', 'Transactions']);
      expect(await page.evaluate('document.activeElement?.tagName')).toBe('BODY');

      await page.getByLabel('Sort by').selectOption('Highest price');
      await isSettled(page);
      await isFirstOpen();
      await page.getByText('Add a provider').click();
      await eventually(async () => path(page)).toMatch(/^#\/transactions\/[\w-]+\?status=PENDING&order=highest_price$/);
      const chosen = await opened(page);
      await page.getByLabel('Sort by').selectOption('Name');
      await isSettled(page);
      expect(await opened(page)).toBe(chosen);
      // The form that was opened is still there.
      await page.getByLabel('Company').waitFor();

      for (const list of ['Due soon', 'Search'] as const) {
        await show(page, list);
        await isFirstOpen();
      }
      expect(await page.locator('.row[aria-current]').count()).toBe(1);
      await page.getByLabel('Find by address').fill('lindqvist');
      await isSettled(page);
      await isFirstOpen();
      expect(path(page)).toBe('#/?list=search&text=lindqvist');
      expect(problems).toEqual([]);
    }));

  it('loads each transaction once as the reader scrolls, says that the list has changed meanwhile, and brings the row of what is open into sight after a reload, in each list, even if it is pages further down', () =>
    use().ofDemo(async ({ page, problems, open }) => {
      await page.addInitScript({ content: observeAsIfBusy });
      await page.route('**/graphql', async (route) => {
        if (!route.request().postDataJSON().variables?.after || isSubscription(route)) return route.continue();
        const response = await route.fetch();
        const warnings = [{ path: ['transactions'], code: 'LIST_CHANGED', message: 'The list has changed' }];
        return route.fulfill({ response, json: { ...(await response.json()), extensions: { warnings } } });
      });
      await open('#/?status=PENDING');
      await isLive(page);
      const rows = page.locator('.row');
      const all = await count(page);
      expect(all).toBeGreaterThan(60);
      const scrollTo = (place: number) =>
        eventually(async () => {
          await page.locator('.list-pane').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
          return rows.count();
        }).toBeGreaterThan(place);
      await scrollTo(all - 1);
      const links = await rows.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
      expect([links.length, new Set(links).size]).toEqual([all, all]);
      await eventually(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
      await page.unroute('**/graphql');
      await rows.nth(45).click();
      await page.getByText('The list has changed').waitFor();
      await page.getByRole('button', { name: 'Reload' }).click();
      await eventually(() => page.getByText('The list has changed').count()).toBe(0);
      await eventually(() => rows.count()).toBe(20);

      await page.reload();
      await eventually(() => page.locator('.row[aria-current]').count()).toBeGreaterThan(0);
      await eventually(() => isSeen(page)).toBe(true);
      for (const list of ['Due soon', 'Search'] as const) {
        await show(page, list);
        await scrollTo(15);
        await rows.nth(15).click();
        if (list === 'Search') await expectFirstPageAlone(page);
        else await page.reload();
        await eventually(() => page.locator('.row[aria-current]').count()).toBeGreaterThan(0);
        await eventually(() => isSeen(page)).toBe(true);
      }
      expect(problems).toEqual([]);
    }));

  it('calls a transaction without a name by its address, writes every date alike, and shows what was entered in place of what cannot be read', () =>
    use().ofDemo(async ({ page, problems, example }) => {
      const odd = await example.agent('999000002');
      const { data } = (await odd.ask(ODD, {})) as { data: { transactions: { nodes: readonly Odd[] } } };
      const { id, property } = data.transactions.nodes.find((each) => !each.name && each.property.unitNo) as Odd;
      await page.addInitScript((token) => sessionStorage.setItem('token', token), odd.token);
      await page.goto(`${example.url}/#/transactions/${id}`);
      const title = `${property.streetAddress}, Unit ${property.unitNo}`;
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(await page.title()).toBe(title);
      await eventually(() => page.locator('.row[aria-current] .row-name').allInnerTexts()).toEqual([title]);
      expect(await page.locator('.row-closing').allInnerTexts()).toContainEqual(
        expect.stringMatching(/^Closing [A-Z][a-z]{2} \d{1,2}, \d{4}$/),
      );
      const dates = (await page.locator('.facts dd').allInnerTexts()).filter((text) => /\b20\d\d$/.test(text));
      expect(dates.length).toBeGreaterThan(0);
      for (const date of dates) expect(date).toMatch(/^([A-Z][a-z]{2} \d{1,2}, )?\d{4}$/);

      const unreadable = data.transactions.nodes.find((each) => each.property.state === 'ZZ');
      await page.goto(`${example.url}/#/transactions/${unreadable?.id}`);
      await page.getByText('What stands in quotes is shown as it was entered').waitFor();
      const facts = await page.locator('.pane .facts').first().innerText();
      for (const entered of ['“price on request”', '“see addendum”', '“2026-02-31”', '“upon approval”'])
        expect(facts).toContain(entered);
      expect(problems).toEqual([]);
    }));

  it('offers no search where the gateway has none, and says how large a file may be as the gateway tells it', () =>
    use().ofDemo(async ({ page, example, problems }) => {
      await page.route('**/graphql', async (route) => {
        if (!/"operationName":"Viewer"/.test(route.request().postData() ?? '')) return route.fallback();
        const response = await route.fetch();
        const body = (await response.text())
          .replace('"canSearch":true', '"canSearch":false')
          .replace(/"uploadMaxBytes":\d+/, '"uploadMaxBytes":2000000');
        return route.fulfill({ response, body });
      });
      const token = await example.coordinator();
      await page.addInitScript((given) => sessionStorage.setItem('token', given), token);
      await page.goto(`${example.url}/#/?list=due`);
      await page.locator('.row').first().waitFor();
      await page.getByText('at most 2 MB').waitFor();
      expect(await page.getByRole('link', { name: /Search|Due soon|Browse/ }).count()).toBe(0);
      const agents = await page.locator('header').getByLabel('Agent').locator('option').allInnerTexts();
      expect(agents).not.toContain('All agents');
      expect(await page.getByLabel('Sort by').count()).toBe(1);
      expect(problems).toEqual([]);
    }));

  it('dims the rows of the former filter while the next one loads, and shows none of them if it cannot', () =>
    use().ofDemo(async ({ page, open }) => {
      await open();
      await isLive(page);
      const held: (() => Promise<void>)[] = [];
      await page.route('**/graphql', (route) => {
        if (isSubscription(route)) return route.continue();
        return new Promise<void>((resolve) => held.push(() => route.abort().then(resolve)));
      });
      await page.getByRole('checkbox', { name: 'Withdrawn' }).press('Space');
      await eventually(() => page.locator('.rows').getAttribute('aria-busy')).toBe('true');
      expect(await page.locator('.rows[inert]').count()).toBe(1);
      expect(await page.evaluate('getComputedStyle(document.querySelector(".rows")).opacity')).toBe('0.45');
      expect(await page.locator('.count').innerText()).toBe('Loading…');
      await eventually(async () => {
        for (const abort of held.splice(0)) await abort();
        return page.locator('.row').count();
      }).toBe(0);
      await page.getByRole('alert').filter({ hasText: 'There is no connection to the service' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await page.unroute('**/graphql');
      await page.getByRole('button', { name: 'Try again' }).click();
      await eventually(() => page.getByRole('alert').count()).toBe(0);
      await eventually(() => count(page)).toBeGreaterThan(0);
      expect(new Set(await page.locator('.row .badge').allInnerTexts())).toEqual(new Set(['Withdrawn']));
    }));

  it('says once that the browser is offline, in words for customers, and stops when it is not', () =>
    use().ofDemo(async ({ page, open }) => {
      await open();
      await isLive(page);
      await page.context().setOffline(true);
      await page.getByText('There is no connection to the service. What you see may be out of date.').waitFor();
      expect(await page.locator('.live').innerText()).toBe('');
      await page.locator('.row').nth(1).click();
      await page.getByText('Not loaded yet.').first().waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await page.context().setOffline(false);
      await eventually(() => page.getByRole('alert').count()).toBe(0);
      await page.getByRole('heading', { name: 'Files' }).waitFor();
    }));
}
