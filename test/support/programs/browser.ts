/** Debian's headless Chromium for tests, and a list of what a page in it should not have done. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

// Chromium's engine without its windows, which takes a third less.
const executablePath = '/usr/bin/chromium-headless-shell';
const flags = [
  // Pages live for seconds: a process for all of them costs less.
  '--process-per-site',
  // Nor is a process kept in reserve, which windows in turn take from each other.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=4',
];
/** What compiles nothing to its end costs such pages a quarter less; one that computes for seconds gains by the first of both compilers. */
const compilers = { none: '--js-flags=--no-opt,--no-maglev', first: '--js-flags=--no-opt' };

/** The time limits of tests end what hangs. Playwright's, half a minute for each step, would also end what is late on a busy machine. */
const options = { executablePath, timeout: 0 };

export async function startBrowser(
  profileFolder: string,
  compiler: keyof typeof compilers = 'none',
): Promise<BrowserContext> {
  const args = [...flags, compilers[compiler]];
  return patient(await chromium.launchPersistentContext(profileFolder, { ...options, args }));
}

/** For several windows, each with connections of its own: a window has six to a server, and a stream takes one. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...options, args: [...flags, compilers.none] });
}

export async function newWindow(browser: Browser): Promise<BrowserContext> {
  return patient(await browser.newContext({ reducedMotion: 'reduce' }));
}

function patient(window: BrowserContext): BrowserContext {
  window.setDefaultTimeout(0);
  return window;
}

/** A live list of the page's errors and warnings, and of its requests to any other origin. */
export function watchPage(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) problems.push(`request to ${url}`);
  });
  return problems;
}

/** Resolves when the page has rendered twice: what it learns with the next frame is in the second one. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}
