import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedKeyView, ExchangeView, UsageView } from '@parley/admin';
import { createCliFolder, type CliFolder } from '../../testing/cli-folder.ts';

/** The output of commands about exchanges of a running gateway. */
let cli: CliFolder;
let base: string;
let key: CreatedKeyView;

beforeAll(async () => {
  cli = createCliFolder();
  key = await cli.callJson<CreatedKeyView>(
    'keys',
    'create',
    '--name',
    'caller',
    '--concurrency',
    '9',
  );
  const gateway = cli.start(['start', '--port', '0', '--no-local']);
  [, base = ''] = await gateway.whenWritten(/Base URL +(\S+)[^]*Try it/);
  await call('demo/echo', 'one two three');
  await call('demo/error-400', 'no');
});

afterAll(() => cli.remove());

async function call(model: string, content: string): Promise<string> {
  const answer = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  });
  await answer.text();
  return answer.headers.get('x-request-id') ?? '';
}

it.each([['logs'], ['usage']])('parley %s says so when there is nothing to show', async (name) => {
  const filter = ['--key', '00000000-0000-4000-8000-000000000000'];
  const { code, stdout, stderr } = await cli.call([name, ...filter]);
  expect([code, stdout, stderr]).toEqual([0, '', 'There are no such requests yet.\n']);
  expect((await cli.call([name, ...filter, '--json'])).stderr).toBe('');
});

