/** How the example page updates itself; example.test.ts runs these tests in its browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Agent } from '../support/programs/example-page.ts';
import { createTransaction, type Tabs } from '../support/programs/example-tabs.ts';
import { brokenStream, changeEvent, eventually, isLive, isSubscription } from './example-steps.ts';

async function addProvider({ ask }: Agent, transactionId: string, company: string): Promise<void> {
  const add = 'mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }';
  const address = { companyAddress: '5 Sample Plaza', email: 'desk@escrow.example', contact: { phone: '555-0100' } };
  const input = { transactionId, providers: [{ kind: 'ESCROW', company, agentName: 'Esther Sample', ...address }] };
  expect(await ask(add, { input })).toMatchObject({ data: { addServiceProviders: { outcome: 'COMMITTED' } } });
}

const row = (page: Page, name: string) => page.locator('.row', { hasText: name });
const news = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

const notFound = [{ message: 'Not found', extensions: { code: 'NOT_FOUND', retryable: false } }];

export function testLiveUpdates(use: () => Tabs): void {
  it('shows and marks what others change in its place, in what is open too, and what they add when the reader asks for it', () =>
    use().own(async ({ page, agent, problems, open }) => {
      await createTransaction(agent, '20 Old Road');
      // This one is open beside the list.
      await createTransaction(agent, '22 First Road');
      await open();
      await isLive(page);
      const id = /transactions\/([\w-]+)/.exec((await row(page, '20 Old Road').getAttribute('href')) ?? '')?.[1] ?? '';
      await page.locator('.row').nth(3).focus();
      await page.locator('.list-pane').evaluate((pane) => pane.scrollTo(0, 70));
      const seen = async () => ({
        focused: await page.evaluate('document.activeElement?.getAttribute("href")'),
        scrolled: await page.locator('.list-pane').evaluate((pane) => pane.scrollTop),
        tops: await page
          .locator('.row')
          .evaluateAll((all) => all.slice(0, 9).map((each) => each.getBoundingClientRect().top)),
      });
      const before = await seen();
      expect(before.scrolled).toBe(70);

      await addProvider(agent, id, 'Sample Escrow Co');
      await news(page, '1 changed');
      await createTransaction(agent, '21 New Road');
      await news(page, '1 new');
      const changed = () => page.locator('.row.changed').allInnerTexts();
      await eventually(changed).toEqual([expect.stringContaining('20 Old Road')]);
      expect(await seen()).toEqual(before);

      await page.getByRole('button', { name: 'Show' }).click();
      await row(page, '21 New Road').waitFor();
      await eventually(() => page.locator('.count').innerText()).toMatch(/1 new, 1 changed$/);
      await eventually(() => page.evaluate('document.activeElement?.className')).toBe('list-pane');
      await row(page, '20 Old Road').click();
      await eventually(() => page.locator('.row.changed').count()).toBe(1);
      await addProvider(agent, id, 'Another Escrow Co');
      await page.locator('.pane').getByText('Another Escrow Co').waitFor();
      expect(problems).toEqual([]);
    }));

  it('says that the service does not respond, and when it does again; and that what it shows was deleted meanwhile', () =>
    use().own(async ({ page, open }) => {
      let events: object[] | null = [changeEvent('READY'), changeEvent('STALE')];
      let isDeleted = false;
      await page.route('**/graphql', (route) => {
        const { operationName } = route.request().postDataJSON();
        if (isSubscription(route)) return events ? route.fulfill(brokenStream(...events)) : route.continue();
        const isAsked = isDeleted && ['Transaction', 'TransactionFiles'].includes(operationName);
        return isAsked ? route.fulfill({ json: { data: { transaction: null }, errors: notFound } }) : route.continue();
      });
      await page.addInitScript('Math.random = () => 0');
      await open();
      await page.getByText('The service does not respond at the moment').waitFor();
      const link = (await page.locator('.row[aria-current]').getAttribute('href')) ?? '';
      isDeleted = true;
      events = [changeEvent('READY'), changeEvent('DELETED', /transactions\/([\w-]+)/.exec(link)?.[1])];
      await page.getByText('This transaction no longer exists').waitFor();
      await eventually(() => page.locator('.pane article > *').count()).toBe(2);
      isDeleted = false;
      events = null;
      await isLive(page);
      // Its cursor opened nothing.
      await page.getByText('The list has changed').waitFor();
      await page.getByRole('button', { name: 'Reload' }).click();
      await eventually(() => page.getByText('The list has changed').count()).toBe(0);
    }));
}

export function testRestart(use: () => Tabs): void {
  it('says when it has not reached the gateway for some time, tries again, listens anew when a stream is silent, and goes on after a restart of the gateway', () =>
    use().own(async ({ page, agent, example, open }) => {
      await page.clock.install();
      // The shortest pause before the page listens again.
      await page.addInitScript('Math.random = () => 0');
      await page.route('**/graphql', (route) => (isSubscription(route) ? route.abort() : route.continue()));
      await open();
      await page.getByText('Connecting…').waitFor();
      await page.clock.fastForward(11_000);
      await page.getByText('There is no connection to the service').waitFor();
      await page.unroute('**/graphql');
      await page.getByRole('button', { name: 'Try again' }).click();
      await isLive(page);

      const next = page.waitForRequest((request) => request.postDataJSON()?.variables?.after != null);
      await page.clock.fastForward(41_000);
      await page.clock.fastForward(5_000);
      await next;
      await isLive(page);

      await example.restartGateway();
      await createTransaction(agent, '23 Restart Road');
      await news(page, '1 new');
      await isLive(page);
      // Nothing was missed.
      expect(await page.getByText('The list has changed').count()).toBe(0);
    }));
}
