/** What axe finds in a page with parts of others, in both themes; and whether the page is wider than its window, from a phone to a wide screen. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { twoFrames } from './browser.ts';

interface Others {
  /** Selectors of parts, within which nothing is ours. */
  readonly exclude: readonly string[];
  /** Rules that the structure of these parts breaks for the whole page. */
  readonly without: readonly string[];
}

/** Nothing but the colors depends on the theme, and nothing on a wider window. */
const views = [
  { width: 320, colorScheme: 'light', runs: true, only: undefined },
  { width: 1200, colorScheme: 'dark', runs: true, only: ['color-contrast'] },
  { width: 2560, colorScheme: 'light', runs: false, only: undefined },
] as const;

export async function axeFindings(page: Page, { exclude, without }: Others): Promise<string[]> {
  await page.evaluate(axe.source);
  const context = JSON.stringify({ exclude: exclude.map((selector) => [selector]) });
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const found: string[] = [];
  for (const { width, colorScheme, runs, only } of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    // Pages learn of another theme with the next frame.
    await twoFrames(page);
    const options = JSON.stringify({ rules, runOnly: only, resultTypes: ['violations'] });
    const { violations } = runs
      ? await page.evaluate<axe.AxeResults>(`axe.run(${context}, ${options})`)
      : { violations: [] };
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes) found.push(`${width} ${id}: ${html} ${failureSummary}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (overflow > 0) found.push(`${width}: ${overflow} wider than the window`);
  }
  return found;
}
