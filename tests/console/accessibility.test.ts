/** No page of the console, in no theme, language or width, gives axe, the browser or the network a reason to complain. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holderPages, operatorPages } from './pages.ts';
import { addHistory } from './history.ts';
import { browserPath, locales, setStage, themes, widths, type Stage } from './stage.ts';

describe.skipIf(browserPath === '')('every page', { timeout: 240_000 }, () => {
  let stage: Stage;
  let details: readonly string[];

  beforeAll(async () => {
    stage = await setStage();
    details = await addHistory(stage.gateway);
  }, 60_000);
  afterAll(() => stage.close());

  it.each(locales)('of an operator is accessible in %s', async (locale) => {
    expect(await inspect([...operatorPages, ...details], { locale })).toEqual([]);
  });

  it.each(locales)('of a key holder is accessible in %s', async (locale) => {
    expect(await inspect(holderPages, { locale, secret: stage.gateway.key })).toEqual([]);
  });

  it.each(locales)('of nobody, which is the sign-in, is accessible in %s', async (locale) => {
    expect(await inspect(['/'], { locale, secret: null })).toEqual([]);
  });

  /** Looks at each page in both themes and widths; gives what is wrong. */
  async function inspect(
    pages: readonly string[],
    settings: { readonly locale: (typeof locales)[number]; readonly secret?: string | null },
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (const theme of themes) {
      const visit = await stage.visit({ ...settings, theme });
      for (const path of pages) {
        await visit.go(path);
        const faults = await inspectWidths(visit.page);
        found.push(...faults.map((fault) => `${path} ${theme} ${fault}`));
      }
      found.push(...visit.complaints);
      await visit.close();
    }
    return found;
  }
});

async function inspectWidths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    found.push(...violations.map(({ id, nodes }) => `${width}: ${id}: ${nodes[0]?.html ?? ''}`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) found.push(`${width}: scrolls sideways by ${overflow} pixels`);
  }
  return found;
}
