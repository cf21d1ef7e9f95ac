/** Search and deadlines of the example page; example.test.ts runs these tests in its browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createTransaction, type Tabs } from '../support/programs/example-tabs.ts';
import { look, lookAtPart } from './example-looks.ts';
import { count, eventually, isLive, isSettled } from './example-steps.ts';

const errors = [{ message: 'Nothing works', extensions: { code: 'INTERNAL', retryable: false } }];
const rows = (page: Page) => page.locator('.row');
const box = (page: Page) => page.getByLabel('Find by address');
const isFilled = (page: Page) => eventually(() => page.getByText('more are still loading').count()).toBe(0);

export function testSearch(use: () => Tabs): void {
  it('finds while the reader types, counts by status, narrows by it, keeps both in the address, and tells of what is new', () =>
    use().ofSearched(async ({ page, agent, problems, open }) => {
      await createTransaction(agent, '77 Quixotic Alley');
      await open('#/?list=search');
      await page.waitForFunction('document.querySelectorAll(".row").length > 1');
      await isFilled(page);
      await isSettled(page);
      const all = await count(page);
      await box(page).pressSequentially('q');
      await page.getByText('Type at least two characters, with a letter or digit').waitFor();
      await box(page).pressSequentially('uixo');
      await eventually(() => count(page)).toBe(1);
      await rows(page).filter({ hasText: '77 Quixotic Alley' }).waitFor();
      await page.getByRole('checkbox', { name: 'New (1)' }).waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(1);
      expect(await lookAtPart(page, '.list-pane')).toEqual([]);
      expect(new URL(page.url()).hash).toBe('#/?list=search&text=quixo');

      await page.reload();
      await eventually(() => count(page)).toBe(1);
      expect(await box(page).inputValue()).toBe('quixo');
      await box(page).fill('quixotic nowhere');
      await page.getByText('Nothing matches').waitFor();
      await box(page).fill('');
      await eventually(() => count(page)).toBe(all);

      const chip = page.getByRole('checkbox', { name: /^New / });
      const numberOf = async () => Number(/\((\d+)\)/.exec((await chip.locator('..').textContent()) ?? '')?.[1]);
      // Those of the former text have one status.
      await eventually(() => page.getByRole('checkbox').count()).toBeGreaterThan(1);
      const ofNew = (await numberOf()) + 1;
      await isLive(page);
      const tops = () => rows(page).evaluateAll((each) => each.map((row) => row.getBoundingClientRect().top));
      const before = [await count(page), await numberOf(), await tops()];
      await createTransaction(agent, '78 Quixotic Alley');
      await page.getByText('The list has changed').waitFor();
      expect([await count(page), await numberOf(), await tops()]).toEqual(before);
      await page.getByRole('button', { name: 'Reload' }).click();
      await eventually(async () => [await count(page), await numberOf()]).toEqual([all + 1, ofNew]);
      await eventually(() => page.getByText('The list has changed').count()).toBe(0);
      await rows(page).filter({ hasText: 'New 78 Quixotic Alley' }).waitFor();

      await chip.press('Space');
      await eventually(() => count(page)).toBe(ofNew);
      expect(new Set(await page.locator('.row .badge').allInnerTexts())).toEqual(new Set(['New']));
      // The others can still be chosen.
      expect(await page.getByRole('checkbox').count()).toBeGreaterThan(1);
      await rows(page).filter({ hasText: '77 Quixotic Alley' }).click();
      await page.getByRole('heading', { name: '77 Quixotic Alley', level: 1 }).waitFor();
      await page.setViewportSize({ width: 390, height: 780 });
      await page.getByRole('link', { name: '← Search' }).click();
      await box(page).waitFor();
      expect(problems).toEqual([]);
    }));

  it('marks the rows of the former text until those of the next one are there, says nothing of it when that fails, and that the counts of the statuses have failed, and loads what was cut off without taking the focus', () =>
    use().ofDemo(async ({ page, open }) => {
      let isFailing = (_: string) => false;
      let isHeld = Promise.resolve();
      let isCutOff = false;
      let isFilling = true;
      await page.route('**/graphql', async (route) => {
        const sent = route.request().postData() ?? '';
        if (!/"operationName":"Search"/.test(sent)) return route.continue();
        if (isCutOff) return route.fulfill({ status: 404, body: '' });
        if (isFailing(sent)) return isHeld.then(() => route.fulfill({ json: { errors } }));
        if (!isFilling || /"first":0\b/.test(sent)) return route.continue();
        // The gateway is still reading lists.
        const answer = await route.fetch();
        const text = await answer.text();
        return route.fulfill({ response: answer, body: text.replace('"isComplete":true', '"isComplete":false') });
      });
      const pane = page.getByRole('region', { name: 'Search' });
      const failed = pane.getByText('An unexpected error occurred.');
      await open('#/?list=search');
      await isSettled(page);
      await pane.getByText('more are still loading').waitFor();
      isFilling = false;
      // From here on, the page asks for nothing by itself.
      await isFilled(page);
      const before = await rows(page).count();

      isFailing = () => true;
      const held = Promise.withResolvers<void>();
      isHeld = held.promise;
      await box(page).fill('st');
      await eventually(() => page.locator('.rows').getAttribute('aria-busy')).toBe('true');
      expect(await rows(page).count()).toBe(before);
      held.resolve();
      await failed.waitFor();
      expect([await rows(page).count(), await page.getByRole('checkbox').count()]).toEqual([0, 0]);
      expect(await page.locator('.count').innerText()).toBe('');
      isFailing = () => false;
      await pane.getByRole('button', { name: 'Try again' }).click();
      await eventually(() => page.getByRole('checkbox').count()).toBeGreaterThan(0);
      await eventually(() => failed.count()).toBe(0);

      // What is loaded with the connection leaves the focus where it is.
      isCutOff = true;
      await box(page).fill('str');
      await pane.getByText('Not loaded yet').waitFor();
      await page.getByText('There is no connection to the service.').waitFor();
      // Neither the rows nor the counts are under way.
      await eventually(() => rows(page).count()).toBe(0);
      await eventually(() => pane.getByText('Loading…').count()).toBe(0);
      isCutOff = false;
      await page.evaluate('window.dispatchEvent(new Event("online"))');
      await isSettled(page);
      expect(await rows(page).count()).toBeGreaterThan(0);
      expect(await box(page).evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);

      isFailing = (sent) => /"first":0\b/.test(sent);
      await box(page).fill('stone');
      await failed.waitFor();
      await isSettled(page);
      expect(await rows(page).count()).toBeGreaterThan(0);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      isFailing = () => false;
      await pane.getByRole('button', { name: 'Try again' }).click();
      await eventually(() => page.getByRole('checkbox').count()).toBeGreaterThan(0);
    }));

  it('lists what is due by day, and gives a link that a calendar can fetch', () =>
    use().ofDemo(async ({ page, problems, open }) => {
      await open();
      await page.getByRole('link', { name: 'Due soon' }).press('Enter');
      await page.getByText(/\d due in 14 days/).waitFor();
      // Where the reader was, though the link is that of another list.
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Due soon');
      await isFilled(page);
      const days = await page.locator('.due-day').allInnerTexts();
      expect(days.length).toBeGreaterThan(1);
      expect(new Set(days).size).toBe(days.length);
      expect(await page.locator('.row-kind').first().innerText()).toMatch(
        /Listing expires|Purchase agreement|Earnest money due|Due diligence ends|Closing/,
      );
      await page.getByRole('button', { name: 'Add to a calendar' }).click();
      const link = await page.getByLabel('Subscribe to this link').inputValue();
      expect(await page.evaluate('document.activeElement.value')).toBe(link);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
      expect(await look(page)).toEqual([]);
      await page.getByRole('button', { name: 'Done' }).press('Enter');
      await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Add to a calendar');
      const calendar = await fetch(link);
      expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')]);
      expect(problems).toEqual([]);
    }));
}
