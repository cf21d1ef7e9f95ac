/**
 * Tabs of the example page in Chromium, for tests that run at the same time: each has an agent of its own unless it asks for the demo
 * agent, so that nobody sees what others write.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newWindow, watchPage } from './browser.ts';
import { type Agent, type ExamplePage, startExamplePage } from './example-page.ts';

const images = join(import.meta.dirname, '../../../docs/images');

/** Each has a process that compiles the page; more would only wait for each other's computing. */
const WINDOWS = 2;

/** Has more transactions than any other. */
const demo = '999000001';
/** Of the same office, the only one with a search index; each for one test, two of a coordinator's and one of the search. */
export const claire = { nrdsId: '999000049', name: 'Claire Quinn' };
export const daniel = { nrdsId: '999000041', name: "Daniel O'Example" };
const searched = '999000033';
/** Active agents who have some transactions. */
const others = Array.from({ length: 60 }, (_, index) => index + 2)
  .filter((index) => index % 15 !== 7 && index % 13 !== 5)
  .map((index) => String(999_000_001 + index))
  .filter((nrdsId) => ![claire.nrdsId, daniel.nrdsId, searched].includes(nrdsId));

interface Tab {
  readonly page: Page;
  readonly agent: Agent;
  readonly example: ExamplePage;
  /** What the page should not have done. */
  readonly problems: string[];
  /** Opens the page with the agent's token, and waits for nothing. */
  readonly go: (path?: string) => Promise<void>;
  /** Opens the page, and waits for its list. */
  readonly open: (path?: string) => Promise<void>;
  /** Creates a transaction of the agent, and opens it. */
  readonly openNew: (name: string) => Promise<void>;
  /** Renews a picture of the documents, if UPDATE_SCREENSHOTS=1. */
  readonly picture: (name: string) => Promise<void>;
}

type Run = (body: (tab: Tab) => Promise<void>) => Promise<void>;

export interface Tabs {
  readonly example: ExamplePage;
  /** A tab of an agent that no other test has. */
  readonly own: Run;
  /** A tab of an agent whose transactions can be searched, for one test. */
  readonly ofSearched: Run;
  /** A tab of the demo agent, whose transactions no test changes. */
  readonly ofDemo: Run;
  readonly close: () => Promise<void>;
}

/** Someone creates a transaction; returns its id. */
export async function createTransaction({ ask, nrdsId }: Agent, name: string): Promise<string> {
  const create =
    'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }';
  const place = { agentNrdsId: nrdsId, stateId: 'UT', name, streetAddress: '1 Sample Street' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' };
  const { data } = (await ask(create, { input })) as { data: { createTransaction: { transaction: { id: string } } } };
  return data.createTransaction.transaction.id;
}

export async function openTabs(): Promise<Tabs> {
  const [example, browser] = await Promise.all([startExamplePage(), launchBrowser()]);
  const windows = await openWindows(browser, example.url);
  const free = [...others];

  function run(choose: () => string): Run {
    return async (body) => {
      const window = await windows.take();
      const page = await openTab(window);
      try {
        await body(await tabOf(page, example, await example.agent(choose())));
      } finally {
        // What is under way ends with the page.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.close();
        windows.release(window);
      }
    };
  }

  return {
    example,
    own: run(() => free.shift() ?? ''),
    ofSearched: run(() => searched),
    ofDemo: run(() => demo),
    async close() {
      await browser.close();
      await example.stop();
    },
  };
}

async function tabOf(page: Page, example: ExamplePage, agent: Agent): Promise<Tab> {
  await page.setViewportSize({ width: 1200, height: 780 });
  const problems = watchPage(page, example.url);
  const go = async (path = '') => {
    await page.addInitScript((token) => sessionStorage.setItem('token', token), agent.token);
    await page.goto(`${example.url}/${path}`);
  };
  const open = async (path = '') => {
    await go(path);
    await page
      .getByRole('status')
      .filter({ hasText: /\d transactions?/ })
      .waitFor();
  };
  const openNew = async (name: string) => {
    await open(`#/transactions/${await createTransaction(agent, name)}`);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const picture = async (name: string) => {
    if (process.env['UPDATE_SCREENSHOTS'] !== '1') return;
    await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
  };
  return { page, agent, example, problems, go, open, openNew, picture };
}

/** A tab that an empty page of the same site opens: it shares the process of that, while one by itself starts two. */
async function openTab(opener: Page): Promise<Page> {
  const [page] = await Promise.all([opener.waitForEvent('popup'), opener.evaluate('open("about:blank"), null')]);
  return page;
}

/** An empty page in each window. */
async function openWindows(browser: Browser, url: string) {
  const open = async (): Promise<Page> => {
    const window = await newWindow(browser);
    const page = await window.newPage();
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${url}/empty`);
    return page;
  };
  const free = await Promise.all(Array.from({ length: WINDOWS }, open));
  const waiting: ((window: Page) => void)[] = [];
  return {
    take(): Promise<Page> {
      const window = free.pop();
      return window ? Promise.resolve(window) : new Promise((resolve) => waiting.push(resolve));
    },
    release(window: Page): void {
      const next = waiting.shift();
      if (next) next(window);
      else free.push(window);
    },
  };
}
