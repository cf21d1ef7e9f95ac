/** The page at /docs in a real browser, against the service alone: operations tried as they are, and authorizing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allScopes, type RunningReference } from '@realty-forms/reference/options.ts';
import { createReferenceServer } from '@realty-forms/reference/server.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOnly } from '../../packages/reference/test/read-only-client.ts';
import { referenceOptions } from '../../packages/reference/test/running.ts';
import { isMissing } from '../support/debian-packages.ts';
import { axeFindings } from '../support/programs/axe.ts';
import { startBrowser, watchPage } from '../support/programs/browser.ts';

interface Tried {
  readonly status: string;
  readonly body: string;
}

/** Opens an operation, presses "Try it out" and "Execute", closes it, and returns the status and the body of the response. */
async function tryOut(block: Locator): Promise<Tried> {
  // Dispatched, because a mouse would wait until a page of thousands of lines has been painted.
  const press = (part: string) => block.locator(part).dispatchEvent('click');
  await press('.opblock-summary-control');
  await press('.try-out__btn');
  await press('.execute');
  const live = block.locator('.live-responses-table');
  await live.waitFor();
  const shown = (part: string) => live.locator(`tbody .response-col_${part}`).first().innerText();
  const tried = { status: await shown('status'), body: await shown('description') };
  await press('.opblock-summary-control');
  return tried;
}

/** A client whose secret the service makes. */
const client = { ...readOnly, id: 'own-client', secret: undefined, scopes: allScopes };

// A page of two megabytes takes seconds to load while other tests run.
describe.skipIf(isMissing('chromium-headless-shell'))('/docs in a browser', () => {
  const folders: string[] = [];
  let server: RunningReference;
  let browser: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    const [dataDir, profile] = [await temporaryFolder(), await temporaryFolder()];
    server = await createReferenceServer(
      referenceOptions({ dataDir, clients: [client], showsSecret: true }, () => undefined),
    );
    browser = await startBrowser(profile, 'first');
    page = await browser.newPage();
    problems = watchPage(page, server.url);
    await page.goto(server.url);
    await page.locator('.opblock-post').nth(15).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  const operation = (name: string) => page.locator(`[id$="-${name}"].opblock`);

  async function temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'docs-'));
    folders.push(folder);
    return folder;
  }

  it('opens from the root with every endpoint, without requests to any other host', async () => {
    expect(new URL(page.url()).pathname).toBe('/docs');
    expect(await page.locator('.opblock-post').count()).toBe(16);
    expect(problems).toEqual([]);
  });

  it('lists what is not POST apart, in the last section', async () => {
    const sections = await page
      .locator('.opblock-tag-section')
      .evaluateAll((all) =>
        all.map((each) => [
          ...new Set([...each.querySelectorAll('.opblock-summary-method')].map((m) => m.textContent)),
        ]),
      );
    expect(sections).toEqual([['POST'], ['POST'], ['POST'], ['POST'], ['POST'], ['POST'], ['GET']]);
  });

  it('authorizes with the client and the secret that are filled in, and tells of a wrong one without a dialog of the browser', async () => {
    const session = await page.context().newCDPSession(page);
    const dialogs: unknown[] = [];
    session.on('Fetch.authRequired', (event) => dialogs.push(event));
    session.on('Fetch.requestPaused', ({ requestId }) => void session.send('Fetch.continueRequest', { requestId }));
    await session.send('Fetch.enable', { handleAuthRequests: true });

    const open = () => page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await open();
    const dialog = page.locator('.auth-container', { hasText: 'clientCredentials' });
    await expect.poll(() => dialog.getByLabel('client_id').inputValue()).toBe(client.id);
    const secret = dialog.getByLabel('client_secret');
    const right = await secret.inputValue();
    const apply = dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' });
    await secret.fill('wrong');
    await apply.click();
    await dialog.getByText('Unauthorized').waitFor();
    await secret.fill(right);
    await apply.click();
    const remove = dialog.getByRole('button', { name: 'Remove authorization' });
    await remove.waitFor();
    const close = () => page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await close();

    const { status, body } = await tryOut(operation('listTrans'));
    expect(status).toContain('200');
    expect(body).toContain('"transName"');
    expect(dialogs).toEqual([]);
    expect(problems.splice(0)).toEqual([expect.stringContaining('401')]);
    await session.detach();
    await open();
    await remove.click();
    await apply.waitFor();
    await close();
  });

  // One of each form of request and response; that every example is answered is asked without a browser (openapi/document).
  it('answers examples as they are, once the first operation has obtained a token', async () => {
    const shown = ['token', 'uploadfiles', 'verifyToken', 'download'];
    const tried = new Map<string, Tried>();
    for (const name of shown) tried.set(name, await tryOut(operation(name)));
    const failed = [...tried].filter(([, { status }]) => !status.startsWith('200'));
    expect(failed.map(([name, { status }]) => [name, Number.parseInt(status, 10)])).toEqual([
      ['verifyToken', 400],
      ['download', 403],
    ]);
    expect(await page.locator('.opblock').first().getAttribute('id')).toMatch(/-token$/);
    // What is not 200 is said in the description, and the console has it too.
    expect(problems.splice(0)).toEqual(failed.map(() => expect.stringContaining('Failed to load resource')));
  });

  it("can be read in both themes, with an operation open: axe finds nothing but what is Swagger UI's", async () => {
    const block = operation('getAccount');
    await block.locator('.opblock-summary-control').dispatchEvent('click');
    await block.locator('.try-out__btn').dispatchEvent('click');
    await block.locator('.header-col').first().waitFor();
    // Its order of headings, the regions of its page, the label of a request's text, and long examples that only a mouse scrolls.
    expect(
      await axeFindings(page, {
        exclude: [],
        without: ['heading-order', 'region', 'label', 'scrollable-region-focusable'],
      }),
    ).toEqual([]);
  });
});
