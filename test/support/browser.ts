/** Debian's chromium for tests, and what a page does in it that it should not. */
import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether there is no browser; says so, with what is not tested for it. */
export function isBrowserMissing(subject: string): boolean {
  const isMissing = !existsSync(executablePath);
  if (isMissing) console.warn(`${subject} is not tested in a browser: there is no ${executablePath}.`);
  return isMissing;
}

export function startBrowser(profileFolder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profileFolder, { executablePath, args: flags });
}

/** Errors of a page, and its requests to anyone but `origin`; grows as they come. */
export function watchPage(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`request to ${asked}`);
  });
  return complaints;
}
