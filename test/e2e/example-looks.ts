/**
 * How the example page looks to people with and without sight, in both themes and on narrow screens, in each of its states;
 * example.test.ts runs these tests in its browser.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { chooseFile, eventually, fillProvider, fillTransaction, isLive } from './example-steps.ts';

const wide = { width: 1200, height: 780 };
const narrow = { width: 320, height: 640 };

/** What is shown on a narrow screen only needs names too. */
const namedRules = ['button-name', 'link-name', 'label', 'select-name', 'summary-name', 'aria-hidden-focus'];

/** What is looked at, and how: colors do not depend on the size, nor anything else on the theme. */
const light = [
  { size: wide, colorScheme: 'light', rules: {} },
  { size: narrow, colorScheme: 'light', rules: { runOnly: namedRules } },
] as const;
const dark = [{ size: wide, colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } }] as const;

/** What axe finds in either theme, and whether the page or a part of it is wider than its place. */
export const look = (page: Page): Promise<string[]> => lookAt(page, 'html', [...dark, ...light]);

/** The same for a part of a page whose other parts, and whose colors, other states have too. */
export const lookAtPart = (page: Page, part: '.pane' | '.list-pane' | 'main'): Promise<string[]> =>
  lookAt(page, part, light);

type View = (typeof light | typeof dark)[number];

async function lookAt(page: Page, part: string, views: readonly View[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const { size, colorScheme, rules } of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run('${part}', ${options})`);
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes) found.push(`${size.width} ${id}: ${html} ${failureSummary}`);
    const overflow = await page
      .locator('html, .list-pane, .pane')
      .evaluateAll((all) => Math.max(...all.map((each) => each.scrollWidth - each.clientWidth)));
    if (overflow > 0) found.push(`${size.width}: ${overflow} wider than its place`);
  }
  await page.setViewportSize(wide);
  return found;
}

/** Whether the title, which is written from right to left, ends at its left, here and in its row. */
const endsAtLeft = (page: Page): Promise<boolean[]> =>
  page.evaluate(`[...document.querySelectorAll('.pane h1, .row[aria-current] .row-name')].map(({ lastChild: text }) => {
    const leftOf = (at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(text.length - 1) < leftOf(0);
  })`);

/** Which borders the links of the list have where people have chosen the colors, which leaves no other mark of the selected one. */
async function bordersOf(page: Page, links: '.row' | '.lists a'): Promise<Set<string>> {
  await page.emulateMedia({ forcedColors: 'active' });
  const borders = await page.evaluate<string[]>(`[...document.querySelectorAll('${links}')].map((each) => {
    const { borderInlineStart, borderBottomColor } = getComputedStyle(each);
    return borderInlineStart + borderBottomColor;
  })`);
  await page.emulateMedia({ forcedColors: 'none' });
  return new Set(borders);
}

export function testLooks(use: () => Tabs): void {
  it('has nothing to find for axe in a list, its filters, and an empty list', () =>
    use().ofDemo(async ({ page, problems, open }) => {
      await open();
      await isLive(page);
      expect(await look(page)).toEqual([]);
      const filters = page.getByRole('button', { name: 'More filters' });
      await page.setViewportSize(narrow);
      expect(await page.getByLabel('Property').isVisible()).toBe(false);
      expect((await page.locator('.row').nth(2).boundingBox())?.y).toBeLessThan(narrow.height);
      await filters.click();
      await page.getByLabel('Property').waitFor();
      await page.getByLabel('Closing from').fill('2999-01-01');
      await page.getByText('No transaction matches').waitFor();
      await page.getByText('Nothing to show.').waitFor({ state: 'attached' });
      expect(await lookAtPart(page, '.list-pane')).toEqual([]);
      await page.getByRole('button', { name: 'More filters (1)' }).click();
      expect(await page.getByLabel('Property').isVisible()).toBe(false);
      expect(problems).toEqual([]);
    }));

  it('has nothing to find for axe in a transaction with files, and in forms with errors', () =>
    use().own(async ({ page, problems, openNew }) => {
      await openNew('בית 30!');
      expect(await endsAtLeft(page)).toEqual([true, true]);
      await chooseFile(page, 'contract.pdf', 'Purchase contract');
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('The file was added.').waitFor();
      await fillProvider(page);
      await page.getByLabel('Company').fill(`Закрытие ${'W'.repeat(90)}`);
      await page.getByRole('button', { name: 'Add provider' }).click();
      await page.getByText('The provider was added.').waitFor();
      await page.getByRole('button', { name: 'Add a provider' }).click();
      await page.getByRole('button', { name: 'Add provider' }).click();
      await chooseFile(page, 'contract.pdf', '');
      await page.getByRole('button', { name: 'Upload' }).click();
      await eventually(() => page.locator('[aria-invalid="true"]').count()).toBe(6);
      expect(await look(page)).toEqual([]);
      expect((await bordersOf(page, '.row')).size).toBe(2);
      expect((await bordersOf(page, '.lists a')).size).toBe(2);
      const sides = await page.locator('.sides > section').evaluateAll((all) => all.map((each) => each.clientHeight));
      expect(new Set(sides).size).toBe(1);
      const forms = await page.locator('form').evaluateAll((all) => all.map((each) => each.clientWidth));

      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('link', { name: 'New transaction' }).click();
      await fillTransaction(page, '9 <Sample> Lane');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Must not contain the character "<"').waitFor();
      expect(await lookAtPart(page, '.pane')).toEqual([]);
      forms.push(await page.locator('form').evaluate((form) => form.clientWidth));
      expect(new Set(forms).size).toBe(1);
      expect(problems).toEqual([]);
    }));
}
