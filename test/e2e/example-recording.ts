/**
 * The recording of the README, made with UPDATE_SCREENSHOTS=1 by Debian's `img2webp` (package webp): what a reader sees within 40 seconds of
 * the demo. Each frame is a screenshot with the time that it is shown, so the recording does not depend on this machine's speed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createTransaction, type Tabs } from '../support/programs/example-tabs.ts';
import { chooseFile, isLive, isSettled } from './example-steps.ts';

const recording = join(import.meta.dirname, '../../docs/images/example.webp');
const size = { width: 1000, height: 640 };
const LETTER_MS = 160;

/** Screenshots show no mouse pointer: this draws one. */
const pointer = `addEventListener('DOMContentLoaded', () => {
  const dot = document.createElement('div');
  Object.assign(dot.style, { position: 'fixed', zIndex: 9, width: '18px', height: '18px', margin: '-9px', borderRadius: '50%',
    background: 'rgb(193 0 120 / 55%)', pointerEvents: 'none', left: '-99px' });
  document.body.append(dot);
  addEventListener('mousemove', ({ clientX, clientY }) => Object.assign(dot.style, { left: clientX + 'px', top: clientY + 'px' }), true);
});`;

function createCamera(page: Page, folder: string) {
  const shots: string[] = [];
  const show = async (milliseconds: number) => {
    const file = join(folder, `${shots.length}.png`);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'initial' });
    shots.push('-d', String(milliseconds), file);
  };
  return {
    show,
    async click(target: Locator) {
      await target.hover();
      await show(500);
      await target.click();
    },
    async type(field: Locator, text: string) {
      for (const letter of text) {
        await field.press(letter === ' ' ? 'Space' : letter);
        await show(LETTER_MS);
      }
    },
    save: () => execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '70', '-m', '6', ...shots, '-o', recording]),
  };
}

export function testRecording(use: () => Tabs): void {
  it('is recorded for the README', () =>
    use().ofDemo(async ({ page, agent, example }) => {
      const folder = mkdtempSync(join(tmpdir(), 'recording-'));
      const { show, click, type, save } = createCamera(page, folder);
      await page.setViewportSize(size);
      await page.addInitScript(pointer);
      await page.goto(example.url);
      const demo = page.getByRole('button', { name: "Continue as Zoë O'Example" });
      await demo.waitFor();
      await show(2_000);

      await click(demo);
      await page
        .getByRole('heading', { name: '12 Alder Court', level: 2 })
        .or(page.locator('.pane h1'))
        .first()
        .waitFor();
      await isLive(page);
      await show(3_000);

      await click(page.getByRole('link', { name: 'Search' }));
      const box = page.getByLabel('Find by address');
      await isSettled(page);
      await box.click();
      await type(box, 'lindqvist');
      await isSettled(page);
      await show(1_500);
      await click(page.locator('.row').first());
      await page.locator('.pane h1').waitFor();
      await show(2_500);

      await click(page.getByRole('link', { name: 'Due soon' }));
      await page.getByText('due in 14 days').waitFor();
      await show(3_000);

      await click(page.getByRole('link', { name: 'New transaction' }));
      await show(800);
      await type(page.getByLabel('Name', { exact: true }), '9 Sample Lane');
      await page.getByLabel('Street address').fill('9 Sample Lane');
      await page.getByLabel('State').selectOption('Utah');
      await show(1_200);
      await click(page.getByRole('button', { name: 'Create' }));
      await page.getByRole('heading', { name: '9 Sample Lane', level: 1 }).waitFor();
      await show(2_500);

      await page.getByLabel('Add a file').scrollIntoViewIfNeeded();
      await chooseFile(page, 'contract.pdf', 'Purchase contract');
      await show(1_500);
      await click(page.getByRole('button', { name: 'Upload' }));
      await page.getByText('The file was added.').waitFor();
      await show(2_500);

      await click(page.getByRole('link', { name: 'Browse' }));
      await isLive(page);
      await isSettled(page);
      await show(1_500);
      await createTransaction(agent, '31 Newcomer Row');
      const bar = page.getByRole('button', { name: 'Show', exact: true });
      await bar.waitFor();
      await show(2_000);
      await click(bar);
      await page.getByText('31 Newcomer Row').first().waitFor();
      await show(2_000);
      await page.emulateMedia({ colorScheme: 'dark' });
      await show(2_500);
      save();
      rmSync(folder, { recursive: true });
      expect(await page.locator('.offline').count()).toBe(0);
    }));
}
