/**
 * GraphiQL in a real browser, against the gateway started as a developer would. With UPDATE_SCREENSHOTS=1, it also takes the picture that the
 * README shows.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/debian-packages.ts';
import { axeFindings } from '../support/programs/axe.ts';
import { startBrowser, twoFrames, watchPage } from '../support/programs/browser.ts';
import { environment } from '../support/programs/main-process.ts';
import { startPrefixProxy } from '../support/programs/prefix-proxy.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';
import { pdf } from '../support/sample-files.ts';

const picture = join(import.meta.dirname, '../../docs/images/graphiql.png');

const folders: string[] = [];
const ends: (() => void)[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'playground-'));
  folders.push(folder);
  return folder;
}

interface Gateway {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function startGateway(): Promise<Gateway> {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const settings = {
    PORT: '0',
    DATA_DIR: seededFolder((end) => void ends.push(end)),
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [main], { env: environment(settings) });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /"graphiql":"(http:\S+?)\/graphiql"/.exec(line)?.[1];
    if (url !== undefined) return { url, stop: () => stopChild(child) };
  }
  throw new Error(`The gateway did not start: ${errors}`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const clickButton = (page: Page) => page.locator('.graphiql-execute-button').click();
const pressKeys = (page: Page) => page.keyboard.press('Control+Enter');

async function runQuery(page: Page, run = clickButton): Promise<string> {
  await run(page);
  const result = page.locator('.result-window', { hasText: /"data"|"errors"/ });
  await result.waitFor();
  return result.innerText();
}

/** Seldom, because the browser computes meanwhile. */
const patience = { interval: 100 };

/** For a short while after a tab has come to the front, GraphiQL runs it under the former tab's operation name. */
const expectOnceNamed = (page: Page) => expect.poll(() => runQuery(page), patience);

/** Between the quotes of a description. */
const uploadCommand = /"""\n([\s\S]*?)\n"""/;

/** Not by a click: while the page is busy, that has the browser scroll what the editor scrolls itself, and no text is left in sight. */
const focusOn = (page: Page, editor: string) =>
  page.locator(`${editor} :is(textarea, [contenteditable])`).first().focus();

/** What a user gets who selects everything in an editor and copies it. */
async function copyFrom(page: Page, editor: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await focusOn(page, editor);
  await page.keyboard.press('Control+A');
  // The editor tells the browser what is selected with the next frame.
  await twoFrames(page);
  await page.keyboard.press('Control+C');
  return String(await page.evaluate('navigator.clipboard.readText()'));
}

