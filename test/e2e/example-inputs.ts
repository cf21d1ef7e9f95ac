/** What the forms of the example page do with what was typed: they keep it, check it, and ask before it goes; example.test.ts runs these tests. */
import type { Dialog, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tabs } from '../support/programs/example-tabs.ts';
import { eventually, fillTransaction, focused } from './example-steps.ts';

const QUESTION = 'Discard what you have entered?';

/** Does something that leads to a question, and answers it. */
async function answer(page: Page, isYes: boolean, act: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const answered = asked.then((dialog: Dialog) => {
    expect(dialog.message()).toBe(QUESTION);
    return isYes ? dialog.accept() : dialog.dismiss();
  });
  await Promise.all([act(), answered]);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const isNew = (page: Page) => eventually(() => heading(page).innerText()).toBe('New transaction');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A file that is dropped, or chosen. A large one would take its time through the test's connection to the browser. */
const file = (name: string, bytes: number) =>
  `const files = new DataTransfer();
   files.items.add(new File([new Uint8Array(${bytes})], ${JSON.stringify(name)}));`;

const drop = (page: Page, name: string, bytes: number): Promise<void> =>
  page.evaluate(`{
    ${file(name, bytes)}
    const options = { bubbles: true, cancelable: true, dataTransfer: files };
    document.querySelector('.drop').dispatchEvent(new DragEvent('drop', options));
  }`);

const choose = (page: Page, name: string, bytes: number): Promise<void> =>
  page.evaluate(`{
    ${file(name, bytes)}
    const field = document.querySelector('[type=file]');
    field.files = files.files;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }`);

export function testInputs(use: () => Tabs): void {
  it('asks before a half-typed form is left by Cancel, Escape, Back or another row, before its user signs out or closes the tab, or while it is on its way, but not before an empty one is, nor about what the list beside it shows, and leads Back to where the form was opened', () =>
    use().own(async ({ page, problems, open }) => {
      await open('#/?order=name');
      const begin = async () => {
        await page.getByRole('link', { name: 'New transaction' }).click();
        await isNew(page);
      };
      await begin();
      await page.keyboard.press('Escape');
      await eventually(() => page.getByLabel('Street address').count()).toBe(0);

      const ways: (() => Promise<unknown>)[] = [
        () => button(page, 'Cancel').click(),
        () => page.keyboard.press('Escape'),
        () => page.evaluate('history.back()'),
        () => page.locator('.row').first().click(),
      ];
      for (const way of ways) {
        await begin();
        await page.getByLabel('Street address').pressSequentially('4');
        await answer(page, false, way);
        expect(await page.getByLabel('Street address').inputValue()).toBe('4');
        await page.getByLabel('Street address').press('End');
        await answer(page, true, way);
        await eventually(() => page.getByLabel('Street address').count()).toBe(0);
      }
      expect(problems).toEqual([]);

      await page.goto(new URL('#/?order=name', page.url()).href);
      await begin();
      await page.getByLabel('Name').pressSequentially('5');
      await page.getByLabel('Sort by').selectOption('Highest price');
      await eventually(async () => new URL(page.url()).hash).toBe('#/new?order=highest_price');
      await answer(page, false, () => button(page, 'Sign out').click());
      const isAskedBeforeReload = async () => {
        const asked = page.waitForEvent('dialog');
        const reload = page.evaluate('location.reload()');
        const question = await asked;
        expect(question.type()).toBe('beforeunload');
        await question.dismiss();
        await reload;
      };
      await isAskedBeforeReload();
      expect(await page.getByLabel('Name').inputValue()).toBe('5');

      const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (/"mutation /.test(route.request().postData() ?? '')) await isLeft;
        await route.fallback();
      });
      await fillTransaction(page, '6 Once Only Road');
      await button(page, 'Create').click();
      await button(page, 'Creating…').waitFor();
      await isAskedBeforeReload();
      leave();
      await eventually(() => heading(page).innerText()).toBe('6 Once Only Road');
      await page.goBack();
      await eventually(async () => new URL(page.url()).hash).toBe('#/?order=name');
      expect(await page.getByLabel('Street address').count()).toBe(0);
    }));

  it('opens a form for a provider, asks before it is canceled, begins the next one empty, takes a file that is dropped, and says at once that one is too large or of another type', () =>
    use().own(async ({ page, problems, openNew }) => {
      await openNew('8 Provider Place');
      const opener = button(page, 'Add a provider');
      await opener.press('Enter');
      await eventually(() => focused(page)).toMatch(/^Kind: /);
      await button(page, 'Add provider').click();
      await page.getByText('Please fill out this field.').first().waitFor();
      await page.getByLabel('Company').pressSequentially('5');
      await answer(page, false, () => page.keyboard.press('Escape'));
      await answer(page, true, () => page.keyboard.press('Escape'));
      await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Add a provider');
      await opener.press('Enter');
      expect(await page.getByLabel('Company').inputValue()).toBe('');
      expect(await page.getByText('Please fill out this field.').count()).toBe(0);
      await button(page, 'Cancel').click();

      await page.getByText('Or drop it here: PDF, XLS, JPG or DOC, at most 26.2 MB').waitFor();
      await drop(page, 'scan.tiff', 10);
      await page.getByText('scan.tiff is not a PDF, XLS, JPG or DOC file').waitFor();
      expect(await button(page, 'Upload').count()).toBe(0);
      await choose(page, 'plans.PDF', 26_300_000);
      await page.getByText('plans.PDF has 26.3 MB, and at most 26.2 MB are accepted').waitFor();
      expect(await button(page, 'Upload').count()).toBe(0);
      await choose(page, 'a.pdf', 10);
      await page.getByLabel('Description').pressSequentially('5');
      await answer(page, true, () => button(page, 'Cancel').click());
      await eventually(() => focused(page)).toMatch(/^Add a file: Or drop it here/);
      await drop(page, 'Scan.JPG', 1_234_000);
      await page.getByText('1.2 MB', { exact: true }).waitFor();
      expect(await focused(page)).toBe('Add a file: 1.2 MB');
      expect(await page.getByLabel('Description').inputValue()).toBe('');
      expect(problems).toEqual([]);
    }));
}
