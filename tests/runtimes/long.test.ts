/** Slow tests on all runtimes at once: silent upstreams and, on demand, thousands of streams. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { answerWith, delayHead, pauseAfter, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { needs, oldestNode, rows } from './rows.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';
import { framesOfText, patientMs, streamAtOnce, streamInBurst } from './streams.ts';

/** Longer than the ten seconds after which some servers end a silent request. */
const shortSilenceMs = 12_000;
const longSilenceMs = 30_000;

/** On demand, the tests wait half a minute and send thousands of streams. */
const isSlow = process.env['PARLEY_SLOW_TESTS'] === '1';
const silenceMs = isSlow ? longSilenceMs : shortSilenceMs;

it('every runtime has a file with its tests', () => {
  const files = globSync('*.test.ts', { cwd: import.meta.dirname });
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const described = texts.flatMap((text) => /^describeRuntime\('(.+)'\);$/m.exec(text)?.[1] ?? []);
  expect(described.sort()).toEqual([...rows, oldestNode].map(({ title }) => title).sort());
});

describe(`${silenceMs / 1_000} seconds of silence, before an answer and within a stream`, () => {
  for (const row of rows) {
    const test = row.gaps['waits-for-silence'] === undefined ? it.concurrent : it.concurrent.fails;
    test(
      `are waited on ${row.title}`,
      async () => {
        const testGateway = await startTestGateway(row);
        await expectNoTimeout(testGateway, silenceMs).finally(() => testGateway.close());
      },
      2 * patientMs,
    );
  }
});

describe.runIf(isSlow).each(rows)('2,000 streams at once on $title', (row) => {
  needs(row, 'streams-at-once')(
    'come whole',
    async () => {
      const testGateway = await startTestGateway(row);
      const texts = await streamAtOnce(testGateway, 2_000).finally(() => testGateway.close());
      expect(texts.filter((text) => /data: \[DONE\]\n\n$/.test(text))).toHaveLength(2_000);
    },
    2 * patientMs,
  );
});

describe.runIf(isSlow)('5,000 streams of a key with limits, opened within four seconds', () => {
  it(
    'come whole on Node',
    async () => {
      const testGateway = await startTestGateway({ title: 'Node', runtime: 'node', gaps: {} });
      const texts = await streamInBurst(testGateway, 5_000, 4_000).finally(() =>
        testGateway.close(),
      );
      expect(texts.filter((text) => /data: \[DONE\]\n\n$/.test(text))).toHaveLength(5_000);
    },
    2 * patientMs,
  );
});

/** A whole answer whose head is delayed, and a stream that pauses, at the same time. */
async function expectNoTimeout(
  { upstream, ask: sendRequest }: TestGateway,
  ms: number,
): Promise<void> {
  const script = answerWith({ text: ['Good ', 'morning.'] });
  upstream.script((request) =>
    reshape(script, (each) =>
      request.stream ? pauseAfter(each, framesOfText(each), ms) : delayHead(each, ms),
    )(request),
  );
  const [whole, streamed] = await Promise.all([
    sendRequest({}).then((response) => response.text()),
    sendRequest({ stream: true }).then((response) => response.text()),
  ]);
  expect(whole).toContain('Good morning.');
  expect(streamed).toMatch(/data: \[DONE\]\n\n$/);
}
