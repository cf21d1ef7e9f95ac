/** The page at /docs in a real browser, against the service alone: reading, authorizing, trying requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningReference } from '../../src/reference/options.ts';
import { createReferenceServer } from '../../src/reference/server.ts';
import { referenceOptions } from '../reference/running.ts';
import { readOnly } from '../support/gateways/read-only-client.ts';
import { isBrowserMissing, startBrowser, watchPage } from '../support/programs/browser.ts';

const isMissing = isBrowserMissing('The page at /docs');

async function open(page: Page, operation: string): Promise<Locator> {
  const block = page.locator(`[id$="-${operation}"].opblock`);
  await block.locator('.opblock-summary-control').click();
  return block;
}

/** Presses "Try it out" and "Execute", and returns the status and the body of the response. */
async function execute(block: Locator): Promise<{ status: string; body: string }> {
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const live = block.locator('.live-responses-table');
  await live.waitFor();
  return {
    status: await live.locator('tbody .response-col_status').first().innerText(),
    body: await live.locator('.highlight-code').first().innerText(),
  };
}

// A page of two megabytes takes seconds to load while other tests run.
describe.skipIf(isMissing)('/docs in a browser', { timeout: 60_000 }, () => {
  const folders: string[] = [];
  let server: RunningReference;
  let browser: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    const [dataDir, profile] = [await temporaryFolder(), await temporaryFolder()];
    server = await createReferenceServer(referenceOptions({ dataDir, clients: [readOnly] }, () => undefined));
    browser = await startBrowser(profile);
    page = await browser.newPage();
    problems = watchPage(page, server.url);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  async function temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'docs-'));
    folders.push(folder);
    return folder;
  }

  it('opens from the root with every endpoint, without requests to any other host', async () => {
    await page.goto(server.url);
    expect(new URL(page.url()).pathname).toBe('/docs');
    await expect.poll(() => page.locator('.opblock-post').count()).toBe(16);
    expect(problems).toEqual([]);
  });

  it('authorizes with the client that it suggests, and lists transactions', async () => {
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const dialog = page.locator('.auth-container', { hasText: 'clientCredentials' });
    await expect.poll(() => dialog.getByLabel('client_id').inputValue()).toBe(readOnly.id);
    await dialog.getByLabel('client_secret').fill(readOnly.secret);
    await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click();
    await dialog.getByRole('button', { name: 'Remove authorization' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();

    const { status, body } = await execute(await open(page, 'listTrans'));
    expect(status).toContain('200');
    expect(body).toContain('"transName"');
    expect(problems).toEqual([]);
  });

  it('shows the columns of a record', async () => {
    const block = await open(page, 'getTransById');
    const { status, body } = await execute(block);
    expect(status).toContain('200');
    expect(body).toContain('"propertyAppraisalFax"');
    expect(problems).toEqual([]);
  });
});
