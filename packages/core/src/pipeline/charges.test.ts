import { countFrames, truncate } from '@parley/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainCost } from '../billing/cost/explain-cost.ts';
import { formatClients, formats } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';
import { openTestSocket } from '../testing/open-test-socket.ts';
import { fitFormat, replyUsing, type ReportedUse } from '../testing/reported-usage.ts';
import { startTestGateway, type Format, type TestGateway } from '../testing/test-gateway.ts';

const count = fc.nat(50_000);

const uses: fc.Arbitrary<ReportedUse> = fc
  .record({
    ...{ input: count, cacheRead: count, cacheWrite: count, output: count, reasoning: count },
    ...{ audioInput: count, audioOutput: count, searches: fc.nat(9) },
    tier: fc.constantFrom('default', 'priority'),
  })
  .map((use) => ({
    ...use,
    input: use.input + 1,
    output: use.output + 1,
    audioInput: Math.min(use.audioInput, use.input),
    audioOutput: Math.min(use.audioOutput, use.output),
  }));

/** Whole or streamed, to clients of the upstream's own format or of another; a WebSocket comes beside these. */
function deliveriesOf(format: Format): readonly Call[] {
  const other: Format = format === 'chat' ? 'messages' : 'chat';
  return [format, other].flatMap((client) => [false, true].map((stream) => ({ client, stream })));
}

interface Call {
  readonly client: Format;
  readonly stream: boolean;
  readonly limit?: number;
}

async function ask(gateway: TestGateway, { client, stream, limit = 100_000 }: Call): Promise<void> {
  const { path, streamPath, ask: write } = formatClients[client];
  await (await gateway.post(stream ? streamPath : path, write(limit, stream))).text();
}

/** The price of a million tokens, and of a thousand searches, in nano-dollars; and the multiplier in millionths. */
const priceLists = [
  ['nothing', 0, 1_000_000],
  ['the smallest price', 1, 1_000_001],
  ['a usual price', 1_250_000_000, 1_300_000],
  ['a group that pays nothing', 1_250_000_000, 0],
  ['the highest price', 33_333_333_333_333, 1_000_000],
] as const;

function dollars(nanoUsd: number): number {
  return Number((nanoUsd / 1e9).toFixed(9));
}

function priceOf(rate: number) {
  const own = { input: rate, output: rate, cache_write_5m: rate };
  const audio = { audio_input: 3 * rate, audio_output: 3 * rate };
  const rates = Object.entries({ ...own, ...audio }).map(
    ([name, nanoUsd]) => [name, dollars(nanoUsd)] as const,
  );
  const fees = { web_search: feeOf(rate) };
  return { match: '*', ...Object.fromEntries(rates), services: { priority: 2 }, fees };
}

function feeOf(rate: number): number {
  return Math.min(dollars(rate), 1_000);
}

const unit = 1_000_000_000_000n;

function divideUp(amount: bigint): number {
  return Number((amount + unit - 1n) / unit);
}

function chargeOf(use: ReportedUse, rate: number, multiplier: number): number {
  const { input, cacheRead, cacheWrite, output, reasoning, audioInput, audioOutput } = use;
  const plain = input - audioInput + cacheRead + cacheWrite + output - audioOutput + reasoning;
  const tokens = plain + 3 * (audioInput + audioOutput);
  const factor = use.tier === 'priority' ? 2n : 1n;
  const fee = BigInt(Math.round(feeOf(rate) * 1e9)) * 1_000n;
  const sum = BigInt(tokens) * BigInt(rate) * factor + BigInt(use.searches) * fee;
  return divideUp(sum * BigInt(multiplier));
}

/** The sum of the lines of an explanation, in units of 10^-15 dollars. */
function sumLines(lines: readonly string[]): bigint {
  return lines
    .map((line) => / = \$(\d+)\.(\d+)$/.exec(line))
    .map((found) => BigInt(`${found?.[1] ?? ''}${(found?.[2] ?? '').padEnd(15, '0')}`))
    .reduce((sum, amount) => sum + amount, 0n);
}

describe.each(formats)('what %s reports', (format) => {
  it.each(priceLists)(
    'is charged part by part, however it is delivered, at %s',
    async (_, rate, multiplier) => {
      const gateway = await openTestGateway({
        formats: [format],
        configuration: { prices: [priceOf(rate)] },
        group: { multiplier: multiplier / 1e6 },
      });
      const socket = await openTestSocket(gateway);
      let calls = 0;
      const settled = () => expect.poll(() => gateway.store.exchanges.length).toBe((calls += 1));
      await fc.assert(
        fc.asyncProperty(uses, async (any) => {
          const use = fitFormat(format, any);
          gateway.upstream.script(replyUsing(format, use, 'Yes.'));
          for (const delivery of deliveriesOf(format)) {
            await ask(gateway, delivery);
            await settled();
          }
          await socket.ask(formatClients.responses.ask(100_000, true));
          await settled();
          const entries = await gateway.store.listLedger({ limit: 5 });
          const expected = chargeOf(use, rate, multiplier);
          expect(entries.map(({ nanoUsd }) => nanoUsd)).toEqual(entries.map(() => expected));
          const lines = explainCost(entries[0]?.arithmetic ?? '');
          expect(divideUp(sumLines(lines) * BigInt(multiplier))).toBe(expected);
        }),
        { numRuns: 4 },
      );
      expect((await gateway.store.checkLedger()).faults).toEqual([]);
    },
  );
});

/** One call after the other, until a key has used up its quota. */
const trials = fc.record({
  format: fc.constantFrom(...formats),
  quota: fc.integer({ min: 300_000, max: 3_000_000 }),
  calls: fc.array(
    fc.record({
      use: uses,
      client: fc.constantFrom(...formats),
      stream: fc.boolean(),
      limit: fc.integer({ min: 20, max: 2_000 }),
      frames: fc.integer({ min: 1, max: 20 }),
      by: fc.constantFrom('fin', 'clean', undefined),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

type Trial = typeof trials extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(['none', 'one-call'] as const)('a limit with overdraft %s', (overdraft) => {
  it('holds whatever upstreams report and wherever replies break off', async () => {
    const run = async ({ format, quota, calls }: Trial) => {
      const gateway = await startTestGateway({
        formats: [format],
        configuration: { prices: [priceOf(1_000_000_000)], pricing: { overdraft } },
        key: { limits: { quota: { nanoUsd: quota, reset: 'none' } } },
      });
      try {
        for (const { use, client, stream, limit, frames, by } of calls) {
          const reply = replyUsing(
            format,
            fitFormat(format, use),
            'One two three four. '.repeat(9),
          );
          gateway.upstream.script((request) => {
            const answer = reply(request);
            if (answer.type !== 'answer' || by === undefined || countFrames(answer) < frames)
              return answer;
            return truncate(answer, { frames, by });
          });
          await ask(gateway, { client, stream, limit });
        }
        const readState = async () => (await gateway.store.readKey('key_1'))?.state;
        await expect.poll(async () => (await readState())?.running).toBe(0);
        const charges = (await gateway.store.listLedger({ limit: 100 })).map(
          ({ nanoUsd }) => nanoUsd,
        );
        const spent = charges.reduce((sum, charge) => sum + charge, 0);
        expect((await readState())?.spent).toBe(spent);
        expect(spent).toBeLessThanOrEqual(
          quota + (overdraft === 'none' ? 0 : Math.max(...charges)),
        );
        const { faults } = await gateway.store.checkLedger();
        expect(faults).toEqual([]);
      } finally {
        await gateway.close();
      }
    };
    await fc.assert(fc.asyncProperty(trials, run), { numRuns: 25 });
  });
});
