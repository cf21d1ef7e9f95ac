/** What is written from the example page: transactions, providers and files; example.test.ts runs these tests in its browser. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { lookAtPart } from './example-looks.ts';
import { chooseFile, count, eventually, fillTransaction, focused, pdf, refuseOnce } from './example-steps.ts';

/** One for each page: what another session of the same page has set stays in force beside it. */
const lines = new WeakMap<Page, CDPSession>();

/** Limits the page's upload speed from here on, in bytes per second. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const line = lines.get(page) ?? (await page.context().newCDPSession(page));
  lines.set(page, line);
  await line.send('Network.enable');
  const others = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...others, uploadThroughput });
}

async function download(page: Page, button: string): Promise<Download> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return begun;
}

export function testForms(use: () => Tabs): void {
  it('offers the states by name, leads to the first field that is missing or wrong, until it is changed, sends again what was refused, then creates the transaction and opens it', () =>
    use().own(async ({ page, problems, open, picture }) => {
      await open();
      const before = await count(page);
      await page.getByRole('link', { name: 'New transaction' }).press('Enter');
      await eventually(() => page.evaluate('document.activeElement?.tagName')).toBe('H1');
      const states = await page.getByLabel('State').locator('option').allInnerTexts();
      expect([states.length, states[0], states.at(-1)]).toEqual([52, 'Choose a state', 'Wyoming']);
      await page.keyboard.press('Tab');
      await page.keyboard.type('9 <Sample> Lane');
      await page.getByRole('button', { name: 'Create' }).click();
      await eventually(() => focused(page)).toBe('Street address: Please fill out this field.');
      await page.keyboard.type('9 <Sample> Lane');
      expect(await focused(page)).toBe('Street address: ');
      await page.getByRole('button', { name: 'Create' }).click();
      await eventually(() => focused(page)).toBe('State: Please select an item in the list.');
      const wrong = page.locator('[aria-invalid="true"]');
      expect(await wrong.count()).toBe(1);
      await page.keyboard.type('Ut');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Must not contain the character "<"').first().waitFor();
      await eventually(() => focused(page)).toBe('Name: Must not contain the character "<"');
      await picture('example-create');

      await eventually(() => wrong.count()).toBe(2);
      await page.getByLabel('Name').fill('9 Sample Lane');
      await eventually(() => wrong.count()).toBe(1);
      expect(await wrong.getAttribute('name')).toBe('streetAddress');
      // The same mistake again is said again.
      await page.getByLabel('Street address').fill('8 <Sample> Lane');
      await eventually(() => wrong.count()).toBe(0);
      await page.getByRole('button', { name: 'Create' }).click();
      await eventually(() => focused(page)).toBe('Street address: Must not contain the character "<"');
      await page.getByLabel('Street address').fill('9 Sample Lane');
      await refuseOnce(page, { status: 503, headers: { 'retry-after': '60' } });
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Please try again in 60 seconds.').waitFor();
      expect(problems.splice(0)).toEqual([expect.stringContaining('503')]);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: '9 Sample Lane', level: 1 }).waitFor();
      await eventually(() => count(page)).toBe(before + 1);
      await eventually(() => page.locator('.row-name').first().innerText()).toBe('9 Sample Lane');
      expect(problems).toEqual([]);
    }));

  it('asks what it may be if a creation or an upload was not confirmed, checks again, or makes another', () =>
    use().own(async ({ page, problems, open }) => {
      const sent: string[] = [];
      let isConfirmed = false;
      await page.route('**/graphql', async (route) => {
        const text = route.request().postData() ?? '';
        if (!text.includes('"operationName":"CreateTransaction"')) return route.fallback();
        sent.push(/"idempotencyKey":"([^"]*)"/.exec(text)?.[1] ?? '');
        const response = await route.fetch();
        if (isConfirmed) return route.fulfill({ response });
        const { data } = await response.json();
        const { transaction } = data.createTransaction;
        const possibleMatches = [[transaction], [], null, [transaction]][sent.length - 1];
        const unknown = { outcome: 'UNKNOWN', transaction: null, possibleMatches };
        return route.fulfill({
          response,
          json: { data: { createTransaction: { ...data.createTransaction, ...unknown } } },
        });
      });
      await open('#/new');
      const before = await count(page);
      await fillTransaction(page, '12 Perhaps Place');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'This may be it' }).waitFor();
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('None of your transactions looks like it so far').waitFor();
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('could not be looked through').waitFor();
      expect(await page.getByRole('button', { name: 'again' }).count()).toBe(1);
      await page.getByRole('button', { name: 'Check again' }).click();
      const match = page.locator('.question .row', { hasText: '12 Perhaps Place' });
      await match.waitFor();
      expect(new Set(sent).size).toBe(1);
      isConfirmed = true;
      await page.getByRole('button', { name: 'Not this one' }).click();
      await page.getByRole('heading', { name: '12 Perhaps Place', level: 1 }).waitFor();
      expect([sent.length, new Set(sent).size]).toEqual([5, 2]);
      await eventually(() => count(page)).toBe(before + 2);

      sent.length = 0;
      isConfirmed = false;
      await page.getByRole('link', { name: 'New transaction' }).click();
      await fillTransaction(page, '14 Perhaps Place');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('.question .row', { hasText: '14 Perhaps Place' }).click();
      await page.getByRole('heading', { name: '14 Perhaps Place', level: 1 }).waitFor();

      const uploads: string[] = [];
      await page.route('**/graphql', async (route) => {
        const text = route.request().postDataBuffer()?.toString('latin1') ?? '';
        if (!text.includes('"operationName":"UploadFile"')) return route.fallback();
        uploads.push(/"idempotencyKey":"([^"]*)"/.exec(text)?.[1] ?? '');
        const response = await route.fetch();
        const { data } = await response.json();
        const possibleMatches = uploads.length === 2 ? [] : [data.uploadFile.file];
        const unknown = { outcome: 'UNKNOWN', file: null, possibleMatches };
        return route.fulfill({ response, json: { data: { uploadFile: { ...data.uploadFile, ...unknown } } } });
      });
      await chooseFile(page, 'contract.pdf', 'Purchase contract');
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByRole('button', { name: 'This is it contract.pdf' }).waitFor();
      expect(await lookAtPart(page, '.pane')).toEqual([]);
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('None of the files looks like it so far').waitFor();
      await page.getByRole('button', { name: 'Upload it again' }).click();
      await page.getByRole('button', { name: 'This is it' }).click();
      await page.getByText('The file was added.').waitFor();
      await eventually(() => page.getByRole('button', { name: 'Download contract.pdf' }).count()).toBe(2);
      expect([uploads[1] === uploads[0], uploads[2] === uploads[0]]).toEqual([true, false]);
      expect((await download(page, 'Download all 2')).suggestedFilename()).toMatch(/\.zip$/);
      expect(problems).toEqual([]);
    }));

  it('uploads a file with its size and a progress bar, shows at once that one is rejected, can be canceled, and downloads the same bytes', () =>
    use().own(async ({ page, problems, openNew, picture }) => {
      await openNew('3 Upload Court');
      // Slow until the bar has been seen, however late the page draws it.
      await slowDown(page, 50_000);
      await chooseFile(page, 'disclosure.pdf', "Seller's disclosure");
      await page.getByText('401 kB', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Upload' }).click();
      const bar = page.getByRole('progressbar', { name: 'Upload' });
      await eventually(() => bar.getAttribute('value')).toMatch(/^[2-9]\d$/);
      await page.getByText('of 401 kB').waitFor();
      await picture('example-upload');
      await slowDown(page, 1_000_000);
      await page.getByText('The file was added.').waitFor();
      const disclosure = await download(page, 'Download disclosure.pdf');
      expect(disclosure.suggestedFilename()).toBe('disclosure.pdf');
      expect((await readFile(await disclosure.path())).equals(pdf)).toBe(true);

      await slowDown(page, 10_000);
      await chooseFile(page, 'long.pdf', 'Never arrives');
      expect(await page.getByText('The file was added.').count()).toBe(0);
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alert').filter({ hasText: 'canceled' }).waitFor();
      await eventually(() => page.getByRole('button', { name: 'Upload' }).isEnabled()).toBe(true);

      await slowDown(page, 400_000);
      await chooseFile(page, 'plan.jpg', 'Not a picture');
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('This is not a JPG file').waitFor();
      await eventually(() => focused(page)).toMatch(/^Add a file: This is not a JPG file/);
      expect(problems).toEqual([]);
    }));
}
