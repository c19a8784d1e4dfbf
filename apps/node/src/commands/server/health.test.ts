import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';
import { listen } from '../../testing/test-server.ts';

let cli: CliFolder;

beforeEach(() => {
  cli = createCliFolder();
});

afterEach(() => cli.remove());

describe('parley health', () => {
  it('fails when no gateway answers', async () => {
    const { code, stdout, stderr } = await cli.call(['health', '--url', 'http://127.0.0.1:1']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('parley: http://127.0.0.1:1/readyz does not answer.\n');
  });

  it('fails with the checks of a gateway that cannot serve', async () => {
    const { port } = new URL(
      await listen((_request, response) => {
        response.writeHead(503).end('{"status":"unavailable","checks":{"store":"unavailable"}}');
      }),
    );
    const { code, stderr } = await cli.call(['health'], { PARLEY_PORT: port });
    expect(code).toBe(1);
    expect(stderr).toContain('is not ready: 503 {"status":"unavailable","checks":{"store"');
  });

  it('calls the address on which start listens with the same environment', async () => {
    const asked: (string | undefined)[] = [];
    const { port } = new URL(
      await listen((request, response) => {
        asked.push(request.url);
        response.end('{"status":"ok"}');
      }),
    );
    const environment = { PARLEY_HOST: '0.0.0.0', PARLEY_PORT: port };
    const { code, stdout } = await cli.call(['health'], environment);
    expect([code, stdout]).toEqual([0, `http://127.0.0.1:${port} is ready.\n`]);
    expect(asked).toEqual(['/readyz']);
  });

  it('refuses an invalid address', async () => {
    expect(await cli.call(['health', '--url', 'gateway'])).toMatchObject({ code: 1 });
  });
});
