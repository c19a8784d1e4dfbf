/** No page of the console, in any theme, language or width, gives axe, the browser or the network a reason to complain. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holderPages, operatorPages } from './pages.ts';
import { addHistory } from './history.ts';
import {
  browserPath,
  startTestGateway,
  themes,
  widths,
  type Locale,
  type TestGateway,
  type VisitSettings,
} from './test-gateway.ts';

/** Declares the tests of one language, so that languages run beside each other. */
export function describeAccessibility(locale: Locale): void {
  describe.skipIf(browserPath === '')(`every page in ${locale}`, { timeout: 240_000 }, () => {
    inspectPages(locale);
  });
}

function inspectPages(locale: Locale): void {
  let testGateway: TestGateway;
  let details: readonly string[];

  beforeAll(async () => {
    testGateway = await startTestGateway();
    details = await addHistory(testGateway.gateway);
  }, 60_000);
  afterAll(() => testGateway.close());

  it.each(themes)('of an operator is accessible in a %s theme', async (theme) => {
    expect(await inspect([...operatorPages, ...details], { theme })).toEqual([]);
  });

  it.each(themes)('of a key holder is accessible in a %s theme', async (theme) => {
    expect(await inspect(holderPages, { theme, secret: testGateway.gateway.key })).toEqual([]);
  });

  it.each(themes)('of nobody, which is the sign-in, is accessible in a %s theme', async (theme) => {
    expect(await inspect(['/'], { theme, secret: null })).toEqual([]);
  });

  /** Looks at each page in both widths; gives what is wrong. */
  async function inspect(
    pages: readonly string[],
    settings: Omit<VisitSettings, 'locale'>,
  ): Promise<readonly string[]> {
    const found: string[] = [];
    const visit = await testGateway.visit({ ...settings, locale });
    for (const path of pages) {
      await visit.go(path);
      const faults = await inspectWidths(visit.page, settings.theme);
      found.push(...faults.map((fault) => `${path} ${fault}`));
    }
    found.push(...visit.complaints);
    await visit.close();
    return found;
  }
}

/** The rules whose result depends on colours, which are all that the second theme changes. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

async function inspectWidths(
  page: Page,
  theme: VisitSettings['theme'],
): Promise<readonly string[]> {
  const found: string[] = [];
  const rules = theme === 'dark' ? { runOnly: rulesOfColors } : {};
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Everything is in one frame, so axe needs no page of its own to put its results together.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...rules });
    const { violations } = await axe.setLegacyMode().analyze();
    found.push(...violations.map(({ id, nodes }) => `${width}: ${id}: ${nodes[0]?.html ?? ''}`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) found.push(`${width}: scrolls sideways by ${overflow} pixels`);
  }
  return found;
}