/** With the token that the page shows. */
async function createTransaction(page: Page, name: string): Promise<void> {
  const settings = JSON.parse((await page.locator('#settings').textContent()) ?? '{}');
  const create = settings.tabs.find(({ query }: { query: string }) => query.includes('mutation CreateTransaction'));
  const { input } = JSON.parse(create.variables);
  const response = await fetch(new URL('graphql', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${settings.tokens.agent}` },
    body: JSON.stringify({
      query: create.query,
      variables: { input: { ...input, name, idempotencyKey: randomUUID() } },
    }),
  });
  expect(await response.json()).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } } });
}

// Loading an editor of 9 MB and starting a gateway take seconds while other tests run, so each test goes on with the page of the one before.
describe.skipIf(isMissing('chromium-headless-shell'))('GraphiQL in a browser', { shuffle: false }, () => {
  let gateway: Gateway;
  let browser: BrowserContext;
  /** Below a path that it removes. */
  let proxy: Awaited<ReturnType<typeof startPrefixProxy>>;
  let page: Page;
  let problems: string[];
  const outside: string[] = [];

  beforeAll(async () => {
    gateway = await startGateway();
    proxy = await startPrefixProxy(gateway.url);
    browser = await startBrowser(await temporaryFolder());
    page = await browser.newPage();
    problems = watchPage(page, proxy.origin);
    page.on('request', (request) => request.url().startsWith(`${proxy.url}/`) || outside.push(request.url()));
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await gateway?.stop();
    for (const end of ends) end();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  it("opens with the query for the agent's transactions, which Ctrl-Enter runs although nothing has the focus, below a path that a proxy removes", async () => {
    const workers: string[] = [];
    page.on('worker', (worker) => void workers.push(new URL(worker.url()).pathname));
    await page.goto(`${proxy.url}/`);
    expect(page.url()).toBe(`${proxy.url}/graphiql`);
    await page.locator('.graphiql-execute-button').waitFor();
    await expect.poll(() => runQuery(page, pressKeys), patience).toMatch(/"name":\s"\S[^"]*"/);
    await expect.poll(() => workers, patience).toContain('/team/graph/graphiql/worker-graphql.js');
    expect({ outside, problems }).toEqual({ outside: [], problems: [] });
  });

  it('explains the schema beside the editor', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    expect({ outside, problems }).toEqual({ outside: [], problems: [] });
  });

  it('shows each change as it happens, in a tab that runs as it is, until it is stopped', async () => {
    const tab = page.getByRole('tab', { name: 'MyChanges' });
    await tab.scrollIntoViewIfNeeded();
    await tab.click();

    const result = (text: string | RegExp) => page.locator('.result-window', { hasText: text });
    const run = page.locator('.graphiql-execute-button');
    // For a moment, GraphiQL runs a new tab's query under the name of the former tab's.
    const begin = async () => {
      await run.click();
      await result(/"kind"|"errors"/).waitFor();
      return result('').innerText();
    };
    await expect.poll(begin, patience).toMatch(/"kind":\s"READY"/);
    for (const name of ['1 First Street', '2 Second Street']) {
      await createTransaction(page, name);
      await result(name).waitFor();
    }
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql')),
      run.click(),
    ]);
    expect(problems).toEqual([]);
  });

  it('opens a tab on the first click, even if the pointer moves a little', async () => {
    for (const name of ['OpenTransactions', 'Accounts', 'WholeTransaction']) {
      const tab = page.getByRole('tab', { name });
      // Once the strip of tabs stands still.
      await tab.hover({ position: { x: 20, y: 10 } });
      const place = await tab.boundingBox();
      if (place === null) throw new Error(`No tab ${name}`);
      await page.mouse.down();
      await page.mouse.move(place.x + 28, place.y + 11, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
  });

  it('opens a tab with its variables, which have the id of a transaction, so that it runs as it is', async () => {
    const shown = (name: string) => page.locator('.graphiql-editor-tools .active', { hasText: name });
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await shown('Headers').waitFor();
    await page.getByRole('tab', { name: 'AddServiceProviders' }).click();
    await shown('Variables').waitFor();
    await expectOnceNamed(page).toMatch(/"outcome":\s"COMMITTED"[\s\S]*"kind":\s"ESCROW"/);
    expect(problems).toEqual([]);
  });

  it('says how to upload a file, in lines that can be copied into a shell, and shows what they have uploaded', async () => {
    const tab = page.getByRole('tab', { name: 'UploadedFiles' });
    await tab.scrollIntoViewIfNeeded();
    await tab.click();
    await page.locator('.graphiql-query-editor', { hasText: 'apollo-require-preflight' }).waitFor();
    // The editor takes keys a moment after it shows another text.
    let copied = '';
    const copy = async () => (copied = await copyFrom(page, '.graphiql-query-editor'));
    await expect.poll(copy, patience).toMatch(uploadCommand);
    const [, command = ''] = uploadCommand.exec(copied) ?? [];
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'contract.pdf'), pdf());
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ data: { uploadFile: { outcome: 'COMMITTED', userErrors: [] } } });
    await expectOnceNamed(page).toMatch(/"name":\s"contract.pdf"/);
    expect(problems).toEqual([]);
  });

  it('has nothing to find for axe in its frame, and fits phones and wide screens', async () => {
    // GraphiQL nests the button that closes a tab in the tab, and the history has buttons without names; Monaco has colors of its own.
    const others = { exclude: ['.graphiql-tab', '.graphiql-plugin', '.monaco-editor'], without: [] };
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    expect(await axeFindings(page, others)).toEqual([]);
    await page.setViewportSize(size);
  });

  it('follows the color scheme of the system, and has each pane in its place in a small window', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('.monaco-editor.vs-dark').first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    // A laptop's window at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    const edgesOf = async (pane: string) => {
      const { y = Number.NaN, height = 0 } = (await page.locator(pane).boundingBox()) ?? {};
      return [y, y + height];
    };
    const panes = ['.graphiql-query-editor', '.graphiql-editor-tools', '.graphiql-response'];
    const edges = async () => (await Promise.all(panes.map(edgesOf))).flat();
    await expect
      .poll(async () => (await edges()).every((edge, index, all) => edge >= (all[index - 1] ?? 0)), patience)
      .toBe(true);
    await page.setViewportSize(size);
  });

  it('keeps the tabs and the history without a token, and runs them with one of the next visit', async () => {
    await page.getByRole('tab', { name: 'Accounts' }).click();
    const stored = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored, patience).toContain('"activeTabIndex":10');
    await expect.poll(stored, patience).toContain('Bearer {{token of the demo service}}');
    expect(await stored()).not.toContain('eyJ');

    await page.reload();
    await expect.poll(() => page.getByRole('tab').count(), patience).toBe(11);
    await expectOnceNamed(page).toMatch(/"firstName":\s"\S[^"]*"/);

    await page.getByRole('button', { name: 'Show History' }).click();
    const past = page.locator('.graphiql-history-items');
    for (const name of ['UploadedFiles', 'AddServiceProviders', 'Accounts']) {
      await past.getByText(name, { exact: true }).first().waitFor();
    }
    // With the id of the transaction that is the newest now, and a key that was not used for another one.
    await past.getByText('AddServiceProviders', { exact: true }).first().click();
    await expectOnceNamed(page).toMatch(/"outcome":\s"COMMITTED"[\s\S]*"2\sSecond\sStreet"/);
    expect(problems).toEqual([]);
    if (process.env['UPDATE_SCREENSHOTS'] === '1') {
      await page.getByRole('button', { name: 'Variables', exact: true }).click();
      await page.mouse.move(1000, 600);
      await page.screenshot({ path: picture, animations: 'disabled' });
    }
  });

  it('opens the sample tabs again once its data are cleared', async () => {
    const tabs = page.getByRole('tab');
    await page.getByRole('button', { name: 'Close Tab' }).first().click();
    // GraphiQL stores its tabs a moment after a change, which would bring back what has been cleared.
    const stored = () => page.evaluate("JSON.parse(localStorage['realty-forms:graphiql:tabState']).tabs.length");
    await expect.poll(stored, patience).toBe(10);
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    await page.getByRole('button', { name: 'Clear data' }).click();
    await page.getByRole('button', { name: 'Cleared data' }).waitFor();
    await page.reload();
    await expect.poll(() => tabs.count(), patience).toBe(11);
    expect(problems).toEqual([]);
  });

  it('marks no dash in an address as if it were a mistake', async () => {
    // As the editor marks one that is in sight.
    const border = await page
      .locator('.monaco-editor')
      .first()
      .evaluate((editor) => {
        const mark = editor.appendChild(editor.ownerDocument.createElement('span'));
        mark.className = 'unicode-highlight';
        const color = `${mark.computedStyleMap().get('border-top-color')}`;
        mark.remove();
        return color;
      });
    expect(border).toBe('rgba(0, 0, 0, 0)');
  });

  it('keeps no token that was pasted, neither with the tabs nor in the history, where the page has none of its own', async () => {
    // GraphiQL stores its tabs a moment after a change, so it is left first.
    await page.goto(`${proxy.url}/healthz`);
    await page.evaluate(() => localStorage.clear());
    // As for a service of others, whose page has no tokens.
    await page.route('**/graphiql', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"tokens":\{.*?\},/, '"tokens":{},');
      await route.fulfill({ response, body });
    });
    await page.goto(`${proxy.url}/graphiql`);
    await page.locator('.graphiql-query-editor', { hasText: 'MyTransactions' }).waitFor();
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await focusOn(page, '.graphiql-editor-tool .graphiql-editor:not(.hidden)');
    for (const key of ['Control+Home', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key);
    await page.keyboard.insertText('pasted');
    await expectOnceNamed(page).toMatch(/Get\s+a\s+token\s+of\s+this\s+gateway\s+with:[\s\S]*"UNAUTHENTICATED"/);
    const stored = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(stored, patience).toContain('"queries"');
    expect(await stored()).not.toContain('pasted');
  });
});
