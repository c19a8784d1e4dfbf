/** No page of the console, in no theme, language or width, gives axe, the browser or the network a reason to complain. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holderPages, operatorPages } from './pages.ts';
import { addHistory } from './history.ts';
import { browserPath, locales, setStage, themes, widths, type Stage } from './stage.ts';

describe.skipIf(browserPath === '')('every page', { timeout: 120_000 }, () => {
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

  /** Looks at each page in all themes and widths; gives what is wrong. */
  async function inspect(
    pages: readonly string[],
    settings: { readonly locale: (typeof locales)[number]; readonly secret?: string | null },
  ): Promise<readonly string[]> {
    const visit = await stage.visit(settings);
    const found: string[] = [];
    for (const path of pages) {
      await visit.go(path);
      for (const look of looks) {
        const faults = await inspectLook(visit.page, look);
        found.push(...faults.map((fault) => `${path} ${look.theme} ${look.width}: ${fault}`));
      }
    }
    found.push(...visit.complaints);
    await visit.close();
    return found;
  }
});

interface Look {
  readonly theme: (typeof themes)[number];
  readonly width: (typeof widths)[number];
}

const looks: readonly Look[] = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));

async function inspectLook(page: Page, { theme, width }: Look): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  // Colours of the other theme may stay for a frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 100));
      }),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [...faults, `scrolls sideways by ${overflow} pixels`] : faults;
}
