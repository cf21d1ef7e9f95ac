/**
 * The example page in a real browser, against a gateway started as a developer would; the page is the built one. The tests run at the same
 * time, each in a tab of its own. UPDATE_SCREENSHOTS=1 renews the pictures and the recording under docs/images.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/debian-packages.ts';
import { watchPage } from '../support/programs/browser.ts';
import { openTabs, type Tabs } from '../support/programs/example-tabs.ts';
import { testCoordinators } from './example-coordinators.ts';
import { testFailures } from './example-failures.ts';
import { testFirst } from './example-first.ts';
import { testForms } from './example-forms.ts';
import { testInputs } from './example-inputs.ts';
import { testList } from './example-list.ts';
import { testLiveUpdates, testRestart } from './example-live.ts';
import { testLooks } from './example-looks.ts';
import { testRecording } from './example-recording.ts';
import { testSearch } from './example-search.ts';
import { testSignIn } from './example-sign-in.ts';

// Starting a gateway, Vite and a browser takes seconds while other tests run.
describe.skipIf(isMissing('chromium-headless-shell'))('the example page in a browser', () => {
  let tabs: Tabs;
  const use = () => tabs;

  beforeAll(async () => {
    tabs = await openTabs();
  });

  afterAll(() => tabs?.close());

  describe.concurrent('', () => {
    it('is served by the development server too, without a warning of any library', () =>
      use().own(async ({ page, agent, example }) => {
        const url = await example.startDevelopment();
        const problems = watchPage(page, url);
        await page.addInitScript((token) => sessionStorage.setItem('token', token), agent.token);
        await page.goto(url);
        await page.locator('.row').first().click();
        await page.getByRole('button', { name: 'Add a provider' }).click();
        await page.getByRole('button', { name: 'Add provider' }).click();
        await page.getByRole('link', { name: 'New transaction' }).click();
        await page.getByLabel('Name').fill('9 <Sample> Lane');
        await page.getByLabel('Street address').fill('9 Sample Lane');
        await page.getByLabel('State').selectOption('Utah');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('Must not contain the character "<"').waitFor();
        expect(await page.locator('header.bar .agent').innerText()).toMatch(/^\S+ \S+/);
        await page
          .getByRole('status')
          .filter({ hasText: /^Live$/ })
          .waitFor();
        expect(problems).toEqual([]);
      }));

    testCoordinators(use);
    testFailures(use);
    testFirst(use);
    testList(use);
    testForms(use);
    testInputs(use);
    testLiveUpdates(use);
    testLooks(use);
    testSearch(use);
    testSignIn(use);
  });

  // After the others, whose lists it changes.
  if (process.env['UPDATE_SCREENSHOTS'] === '1') testRecording(use);

  // After the others, since it ends what they need.
  testRestart(use);
});
