/** Who uses the example page: how a session begins and ends; example.test.ts runs these tests in its browser. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { look, lookAtPart } from './example-looks.ts';
import { brokenStream, changeEvent, eventually, fillTransaction, isSubscription, refuseOnce } from './example-steps.ts';

const errors = [{ message: 'It has expired', extensions: { code: 'UNAUTHENTICATED', retryable: false } }];
const refused = { status: 401, json: { errors } };
const note = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
/** An active agent. */
const withoutTransactions = '999000006';
const header = (page: Page) => page.locator('header.bar .agent');

async function useToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Open' }).click();
}

export function testSignIn(use: () => Tabs): void {
  it('is opened without a token during development, once the service responds, as an agent, a coordinator or a service, whose name it shows', () =>
    use().ofDemo(async ({ page, example, problems }) => {
      await page.route('**/development/**', (route) => route.fulfill({ status: 502 }));
      await page.goto(example.url);
      await page.getByText('The service does not respond. Trying again…').waitFor();
      await page.unroute('**/development/**');
      await page.getByRole('button', { name: "Continue as Zoë O'Example" }).waitFor();
      await page.getByRole('button', { name: /^Continue as a coordinator of \S/ }).waitFor();
      expect(await look(page)).toEqual([]);
      problems.length = 0;
      for (const [name, shown, calendars] of [
        [/^Continue as Zoë O'Example$/, /^Zoë O'Example$/, 1],
        [/^Continue as a service$/, /^Agent\s+All agents/, 0],
      ] as const) {
        await page.getByRole('button', { name }).click();
        await page.locator('.row').first().waitFor();
        await eventually(() => header(page).innerText()).toMatch(shown);
        await page.getByRole('link', { name: 'Due soon' }).click();
        await page.getByText(/\d due in 14 days/).waitFor();
        expect(await page.getByRole('button', { name: 'Add to a calendar' }).count()).toBe(calendars);
        if (calendars === 0) await page.reload();
        await page.getByRole('button', { name: 'Sign out' }).click();
      }
      expect(problems).toEqual([]);
    }));

  it('asks for a token where the gateway has no development callers, takes only what can be one, and says whether there are no transactions, or none that match', () =>
    use().ofDemo(async ({ page, agent, example }) => {
      await page.route('**/development/**', (route) => route.fulfill({ status: 404, body: 'Nothing' }));
      await page.goto(example.url);
      await useToken(page, 'two words');
      await page.getByText('This is not a token').waitFor();
      expect(await lookAtPart(page, 'main')).toEqual([]);
      await useToken(page, agent.token.replace(/[^.]+$/, 'forged'));
      await note(page).waitFor();
      await useToken(page, (await example.agent(withoutTransactions)).token);
      await page.getByText('No transactions yet').waitFor();
      await eventually(() => note(page).count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Active' }).check();
      await page.getByText('No transaction matches').waitFor();
    }));

  it('keeps what was typed when the session ends, sends what was refused once its reader is back, and says so when the token expires while it listens', () =>
    use().own(async ({ page, agent, example, open }) => {
      const sent = await refuseOnce(page, refused);
      await page.addInitScript('Math.random = () => 0');
      await open('#/new');
      await fillTransaction(page, '7 Patience Place');
      await page.getByRole('button', { name: 'Create' }).click();
      await note(page).waitFor();
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Your session has ended');
      for (const _ of ['once', 'twice']) await page.keyboard.press('Escape');
      await note(page).waitFor();
      expect(await look(page)).toEqual([]);
      await useToken(page, 'www.sample.example');
      await page.getByText('This is not a token').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('7 Patience Place');
      const { token } = await example.agent(agent.nrdsId);
      await useToken(page, token);
      await page.getByRole('heading', { name: '7 Patience Place', level: 1 }).waitFor();
      expect([sent(), await note(page).count()]).toEqual([2, 0]);

      let opened = 0;
      await page.route('**/graphql', (route) => {
        if (!isSubscription(route)) return route.continue();
        opened += 1;
        return route.fulfill(opened === 1 ? brokenStream(changeEvent('READY'), { data: null, errors }) : refused);
      });
      // The token is the first one again.
      await page.reload();
      await note(page).waitFor();
      await note(page).getByRole('button', { name: 'Sign out' }).click();
      await page
        .getByRole('button', { name: /^Continue as/ })
        .first()
        .waitFor();
    }));

  it('leaves nothing to another caller who signs in, and sends nothing in the name of another', () =>
    use().ofDemo(async ({ page, example }) => {
      const sent = await refuseOnce(page, refused);
      await page.goto(`${example.url}/#/new`);
      await page.getByRole('button', { name: "Continue as Zoë O'Example" }).click();
      await fillTransaction(page, '8 Foreign Field');
      await page.getByRole('button', { name: 'Create' }).click();
      // The note offers only who was signed in.
      const offered = note(page).getByRole('button', { name: /^Continue as/ });
      await offered.waitFor();
      expect(await offered.allInnerTexts()).toEqual(["Continue as Zoë O'Example"]);
      await page.getByText('Use a token').click();
      await useToken(page, await example.coordinator());
      await eventually(() => header(page).innerText()).toMatch(/^Agent\s+All agents/);
      await page.locator('.row').first().waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
      expect(sent()).toBe(1);
    }));
}
