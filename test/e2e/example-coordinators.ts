/** The example page for those who act for others, a coordinator of an office for example; example.test.ts runs these tests in its browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ExamplePage } from '../support/programs/example-page.ts';
import { claire, createTransaction, daniel, type Tabs } from '../support/programs/example-tabs.ts';
import { count, eventually, fillTransaction, focused, isLive } from './example-steps.ts';

const rows = (page: Page) => page.locator('.row');
const chooser = (page: Page) => page.locator('header').getByLabel('Agent');
const title = (page: Page) => eventually(() => page.getByRole('heading', { level: 1 }).innerText());
const isFilled = (page: Page) => eventually(() => page.getByText('more are still loading').count()).toBe(0);

async function openAsCoordinator(page: Page, example: ExamplePage): Promise<void> {
  const token = await example.coordinator();
  await page.addInitScript((given) => sessionStorage.setItem('token', given), token);
  await page.goto(example.url);
  await rows(page).first().waitFor();
  await isFilled(page);
  await chooser(page).waitFor();
}

export function testCoordinators(use: () => Tabs): void {
  it('has a coordinator of an office say for whom a transaction is, tells of what all agents add, shows the agent of what is found or due, and lets one agent be chosen, whose list is live, and for whom one is created', () =>
    use().ofDemo(async ({ page, example, problems }) => {
      await page.clock.install();
      await openAsCoordinator(page, example);
      expect(await page.getByRole('link', { name: 'Browse' }).count()).toBe(0);
      expect(await page.locator('.row-kind').first().innerText()).toMatch(/^\S+ \S+.* · \S/);
      const ofAll = await count(page);
      await page.getByRole('link', { name: 'New transaction' }).click();
      await fillTransaction(page, '1 Coordinated Court');
      await page.getByRole('button', { name: 'Create' }).click();
      await eventually(() => focused(page)).toMatch(/^For the agent: Please select/);
      await page.getByLabel('For the agent').selectOption(daniel.name);
      await page.getByRole('button', { name: 'Create' }).click();
      await title(page).toBe('1 Coordinated Court');
      await eventually(() => rows(page).filter({ hasText: '1 Coordinated Court' }).innerText()).toMatch(
        new RegExp(daniel.name),
      );
      await page.getByText(/^As of (\w+ \d+, \d{4}, )?\d+:\d\d\s[AP]M$/).waitFor();
      await createTransaction(await example.agent(daniel.nrdsId), '2 Coordinated Court');
      await page.clock.fastForward(31_000);
      await page.getByText('The list has changed').waitFor();
      await page.getByRole('button', { name: 'Reload' }).click();
      await rows(page).filter({ hasText: '2 Coordinated Court' }).waitFor();

      await page.getByRole('link', { name: 'Due soon' }).click();
      await page.getByText(/\d due in 14 days/).waitFor();
      expect(await page.locator('.row-kind').first().innerText()).toMatch(/ · \S+ \S+/);
      expect(await page.getByRole('button', { name: 'Add to a calendar' }).count()).toBe(1);
      await page.getByRole('link', { name: 'Search' }).click();
      await rows(page).first().waitFor();
      const names = await chooser(page).locator('option').allInnerTexts();
      expect(names[0]).toBe('All agents');
      expect(names.slice(1)).toEqual(names.slice(1).toSorted((one, other) => one.localeCompare(other)));
      await page.getByLabel('Find by address').fill('quinn');
      await chooser(page).selectOption(claire.name);
      await isLive(page);
      expect(new URL(page.url()).hash).toContain(`?list=search&text=quinn&agent=${claire.nrdsId}`);
      await page.getByRole('link', { name: 'Browse' }).click();
      await page.getByLabel('Find by address').waitFor({ state: 'detached' });
      await eventually(() => count(page)).toBeGreaterThan(0);
      const before = await count(page);
      expect(before).toBeLessThan(ofAll);

      await createTransaction(await example.agent(claire.nrdsId), '3 Coordinated Court');
      await page.getByText('1 new').waitFor();
      // The list of another agent tells nothing of it.
      await chooser(page).selectOption(daniel.name);
      await isLive(page);
      await eventually(() => page.locator('.count').innerText()).toMatch(/^\d+ transactions$/);
      await chooser(page).selectOption(claire.name);
      await page.getByRole('link', { name: 'New transaction' }).click();
      expect(await page.getByLabel('For the agent').inputValue()).toBe(claire.nrdsId);
      await fillTransaction(page, '4 Coordinated Court');
      await page.getByRole('button', { name: 'Create' }).click();
      await title(page).toBe('4 Coordinated Court');
      await eventually(() => count(page)).toBe(before + 2);
      await page.reload();
      await eventually(() => count(page)).toBe(before + 2);
      expect(await chooser(page).inputValue()).toBe(claire.nrdsId);
      await page.getByRole('link', { name: 'Search' }).click();
      await eventually(() => count(page)).toBe(before + 2);
      expect(problems).toEqual([]);
    }));
}
