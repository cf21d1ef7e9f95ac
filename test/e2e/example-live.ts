/** How the example page updates itself, and what it shows of failures; example.test.ts runs these tests in its browser. */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ExamplePage } from '../support/programs/example-page.ts';

interface LivePage {
  readonly page: Page;
  readonly example: ExamplePage;
  readonly problems: string[];
  readonly open: (path?: string) => Promise<void>;
  readonly openNew: (name: string) => Promise<void>;
}

/** Someone else creates a transaction of the demo agent; returns its id. */
export async function createTransaction({ ask }: ExamplePage, name: string): Promise<string> {
  const create =
    'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }';
  const place = { agentNrdsId: '999000001', stateId: 'UT', name, streetAddress: '1 Sample Street' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' };
  const { data } = (await ask(create, { input })) as { data: { createTransaction: { transaction: { id: string } } } };
  return data.createTransaction.transaction.id;
}

async function addProvider({ ask }: ExamplePage, transactionId: string, company: string): Promise<void> {
  const add = 'mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }';
  const address = { companyAddress: '5 Sample Plaza', email: 'desk@escrow.example', contact: { phone: '555-0100' } };
  const input = { transactionId, providers: [{ kind: 'ESCROW', company, agentName: 'Esther Sample', ...address }] };
  expect(await ask(add, { input })).toMatchObject({ data: { addServiceProviders: { outcome: 'COMMITTED' } } });
}

const operationOf = (route: Route): string => route.request().postDataJSON()?.operationName ?? '';
export const isSubscription = (route: Route): boolean => operationOf(route) === 'Changes';

const told = (kind: string) => ({
  data: { transactionChanges: { __typename: 'TransactionChange', kind, cursor: 'gone', transaction: null } },
});

/** A stream that breaks off after these results. */
function brokenStream(...results: readonly object[]) {
  const parts = results.map(
    (payload) => `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ payload })}\r\n--graphql`,
  );
  return { contentType: 'multipart/mixed;boundary="graphql"', body: `--graphql${parts.join('')}` };
}

export function testLiveUpdates(use: () => LivePage): void {
  const isLive = ({ page }: LivePage) =>
    page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();

  it('shows and marks what others change in its place, and what they add when the reader asks for it', async () => {
    const live = use();
    const { page, example, problems, open } = live;
    await createTransaction(example, '20 Old Road');
    await open();
    await isLive(live);
    const row = (name: string) => page.locator('.row', { hasText: name });
    const id = (await row('20 Old Road').getAttribute('href'))?.split('/').at(-1) ?? '';
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

    await addProvider(example, id, 'Sample Escrow Co');
    await page.getByRole('status').filter({ hasText: '1 changed' }).waitFor();
    await createTransaction(example, '21 New Road');
    await page.getByRole('status').filter({ hasText: '1 new or changed' }).waitFor();
    const changed = () => page.locator('.row.changed').allInnerTexts();
    await expect.poll(changed).toEqual([expect.stringContaining('20 Old Road')]);
    expect(await seen()).toEqual(before);

    await page.getByRole('button', { name: 'Show' }).click();
    await row('21 New Road').waitFor();
    await expect.poll(() => page.locator('.count').innerText()).toMatch(/2 changed$/);
    await expect.poll(() => page.evaluate('document.activeElement?.className')).toBe('list-pane');
    await row('20 Old Road').click();
    await expect.poll(() => page.locator('.row.changed').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('shows what someone else adds to the open transaction, and keeps what is typed', async () => {
    const live = use();
    const { page, example, problems, openNew } = live;
    await openNew('22 Open Road');
    await isLive(live);
    await page.getByLabel('Description').pressSequentially('Half a sen');
    await addProvider(example, page.url().split('/').at(-1) ?? '', 'Someone Else Escrow');
    await page.getByText('Esther Sample, Someone Else Escrow').waitFor();
    await page.keyboard.type('tence');
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Half a sentence');
    expect(await page.locator('.row.changed').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('goes on after a restart of the gateway, and shows what was made meanwhile', async () => {
    const live = use();
    const { page, example, open } = live;
    // The shortest pause before the page listens again.
    await page.addInitScript('Math.random = () => 0');
    await open();
    await isLive(live);
    await example.restartGateway();
    await createTransaction(example, '23 Restart Road');
    await page.getByRole('status').filter({ hasText: '1 new or changed' }).waitFor();
    await isLive(live);
    expect(await page.getByText('The list has changed').count()).toBe(0);
  });

  it('says that the service does not respond, and when it does again', async () => {
    const live = use();
    const { page, open } = live;
    let isDown = true;
    await page.route('**/graphql', (route) =>
      isSubscription(route) && isDown ? route.fulfill(brokenStream(told('READY'), told('STALE'))) : route.continue(),
    );
    await page.addInitScript('Math.random = () => 0');
    await open();
    await page.getByText('May be old: the service does not respond').waitFor();
    isDown = false;
    await isLive(live);
    // Its cursor opened nothing.
    await page.getByText('The list has changed').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.getByText('The list has changed').count()).toBe(0);
  });

  it('says when it has not reached the gateway for some time, and tries again', async () => {
    const live = use();
    const { page, open } = live;
    await page.clock.install();
    await page.route('**/graphql', (route) => (isSubscription(route) ? route.abort() : route.continue()));
    await open();
    await page.getByText('Connecting…').waitFor();
    await page.clock.fastForward(11_000);
    await page.getByText('May be old: the gateway cannot be reached').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await isLive(live);
  });

  it('listens anew when a stream has become silent', async () => {
    const live = use();
    const { page, problems, open } = live;
    await page.clock.install();
    await open();
    await isLive(live);
    const next = page.waitForRequest((request) => request.postDataJSON()?.variables?.after != null);
    await page.clock.fastForward(41_000);
    await page.clock.fastForward(5_000);
    await next;
    await isLive(live);
    expect(problems).toEqual([]);
  });

  it('asks for another token when its own expires while it listens', async () => {
    const { page, example } = use();
    const errors = [{ message: 'It has expired', extensions: { code: 'UNAUTHENTICATED', retryable: false } }];
    await page.route('**/graphql', (route) =>
      isSubscription(route) ? route.fulfill(brokenStream(told('READY'), { data: null, errors })) : route.continue(),
    );
    await page.addInitScript((token) => sessionStorage.setItem('token', token), example.token);
    await page.goto(example.url);
    await page.getByRole('alert').filter({ hasText: 'refused the token' }).waitFor();
  });

  /** The operation fails at its field, until it is told to work. */
  async function failing(page: Page, operation: string, data: object): Promise<() => void> {
    let isFailing = true;
    const errors = [{ message: 'Nothing works', path: Object.keys(data), extensions: { code: 'INTERNAL' } }];
    await page.route('**/graphql', (route) =>
      isFailing && operationOf(route) === operation ? route.fulfill({ json: { data, errors } }) : route.continue(),
    );
    return () => {
      isFailing = false;
    };
  }
  const again = (page: Page) => page.getByRole('alert').filter({ hasText: 'Nothing works' }).getByRole('button');

  it.each([
    ['the list', 'Transactions', { transactions: null }],
    ['a transaction', 'Transaction', { transaction: null }],
    ['the files of a transaction', 'TransactionFiles', { transaction: null }],
  ])('shows that %s cannot be loaded beside what is there, and loads it on request', async (_, operation, data) => {
    const live = use();
    const { page, example } = live;
    const name = `24 ${operation} Road`;
    const id = await createTransaction(example, name);
    const repair = await failing(page, operation, data);
    await page.addInitScript((token) => sessionStorage.setItem('token', token), example.token);
    await page.goto(`${example.url}/#/transactions/${id}`);
    await isLive(live);
    await again(page).waitFor();
    const heading = page.getByRole('heading', { name, level: 1 });
    if (operation !== 'Transaction') await heading.waitFor();
    repair();
    await again(page).click();
    await heading.waitFor();
    await page.locator('.row', { hasText: name }).waitFor();
    await page.getByText('None yet.').last().waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
  });
}