describe('parley logs', () => {
  async function read(...words: readonly string[]): Promise<readonly ExchangeView[]> {
    const { stdout } = await cli.call(['logs', '--json', ...words]);
    return stdout.trim() === ''
      ? []
      : stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as ExchangeView);
  }

  it('shows the latest exchanges, oldest first, failed ones too', async () => {
    expect((await read()).map(({ model, outcome }) => [model, outcome])).toEqual([
      ['demo/echo', 'completed'],
      ['demo/error-400', 'failed'],
    ]);
    const { stdout } = await cli.call(['logs']);
    expect(stdout).toMatch(/^\d{4}-.* 200 +completed +\d+ ms .* demo\/echo → demo /m);
  });

  it('shows the requested number, of the requested key', async () => {
    expect((await read('--lines', '1')).map(({ model }) => model)).toEqual(['demo/error-400']);
    expect(await read('--lines', '0')).toEqual([]);
    expect(await read('--key', 'nobody')).toEqual([]);
    expect(await cli.call(['logs', '--lines', 'all'])).toMatchObject({ code: 1 });
  });

  it('shows one exchange with its error and its attempts', async () => {
    const failed = (await read()).find(({ model }) => model === 'demo/error-400');
    const id = failed?.id ?? '';
    const { stdout } = await cli.call(['logs', id]);
    const error = 'upstream-rejected \\(invalid_request\\): This model refuses everything.';
    expect(stdout).toMatch(new RegExp(`^\\d{4}-.* ${id}\\n  error  ${error}\\n`));
    expect(stdout).toMatch(/\n {2}attempt 1 at demo {2}error-400 {2}400 {2}from \d+ to \d+ ms {2}/);
    const whole = await cli.callJson<ExchangeView>('logs', id);
    expect(whole.attempt_records).toMatchObject([{ number: 1, upstream: 'demo', status: 400 }]);
    expect(await cli.call(['logs', 'req_none'])).toMatchObject({ code: 4, stdout: '' });
  });

  it('shows requests that end later, each once', async () => {
    const following = cli.start(['logs', '--follow', '--json', '--lines', '1']);
    await following.whenRead(/error-400.*\n/);
    const ids = [await call('demo/lorem', 'a'), await call('demo/json', 'b')];
    await following.whenRead(/demo\/json.*\n/);
    following.child.kill('SIGTERM');
    const { stdout } = await following.ended;
    const shown = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ExchangeView);
    expect(shown.slice(1).map(({ id }) => id)).toEqual(ids);
  });

  it('ends without an error when its reader closes the pipe', async () => {
    const following = cli.start(['logs', '--follow']);
    await following.whenRead(/demo\/echo/);
    following.child.stdout?.destroy();
    await call('demo/echo', 'more');
    expect(await following.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('parley usage', () => {
  it('sums by the requested dimensions', async () => {
    const sums = await cli.callJson<UsageView[]>(
      'usage',
      '--by',
      'key,model',
      '--from',
      '2020-01-01',
    );
    expect(sums.find(({ model }) => model === 'demo/error-400')).toMatchObject({
      key_id: key.id,
      key_name: key.name,
      requests: 1,
      failures: 1,
    });
    const { stdout } = await cli.call(['usage', '--by', 'upstream,key']);
    expect(stdout).toMatch(
      /^KEY +UPSTREAM +REQUESTS +FAILED +INPUT +OUTPUT +CHARGED +COST +MARGIN +ATTEMPTS +FAILED ATTEMPTS\n/,
    );
    expect(stdout).toContain(`${key.name} (${key.id})`);
    expect(await cli.callJson('usage', '--until', '2020-01-01')).toEqual([]);
    expect(await cli.callJson('usage', '--key', 'nobody')).toEqual([]);
  });

  it('names days by their dates in the time zone', async () => {
    // Two zones whose dates differ at every moment.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const words = ['usage', '--by', 'day', '--time-zone', zone];
      const [sum] = await cli.callJson<UsageView[]>(...words);
      const hours = zone === 'Pacific/Kiritimati' ? 14 : -11;
      const clock = new Date(Date.parse(sum?.time ?? '') + hours * 3_600_000).toISOString();
      expect(clock).toMatch(/T00:00:00.000Z$/);
      const { stdout } = await cli.call(words);
      expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${clock.slice(0, 10)} +\\d`));
    }
  });

  it.each([
    [['--by', 'colour'], 'by'],
    [['--from', 'soon'], "option '--from <time>' argument 'soon' is invalid."],
    [['--time-zone', 'Mars'], 'time_zone'],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.call(['usage', ...words]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

describe('parley ledger', () => {
  it('has correct totals', async () => {
    const { code, stdout } = await cli.call(['ledger', 'check']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The ledger is balanced: accounts 1, keys \d, entries \d+; granted \$0, /,
    );
    expect(await cli.callJson('ledger', 'check')).toMatchObject({ balanced: true, faults: [] });
  });

  it('lists movements and explains a request', async () => {
    await cli.call(['accounts', 'top-up', 'default', '5', '--note', 'Invoice 7']);
    expect(await cli.callJson('ledger', 'list', '--kind', 'top-up')).toMatchObject([
      { amount: '5', note: 'Invoice 7' },
    ]);
    const id = await call('demo/echo', 'explain me');
    expect(await cli.callJson('ledger', 'list', '--key', key.id, '--lines', '1')).toMatchObject([
      { kind: 'charge', request_id: id },
    ]);
    expect(await cli.callJson('ledger', 'explain', id)).toMatchObject({ exchange: { id } });
    expect((await cli.call(['ledger', 'explain', id])).stdout).toMatch(
      /^demo\/echo: \$0 \(free\)\nattempt 1 at demo {2}echo {2}200 .*:\n/,
    );
    expect(await cli.call(['ledger', 'explain', 'req_nobody'])).toMatchObject({
      code: 4,
      stdout: '',
    });
    expect(await cli.call(['ledger', 'list', '--account', 'nobody'])).toMatchObject({
      ...{ code: 0, stdout: '', stderr: 'There are no such movements yet.\n' },
    });
    expect(await cli.call(['ledger', 'list', '--kind', 'gift'])).toMatchObject({
      code: 1,
      stdout: '',
    });
  });

  it('charges requests that had no price', async () => {
    expect(await cli.callJson('ledger', 'quarantine')).toMatchObject({ charged: 0, left: 0 });
  });
});
