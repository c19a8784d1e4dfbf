/** A page of another origin calls the gateway from a real browser, if the configuration allows its origin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, startTestGateway, type TestGateway } from './test-gateway.ts';

async function servePage(): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>app</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const originOf = (server: Server): string =>
  `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

interface PageRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends a request from the page, as a client library in a browser does. */
const askFrom = (page: Page, url: string, init: PageRequest) =>
  page.evaluate(
    async ([address, options]) => {
      try {
        const response = await fetch(address, options);
        const text = await response.text();
        return { status: response.status, text, attempts: response.headers.get('parley-attempts') };
      } catch {
        return undefined;
      }
    },
    [url, init] as const,
  );

describe.skipIf(browserPath === '')('in a browser', () => {
  let pages: readonly Server[] = [];
  let testGateway: TestGateway;

  beforeAll(async () => {
    pages = await Promise.all([servePage(), servePage()]);
    const cors = { origins: pages.slice(0, 1).map(originOf) };
    testGateway = await startTestGateway('node', { PARLEY_CONFIG_YAML: JSON.stringify({ cors }) });
  }, 60_000);
  afterAll(async () => {
    await testGateway.close();
    for (const page of pages) page.close();
  });

  const visit = async (server: Server | undefined, ask: (page: Page) => Promise<void>) => {
    const { page, close } = await testGateway.visit({ secret: null });
    await page.goto(server === undefined ? '' : originOf(server));
    await ask(page);
    await close();
  };
  const chat = (stream: boolean): PageRequest => ({
    method: 'POST',
    headers: {
      authorization: `Bearer ${testGateway.gateway.key}`,
      'content-type': 'application/json',
      'x-stainless-lang': 'js',
    },
    body: JSON.stringify({
      model: 'demo/echo',
      messages: [{ role: 'user', content: 'Hello' }],
      stream,
    }),
  });

  it('a page of the allowed origin reads answers, streams, errors and their headers', async () => {
    await visit(pages[0], async (page) => {
      const url = `${testGateway.gateway.url}/v1/chat/completions`;
      expect(await askFrom(page, url, chat(false))).toMatchObject({ status: 200, attempts: '1' });
      const streamed = await askFrom(page, url, chat(true));
      expect(streamed?.text).toMatch(/data: \[DONE\]\s*$/);
      expect(streamed?.attempts).toBe('1');
      expect(await askFrom(page, url, { method: 'POST' })).toMatchObject({ status: 401 });
    });
  });

  it('a page of another origin reads nothing', async () => {
    await visit(pages[1], async (page) => {
      const url = `${testGateway.gateway.url}/v1/chat/completions`;
      expect(await askFrom(page, url, chat(false))).toBeUndefined();
    });
  });

  it('no page reads the admin API', async () => {
    await visit(pages[0], async (page) => {
      const url = `${testGateway.gateway.url}/admin/v1/keys`;
      const headers = { authorization: `Bearer ${testGateway.gateway.adminToken}` };
      expect(await askFrom(page, url, { headers })).toBeUndefined();
    });
  });
});
