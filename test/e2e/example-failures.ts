/**
 * Each request of the example page fails in several ways in turn, before anything is shown and afterwards: the page says so, keeps what it
 * shows, waits for nothing for ever, and has a way to try again. example.test.ts runs these tests in its browser.
 */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { createTransaction, type Tabs } from '../support/programs/example-tabs.ts';
import { chooseFile, eventually, isQuiet } from './example-steps.ts';

interface Mode {
  /** What the page says. */
  readonly says: string;
  readonly answer: (route: Route) => Promise<void> | undefined;
}

const errors = [{ message: 'Nothing works', extensions: { code: 'INTERNAL', retryable: false } }];
const unreachable = 'There is no connection to the service.';

const refused: Mode = {
  says: 'Please try again in 60 seconds.',
  answer: (route) => route.fulfill({ status: 503, headers: { 'retry-after': '60' } }),
};

const tooLarge: Mode = {
  says: 'This is too large to be sent.',
  answer: (route) => route.fulfill({ status: 413, body: 'Too large' }),
};

/** Two that follow each other say something different. */
const modes: readonly Mode[] = [
  { says: unreachable, answer: (route) => route.fetch().then(() => route.abort()) },
  refused,
  {
    says: 'An unexpected error occurred.',
    answer: (route) => route.fulfill({ json: { data: nothing(route), errors } }),
  },
  { says: 'The service does not respond.', answer: () => undefined },
];

/** The request, even if files come with it. */
const textOf = (route: Route): string => route.request().postDataBuffer()?.toString('latin1') ?? '';

const operationOf = (route: Route): string => /"operationName":"(\w+)"/.exec(textOf(route))?.[1] ?? '';

/** Null for the operation's field. */
function nothing(route: Route): object {
  const [, field = ''] = /(?:query|mutation)[^{]*\{\s*(?:\\n)?\s*(\w+)/.exec(textOf(route)) ?? [];
  return { [field]: null };
}

/** Has operations, or all while the gateway is away, fail as the mode of the moment says. */
async function failing(page: Page, ...operations: string[]) {
  const state = { operations, isAway: false, mode: modes[0], underWay: 0 };
  await page.clock.install();
  await page.route('**/graphql', async (route) => {
    state.underWay += 1;
    if (state.isAway || state.operations.includes(operationOf(route))) await state.mode?.answer(route);
    else await route.continue().then(() => route.request().response());
    state.underWay -= 1;
  });
  return state;
}

type State = Awaited<ReturnType<typeof failing>>;

/** Time passes while nothing is under way: for the attempts that nobody sees, and until the page gives up. */
async function inTime<T>(page: Page, state: State, read: () => Promise<T>): Promise<T> {
  if (state.underWay === 0) await page.clock.fastForward(5_000);
  return read();
}

const retries = (page: Page, says: string) =>
  page.getByRole('alert').filter({ hasText: says }).getByRole('button', { name: 'Try again' });

/** What is begun fails in some ways, or in each; each time, so many parts of the page say so, and try again. */
async function failAgain(
  page: Page,
  state: State,
  begin: () => Promise<unknown>,
  parts = 1,
  ways: readonly Mode[] = [refused],
): Promise<() => Promise<unknown>> {
  let next = begin;
  for (const mode of ways) {
    state.mode = mode;
    await next();
    await eventually(() => inTime(page, state, () => retries(page, mode.says).count())).toBe(
      mode.says === unreachable ? 1 : parts,
    );
    await eventually(() => page.getByText('Loading…').count()).toBe(0);
    next = () => page.evaluate(`for (const each of document.querySelectorAll('[role=alert] button')) each.click()`);
  }
  state.mode = modes[0];
  return next;
}

export function testFailures(use: () => Tabs): void {
  it('loads on request what could not be loaded at first, each part by itself', () =>
    use().own(async ({ page, agent, go }) => {
      const id = await createTransaction(agent, '24 Failing Road');
      const state = await failing(page, 'Viewer', 'Transactions', 'Transaction', 'TransactionFiles');
      let next = await failAgain(page, state, () => go(`#/transactions/${id}`), 1, modes);
      state.operations = ['Transactions', 'Transaction', 'TransactionFiles'];
      next = await failAgain(page, state, next, 2);
      state.operations = ['TransactionFiles'];
      next = await failAgain(page, state, next);
      await page.getByRole('heading', { name: '24 Failing Road', level: 1 }).waitFor();
      await page.locator('.row', { hasText: '24 Failing Road' }).waitFor();
      state.operations = [];
      await next();
      await isQuiet(page);
      await page.getByText('No files yet.').waitFor();
    }));

  it('stores one file from a form that is sent until it succeeds, and shows it when its list can be loaded', () =>
    use().own(async ({ page, openNew }) => {
      const state = await failing(page, 'UploadFile');
      await openNew('5 Retry Row');
      await chooseFile(page, 'contract.pdf', 'Purchase contract');
      const upload = () => page.getByRole('button', { name: 'Upload' }).click();
      let next = await failAgain(page, state, upload, 1, [...modes.slice(2), tooLarge]);
      state.operations = ['TransactionFiles'];
      next = await failAgain(page, state, next);
      await page.getByText('The file was added.').waitFor();
      state.operations = [];
      await next();
      await isQuiet(page);
      await eventually(() => page.getByRole('button', { name: 'Download contract.pdf' }).count()).toBe(1);

      state.operations = ['FileLink'];
      const button = page.locator('.download', { hasText: 'contract.pdf' });
      state.mode = refused;
      await button.getByRole('button').click();
      await eventually(() => button.innerText()).toMatch(/^Not available now\s+Try again/);
      state.operations = [];
      await page.route('**/files/**', (route) => route.fulfill({ status: 503 }));
      await button.getByRole('button').click();
      await eventually(() => button.innerText()).toMatch(/^Not available now\s+Try again/);
      await page.unroute('**/files/**');
      const begun = page.waitForEvent('download');
      await button.getByRole('button').click();
      expect((await begun).suggestedFilename()).toBe('contract.pdf');
    }));
}
