/** The list of the example page, and its filters; example.test.ts runs these tests in its browser. */
import { isDeepStrictEqual } from 'node:util';
import type { Page, Response } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { count, eventually, isSettled, isSubscription } from './example-steps.ts';

const rows = (page: Page) => page.locator('.row');
const names = (page: Page) => page.locator('.row-name').allInnerTexts();

const top = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

/** Changes a filter or the order, and waits until the list shows the result. */
async function narrow(page: Page, change: () => Promise<unknown>): Promise<void> {
  // The stream's response begins at any time.
  const isAnswer = (response: Response) => response.url().endsWith('/graphql') && !isSubscription(response);
  await Promise.all([page.waitForResponse(isAnswer), change()]);
  await isSettled(page);
}

const pick = (page: Page, label: string, option: string) =>
  narrow(page, () => page.getByLabel(label).selectOption(option));
const check = (page: Page, status: string) =>
  narrow(page, () => page.getByRole('checkbox', { name: status }).press('Space'));

export function testList(use: () => Tabs): void {
  it('keeps its place while it loads, lets the reader skip the filters by keyboard, and narrow the list to the transactions that match every filter', () =>
    use().ofDemo(async ({ page, problems, go }) => {
      const loading = Promise.withResolvers<void>();
      await page.route('**/graphql', (route) => loading.promise.then(() => route.continue()));
      await go();
      await page.getByText('Loading…').waitFor({ state: 'attached' });
      const bones = await top(page, '.bones-rows');
      loading.resolve();
      await rows(page).first().waitFor();
      expect(Math.abs((await top(page, '.row')) - bones)).toBeLessThan(2);
      await page.unroute('**/graphql');
      await page.locator('.list-pane').evaluate((pane) => pane.scrollTo(0, 900));
      expect(await top(page, '.count')).toBe(await top(page, '.list-pane'));
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to the list');
      expect(await page.evaluate('getComputedStyle(document.activeElement).clipPath')).toBe('none');
      await page.keyboard.press('Enter');
      await eventually(() => page.evaluate('document.activeElement?.className')).toMatch(/^row/);

      const all = await count(page);
      await page.getByRole('button', { name: 'More filters' }).press('Enter');
      await pick(page, 'Property', 'Farm and ranch');
      await check(page, 'Active');
      await check(page, 'Pending');
      await pick(page, 'Sort by', 'Highest price');
      const few = await count(page);
      expect(few).toBeGreaterThan(0);
      expect(few).toBeLessThan(all);
      expect(new Set(await page.locator('.row .badge').allInnerTexts())).toEqual(new Set(['Active', 'Pending']));
      const kinds = await page.locator('.row-kind').allInnerTexts();
      expect(kinds.filter((kind) => !kind.endsWith('Farm and ranch'))).toEqual([]);

      await page.getByLabel('Closing from').fill('2999-01-01');
      await page.getByText('No transaction matches').waitFor();
      await page.getByLabel('Closing to').fill('2998-12-31');
      await page.getByText('The end is before the start').waitFor();
      await eventually(() => count(page)).toBe(few);
      await page.getByRole('button', { name: 'Clear all' }).press('Enter');
      await eventually(() => count(page)).toBe(all);
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Clear all');
      expect(problems).toEqual([]);
    }));

  it('shows a transaction with its parties, leads back to the list, and has its filters in the address: a copy of it, a reload, back and forward restore them', () =>
    use().ofDemo(async ({ page, problems, open, picture }) => {
      await open('#/?status=PENDING&status=NOTHING&order=highest_price&closingFrom=2026-02-30');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Files' }).waitFor();
      await picture('example-list');
      const pending = await names(page);
      const [name = ''] = pending;
      await rows(page).first().press('Enter');
      await eventually(() => page.evaluate('document.activeElement?.textContent')).toBe(name);
      await page.locator('section', { hasText: 'Seller' }).getByRole('link', { name: /@/ }).first().waitFor();
      await page.getByRole('heading', { name: 'Files' }).waitFor();
      await page.getByText('No files yet.').waitFor();
      await picture('example-transaction');
      await page.emulateMedia({ colorScheme: 'dark' });
      await picture('example-dark');

      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 390, height: 780 });
      await page.getByRole('link', { name: 'All transactions' }).click();
      await eventually(() => page.evaluate('document.activeElement?.querySelector(".row-name")?.textContent')).toBe(
        name,
      );
      await picture('example-phone');

      await page.setViewportSize({ width: 1200, height: 780 });
      expect(await page.getByRole('checkbox', { name: 'Pending' }).isChecked()).toBe(true);
      expect(await page.getByLabel('Sort by').inputValue()).toBe('highest_price');
      expect(await page.getByLabel('Closing from').inputValue()).toBe('');
      await check(page, 'Active');
      // Once the stream is ready, the page loads the rows that it has again, perhaps just now.
      await eventually(async () => isDeepStrictEqual(await names(page), pending)).toBe(false);
      const more = await names(page);
      expect(new URL(page.url()).hash).toBe('#/?status=PENDING&status=ACTIVE&order=highest_price');

      await rows(page).first().click();
      await page.getByRole('heading', { name: more[0] ?? '', level: 1 }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: more[0] ?? '', level: 1 }).waitFor();
      await eventually(() => names(page)).toEqual(more);
      expect(await page.title()).toBe(more[0]);

      await page.goBack();
      await eventually(() => page.title()).toBe('Transactions');
      await page.goBack();
      await eventually(() => names(page)).toEqual(pending);
      expect(await page.getByRole('checkbox', { name: 'Active', exact: true }).isChecked()).toBe(false);
      await page.goForward();
      await eventually(() => names(page)).toEqual(more);

      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Closing from').focus();
      await page.keyboard.type('03152026');
      await page.waitForURL(/closingFrom=2026-03-15/);
      await page.goBack();
      await eventually(() => names(page)).toEqual(pending);
      expect(problems).toEqual([]);
    }));
}
