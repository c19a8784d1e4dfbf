import { describe, expect, it } from 'vitest';
import { createScoreCard } from './card/card.ts';
import { writeScoreCard } from './card/write-card.ts';
import { Mismatch } from './check.ts';
import type { KnownGap } from './known-gaps.ts';
import type { Rule } from './rules/rule.ts';
import { runScenarios, type RunOptions } from './runner.ts';
import type { Scenario, Target } from './scenario.ts';

const target: Target = { url: 'http://127.0.0.1:9', key: 'sk-parley-secret', model: 'any' };

function createScenario(id: string, run: () => Promise<void>, more = {}): Scenario {
  return { id, title: id, rules: [`rule-${id}`], needs: 'key', run, ...more };
}

const passing = createScenario('good', () => Promise.resolve());
const failing = createScenario('bad', () => Promise.reject(new Mismatch('It is wrong.')));

async function runOne(scenario: Scenario, options: RunOptions = {}) {
  const [result] = await runScenarios(target, [scenario], options);
  return result;
}

describe('a run', () => {
  it('reports the difference, and shows no secret', async () => {
    const leaking = createScenario('leak', () =>
      Promise.reject(new Error(`Got ${target.key} and sk-parley-other.`)),
    );
    expect(await runOne(failing)).toMatchObject({ status: 'fail', message: 'It is wrong.' });
    const { message = '' } = (await runOne(leaking)) ?? {};
    expect(message).toContain('(the key)');
    expect(message).not.toMatch(/secret|other/);
  });

  it('fails a scenario that takes too long', async () => {
    const endless = createScenario('endless', () => new Promise(() => undefined), {
      seconds: 0.05,
    });
    expect(await runOne(endless)).toMatchObject({ status: 'fail' });
  });

  it('skips what the target does not allow, with a reason', async () => {
    const admin = createScenario('admin', () => Promise.resolve(), { needs: 'admin' });
    const slow = createScenario('slow', () => Promise.resolve(), { tag: 'slow' });
    expect(await runOne(admin)).toMatchObject({ status: 'not-run' });
    expect(await runOne(slow)).toMatchObject({ status: 'not-run' });
    expect(await runOne(slow, { tags: ['slow'] })).toMatchObject({ status: 'pass' });
  });

  it('runs exclusive scenarios while nothing else runs', async () => {
    let running = 0;
    const work = async (most: number) => {
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (running > most) throw new Mismatch(`${running} run at once.`);
      running -= 1;
    };
    const together = ['a', 'b', 'c'].map((id) => createScenario(id, () => work(3)));
    const alone = createScenario('alone', () => work(1), { alone: true });
    const results = await runScenarios(target, [alone, ...together]);
    expect(results.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass']);
  });
});

describe('a known gap', () => {
  const gaps = (scenario: string, runtimes?: readonly string[]): readonly KnownGap[] => [
    { scenario, reason: 'It is known.', ...(runtimes && { runtimes }) },
  ];

  it('is not a failure on its runtime, and is one on any other', async () => {
    const known = gaps('bad', ['bun']);
    expect(await runOne(failing, { gaps: known, runtime: 'bun' })).toMatchObject({
      status: 'gap',
      message: 'It is known.',
    });
    expect(await runOne(failing, { gaps: known, runtime: 'node' })).toMatchObject({
      status: 'fail',
    });
  });

  it('fails the run once it has closed', async () => {
    const stale = await runOne(passing, { gaps: gaps('good'), runtime: 'node' });
    expect(stale).toMatchObject({ status: 'fail' });
    expect(stale?.message).toContain('known-gaps.ts');
  });

  it('may have closed on an unknown host', async () => {
    expect(await runOne(passing, { gaps: gaps('good') })).toMatchObject({ status: 'pass' });
    expect(await runOne(failing, { gaps: gaps('bad') })).toMatchObject({ status: 'gap' });
  });
});

describe('a score card', () => {
  const rule = (id: string, settledBy?: readonly string[]): Rule => ({
    id,
    source: 'page',
    section: 'Section',
    sentence: `The rule ${id}.`,
    ...(settledBy && { settledBy }),
  });

  it('fails a rule with one failure, and the rules that it covers', async () => {
    const results = await runScenarios(target, [passing, failing]);
    const rules = [
      rule('rule-good'),
      rule('rule-bad'),
      rule('rule-open', ['rule-b*']),
      rule('rule-lonely'),
    ];
    const card = createScoreCard(rules, { target: 'here', startedAt: new Date(0), results });
    expect(card.rules.map(({ status }) => status)).toEqual(['pass', 'fail', 'fail', 'not-run']);
    expect(card.totals).toEqual({ pass: 1, fail: 2, gap: 0, 'not-run': 1 });
    const text = writeScoreCard(card);
    expect(text).toContain('✗ rule-bad');
    expect(text).toContain('It is wrong.');
    expect(text).toContain('4 rules: 1 passed, 2 failed, 1 not run');
  });
});
