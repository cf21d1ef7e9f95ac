/**
 * What only a browser can show of the package with urql: an upload that tells its progress and can be canceled on its way.
 * example.test.ts runs these tests in its browser, at its address, with the sources as they are but for their types.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { createTransaction, type Tabs } from '../support/programs/example-tabs.ts';

const root = join(import.meta.dirname, '../..');

const imports = {
  '@urql/core': '/package/node_modules/@urql/core/dist/urql-core.mjs',
  '@0no-co/graphql.web': '/package/node_modules/@0no-co/graphql.web/dist/graphql.web.mjs',
  wonka: '/package/node_modules/wonka/dist/wonka.mjs',
};

const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script><script type="module">
  globalThis.process = { env: { NODE_ENV: 'production' } };
  const { Client, fetchExchange } = await import('@urql/core');
  const { UploadFileDocument } = await import('/package/client/src/documents/generated.ts');
  const { gatewayExchange, uploadContext } = await import('/package/client/src/urql/exchange.ts');
  globalThis.upload = async ({ token, transactionId, size, cancelAt }) => {
    const client = new Client({ url: '/graphql', exchanges: [gatewayExchange({ token: () => token }), fetchExchange] });
    const file = new File(['%PDF-1.7\\n', new Uint8Array(size), '\\n%%EOF\\n'], 'offer.pdf', { type: 'application/pdf' });
    const about = { description: 'Sent by urql', sender: 'Example Realty', pageCount: 1, idempotencyKey: crypto.randomUUID() };
    const progress = [];
    const canceled = new AbortController();
    const onProgress = (fraction) => {
      progress.push(fraction);
      if (fraction >= cancelAt) canceled.abort();
    };
    const context = uploadContext({ onProgress, signal: canceled.signal });
    const { data, error } = await client.mutation(UploadFileDocument, { input: { transactionId, file, ...about } }, context);
    return { outcome: data?.uploadFile?.outcome, error: error?.networkError?.name, progress };
  };
  document.title = 'ready';
</script>`;

interface Uploaded {
  readonly outcome?: string;
  readonly error?: string;
  readonly progress: readonly number[];
}

async function sendSource(route: Route): Promise<void> {
  const path = new URL(route.request().url()).pathname.slice('/package/'.length);
  const text = readFileSync(join(root, path), 'utf8');
  const body = extname(path) === '.ts' ? stripTypeScriptTypes(text) : text;
  await route.fulfill({ contentType: 'text/javascript', body });
}

async function start(page: Page, url: string): Promise<(given: object) => Promise<Uploaded>> {
  await page.route('**/package/**', sendSource);
  await page.route('**/urql.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${url}/urql.html`);
  await page.waitForFunction('document.title === "ready"');
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const others = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...others, uploadThroughput: 1_000_000 });
  return (given) => page.evaluate(`upload(${JSON.stringify(given)})`);
}

export function testUrql(use: () => Tabs): void {
  it('uploads a file by urql, and tells how much of it has been sent; one that is canceled on its way is not tried again', () =>
    use().own(async ({ page, agent, example, problems }) => {
      const transactionId = await createTransaction(agent, '30 Urql Road');
      const upload = await start(page, example.url);
      const { outcome, progress } = await upload({ token: agent.token, transactionId, size: 400_000, cancelAt: 2 });
      expect(outcome).toBe('COMMITTED');
      expect(progress.at(-1)).toBe(1);
      expect(progress.filter((fraction) => fraction < 1).length).toBeGreaterThan(0);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(problems).toEqual([]);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      const canceled = await upload({ token: agent.token, transactionId, size: 400_000, cancelAt: 0.01 });
      expect(canceled.error).toBe('AbortError');
      expect(canceled.progress.at(-1)).toBeLessThan(1);
      expect(requests).toEqual(['/graphql']);
    }));
}
