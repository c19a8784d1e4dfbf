/** A gateway of any runtime and a real browser in front of its console. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startRuntime, type RunningGateway } from '../../scripts/serving.mjs';

/** The browser's program; empty where there is none, and then the tests are skipped and say so. */
export const browserPath = process.env['PARLEY_TEST_CHROMIUM'] ?? '';

export const themes = ['light', 'dark'] as const;
export type Locale = 'en' | 'zh';
export const widths = [1280, 390] as const;

export interface VisitSettings {
  readonly theme?: (typeof themes)[number];
  readonly locale?: Locale;
  readonly width?: number;
  /** What to sign in with; the admin token by default, nothing with `null`. */
  readonly secret?: string | null;
  /** Opens the console over plain http at a host that is not this machine, as in a local network. */
  readonly isRemote?: boolean;
  /** Whether the browser runs scripts, as it does by default. */
  readonly hasScripts?: boolean;
}

/** A host that only the browser knows, at the address of this machine. */
const remoteHost = 'gateway.test';

/** One person's browser window. */
export interface Visit {
  readonly page: Page;
  /** What should not be: errors of the console, of scripts, and requests to other origins. */
  readonly complaints: readonly string[];
  /** Opens an address below `/console` and waits until nothing loads any more. */
  go(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestGateway {
  readonly gateway: RunningGateway;
  visit(settings?: VisitSettings): Promise<Visit>;
  close(): Promise<void>;
}

export async function startTestGateway(
  runtime = 'node',
  environment: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const [gateway, browser] = await Promise.all([
    startRuntime(runtime, { environment }),
    launchBrowser(),
  ]);
  return {
    gateway,
    visit: (settings = {}) => openVisit(browser, gateway, settings),
    async close() {
      await browser.close();
      await gateway.stop();
    },
  };
}

function launchBrowser(): Promise<Browser> {
  // Root may not use Chromium's sandbox, and tests of a container run as root.
  const args = ['--no-sandbox', `--host-resolver-rules=MAP ${remoteHost} 127.0.0.1`];
  return chromium.launch({ executablePath: browserPath, args });
}

async function openVisit(
  browser: Browser,
  gateway: RunningGateway,
  { theme = 'light', locale = 'en', width = 1280, ...settings }: VisitSettings,
): Promise<Visit> {
  const { secret = gateway.adminToken, isRemote = false, hasScripts = true } = settings;
  const url = new URL(gateway.url);
  if (isRemote) url.hostname = remoteHost;
  const context = await browser.newContext({
    baseURL: url.origin,
    colorScheme: theme,
    locale: locale === 'zh' ? 'zh-CN' : 'en-US',
    viewport: { width, height: 900 },
    javaScriptEnabled: hasScripts,
    ...(!isRemote && { permissions: ['clipboard-read', 'clipboard-write'] }),
  });
  if (secret !== null && !isRemote) await signIn(context, secret);
  const page = await context.newPage();
  const complaints = listen(page, url.origin);
  if (secret !== null && isRemote) await signInByForm(page, secret);
  return {
    page,
    complaints,
    async go(path) {
      await page.goto(`/console${path}`);
      await settle(page);
    },
    close: () => context.close(),
  };
}

/** Waits until a page has what it shows: a live tail keeps its connection open, so idle is not asked for. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('main [role=status][aria-label]') === null,
  );
}

async function signIn({ request }: BrowserContext, secret: string): Promise<void> {
  const response = await request.post('/console/session', {
    headers: { 'parley-console': '1' },
    data: { secret },
  });
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
}

/** The browser alone knows the remote host, so that a page has to sign in. */
async function signInByForm(page: Page, secret: string): Promise<void> {
  await page.goto('/console');
  await page.getByLabel('Admin token or API key').fill(secret);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

function listen(page: Page, origin: string): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) {
      complaints.push(`A request to ${url.origin}`);
    }
  });
  return complaints;
}
