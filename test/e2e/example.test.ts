/**
 * The example page in a real browser, against a gateway started as a developer would; the page is the built one. UPDATE_SCREENSHOTS=1 renews the pictures
 * under docs/images that the README shows.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Download, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isBrowserMissing, startBrowser, watchPage } from '../support/programs/browser.ts';
import { DEVELOPERS_TOKEN, type ExamplePage, startExamplePage } from '../support/programs/example-page.ts';
import { createTransaction, isSubscription, testLiveUpdates } from './example-live.ts';

const isMissing = isBrowserMissing('The example page');
const images = join(import.meta.dirname, '../../docs/images');
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, 'x'), Buffer.from('\n%%EOF\n')]);

// Starting a gateway, Vite and a browser takes seconds while other tests run.
describe.skipIf(isMissing)('the example page in a browser', { timeout: 60_000 }, () => {
  let example: ExamplePage;
  let browser: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    example = await startExamplePage();
    browser = await startBrowser(join(example.temporaryFolder, 'profile'));
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await example?.stop();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    await page.setViewportSize({ width: 1200, height: 780 });
    problems = watchPage(page, example.url);
  });

  afterEach(() => page.close());

  async function open(path = ''): Promise<void> {
    await page.addInitScript((token) => sessionStorage.setItem('token', token), example.token);
    await page.goto(`${example.url}/${path}`);
    await page
      .getByRole('status')
      .filter({ hasText: /\d transactions/ })
      .waitFor();
  }

  /** Creates a transaction for the test, and opens it. */
  async function openNew(name: string): Promise<void> {
    await open(`#/transactions/${await createTransaction(example, name)}`);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async function chooseFile(name: string, description: string): Promise<void> {
    await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf });
    await page.getByLabel('Description').fill(description);
    await page.getByLabel('Sent by').fill('Sample Brokers');
  }

  /** Limits the page's upload speed from here on, in bytes per second. */
  async function slowDown(uploadThroughput: number): Promise<void> {
    const line = await browser.newCDPSession(page);
    await line.send('Network.enable');
    const others = { offline: false, latency: 0, downloadThroughput: -1 };
    await line.send('Network.emulateNetworkConditions', { ...others, uploadThroughput });
  }

  async function download(button: string): Promise<Download> {
    const begun = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return begun;
  }

  const rows = () => page.locator('.row');

  /** Changes a filter or the order, and waits until the list shows the result. */
  async function narrow(change: () => Promise<unknown>): Promise<void> {
    await Promise.all([page.waitForResponse('**/graphql'), change()]);
    await expect.poll(() => page.locator('.rows').getAttribute('aria-busy')).toBe('false');
  }

  const pick = (label: string, option: string) => narrow(() => page.getByLabel(label).selectOption(option));
  const check = (status: string) => narrow(() => page.getByRole('checkbox', { name: status }).press('Space'));

  async function count(): Promise<number> {
    return Number.parseInt((await page.locator('.count').innerText()).trim(), 10);
  }

  async function picture(name: string): Promise<void> {
    if (process.env['UPDATE_SCREENSHOTS'] !== '1') return;
    await mkdir(images, { recursive: true });
    await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
  }

  it('asks for a token, says how to get one if it is rejected, and stores a valid one', async () => {
    await page.goto(example.url);
    await page.getByLabel('Access token').fill('worn-out');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').filter({ hasText: 'refused the token (401)' }).waitFor();
    await page.getByText('npm run -s token').waitFor();
    expect(problems.splice(0).every((problem) => problem.includes('401'))).toBe(true);

    await page.getByLabel('Access token').fill(example.token);
    await page.getByRole('button', { name: 'Open' }).click();
    await rows().first().waitFor();
    await page.reload();
    await rows().first().waitFor();
    expect(problems).toEqual([]);
  });

  it('narrows the list, by keyboard, to the transactions that match every filter', async () => {
    await open();
    const all = await count();
    await pick('Property', 'Farm and ranch');
    await check('Active');
    await check('Pending');
    await pick('Order', 'Highest price');
    const few = await count();
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(all);
    expect(new Set(await page.locator('.row .badge').allInnerTexts())).toEqual(new Set(['Active', 'Pending']));
    const kinds = await page.locator('.row-kind').allInnerTexts();
    expect(kinds.filter((kind) => !kind.endsWith('Farm and ranch'))).toEqual([]);

    await page.getByLabel('Closing from').fill('2999-01-01');
    await page.getByText('No transaction matches').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(count).toBe(all);
    expect(problems).toEqual([]);
  });

  it('loads each transaction once as the reader scrolls', async () => {
    await open();
    await check('Pending');
    const all = await count();
    expect(all).toBeGreaterThan(60);
    await expect
      .poll(
        async () => {
          await page.locator('.list-pane').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
          return rows().count();
        },
        { timeout: 20_000 },
      )
      .toBe(all);
    const links = await rows().evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
    expect(new Set(links).size).toBe(all);
    await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('says that the list has changed while it was loaded, and reloads it', async () => {
    await page.route('**/graphql', async (route) => {
      if (isSubscription(route)) return route.continue();
      const response = await route.fetch();
      const body = await response.json();
      if (route.request().postDataJSON().variables?.after)
        body.extensions = {
          warnings: [{ path: ['transactions'], code: 'LIST_CHANGED', message: 'The list has changed' }],
        };
      return route.fulfill({ response, json: body });
    });
    await open();
    await page.locator('.list-pane').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await page.getByText('The list has changed').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.getByText('The list has changed').count()).toBe(0);
    await expect.poll(() => rows().count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('shows a transaction with its parties, and leads back to the list', async () => {
    await open();
    await check('Pending');
    await pick('Order', 'Highest price');
    const name = await page.locator('.row-name').first().innerText();
    await rows().first().press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(name);
    await page.locator('section', { hasText: 'Seller' }).getByRole('link', { name: /@/ }).first().waitFor();
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.getByText('None yet.').last().waitFor();
    await picture('example-transaction');

    await page.setViewportSize({ width: 420, height: 800 });
    await page.getByRole('link', { name: 'All transactions' }).click();
    await rows().first().waitFor();
    expect(problems).toEqual([]);
  });

  it('shows a rejection by the service next to its field, then creates the transaction and opens it', async () => {
    await open();
    const before = await count();
    await page.getByRole('link', { name: 'New transaction' }).click();
    await page.getByLabel('Name').fill('9 <Sample> Lane');
    await page.getByLabel('Street address').fill('9 Sample Lane');
    await page.getByLabel('State').fill('ut');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Must not contain the character "<"').waitFor();
    await expect.poll(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await picture('example-create');

    await page.getByLabel('Name').fill('9 Sample Lane');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: '9 Sample Lane', level: 1 }).waitFor();
    await expect.poll(count).toBe(before + 1);
    await expect.poll(() => page.locator('.row-name').first().innerText()).toBe('9 Sample Lane');
    expect(problems).toEqual([]);
  });

  it('creates one transaction from a form that is submitted again because the response was lost', async () => {
    await open();
    const before = await count();
    let losses = 0;
    await page.route('**/graphql', async (route) => {
      const isCreation = route.request().postData()?.includes('createTransaction(') ?? false;
      if (!isCreation || losses > 0) return route.continue();
      losses += 1;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('link', { name: 'New transaction' }).click();
    await page.getByLabel('Name').fill('11 Sample Lane');
    await page.getByLabel('Street address').fill('11 Sample Lane');
    await page.getByLabel('State').fill('UT');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: '11 Sample Lane', level: 1 }).waitFor();
    await expect.poll(count).toBe(before + 1);
    expect(losses).toBe(1);
    expect(problems.every((problem) => problem.includes('ERR_FAILED'))).toBe(true);
  });

  it('adds a service provider', async () => {
    await openNew('2 Provider Way');
    await page.getByText('Add a provider').click();
    await page.getByLabel('Kind').selectOption('Closing');
    await page.getByLabel('Company').fill('Sample Closing Co');
    await page.getByLabel('Person').fill('Cleo Sample');
    await page.getByLabel('Address', { exact: true }).fill('5 Sample Plaza, Exampleton');
    await page.getByLabel('E-mail').fill('cleo@closing.example');
    await page.getByLabel('Number').fill('555-0100');
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByText('The provider was added.').waitFor();
    await page.getByText('Cleo Sample, Sample Closing Co').waitFor();
    await page.getByRole('link', { name: 'cleo@closing.example' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('uploads a file with a progress bar, and downloads the same bytes', async () => {
    await openNew('3 Upload Court');
    await chooseFile('contract.pdf', 'Purchase contract');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The file was added.').waitFor();
    const contract = await download('Download contract.pdf');
    expect(contract.suggestedFilename()).toBe('contract.pdf');
    expect((await readFile(await contract.path())).equals(pdf)).toBe(true);

    await slowDown(250_000);
    await chooseFile('disclosure.pdf', "Seller's disclosure");
    await page.getByRole('button', { name: 'Upload' }).click();
    const bar = page.getByRole('progressbar', { name: 'Upload' });
    await expect.poll(() => bar.getAttribute('value')).toMatch(/^[2-9]\d$/);
    await picture('example-upload');
    await page.getByRole('button', { name: 'Download disclosure.pdf' }).waitFor();
    expect((await download('Download all 2')).suggestedFilename()).toMatch(/\.zip$/);
    expect(problems).toEqual([]);
  });

  it('stores one file from a form that is submitted again because the response was lost', async () => {
    await page.addInitScript(`
      const { send } = XMLHttpRequest.prototype;
      let count = 0;
      XMLHttpRequest.prototype.send = function (body) {
        count += 1;
        if (count === 1) this.onload = this.onerror;
        send.call(this, body);
      };
    `);
    await openNew('5 Retry Row');
    await chooseFile('contract.pdf', 'Purchase contract');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').filter({ hasText: 'The connection broke' }).waitFor();
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The file was added.').waitFor();
    await page.reload();
    const downloads = page.getByRole('button', { name: 'Download contract.pdf' });
    await downloads.first().waitFor();
    expect(await downloads.count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('shows the rejection of a file that is still being sent', async () => {
    await openNew('6 Early Avenue');
    await slowDown(400_000);
    await chooseFile('plan.jpg', 'Not a picture');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('This is not a JPG file').waitFor();
    expect(problems).toEqual([]);
  });

  it('lets an upload be canceled', async () => {
    await openNew('4 Cancel Close');
    await slowDown(50_000);
    await chooseFile('long.pdf', 'Never arrives');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'canceled' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Upload' }).isEnabled()).toBe(true);
    expect(problems).toEqual([]);
  });

  it.each([
    ['is out of reach', (route: Route) => route.abort()],
    [
      'is out of reach of the server in front of it',
      (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
    ],
  ])('reports that the gateway %s, and continues when it is back', async (_, fail) => {
    await page.route('**/graphql', fail);
    await page.addInitScript((token) => sessionStorage.setItem('token', token), example.token);
    await page.goto(example.url);
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.getByRole('alert').getByText('The gateway cannot be reached. Is it running?').waitFor();
    await page.unroute('**/graphql');
    await again.click();
    await rows().first().waitFor();
  });

  testLiveUpdates(() => ({ page, example, problems, open, openNew }));

  it('is built into files that contain no token', async () => {
    const folder = join(example.builtFolder, 'assets');
    const assets = await readdir(folder);
    expect(assets.some((name) => name.endsWith('.js'))).toBe(true);
    for (const name of assets) expect(await readFile(join(folder, name), 'utf8')).not.toContain(DEVELOPERS_TOKEN);
  });

  it('is served by the development server too', async () => {
    const url = await example.startDevelopment();
    await page.addInitScript((token) => sessionStorage.setItem('token', token), example.token);
    const unlike = watchPage(page, url);
    await page.goto(url);
    await rows().first().waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    expect(unlike).toEqual([]);
  });
});
