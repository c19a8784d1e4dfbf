import { inputTotal, noUsage, outputTotal, type Usage, type TextKind } from '@parley/protocol';
import { estimateErrorPercent } from '../tokens/estimate-error.ts';
import type { TokenFamily } from '../tokens/token-family.ts';
import { RunningEstimate } from './running-estimate.ts';

export interface MeterTarget {
  /** Whose tokens are counted. */
  readonly family: TokenFamily;
  /** Tokens of the answer, thinking included, that are held for it; absent means no limit. */
  readonly limit?: number;
  /** Tokens of the prompt that are held for it; absent means no limit. */
  readonly promptLimit?: number;
  /** The prompt in tokens, for upstreams that never tell. */
  estimatePrompt(): number;
}

/** How an answer ended, as far as its bill is concerned. */
type End = 'open' | 'whole' | 'cut' | 'failed';

const noCaches = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/** The words of one kind. */
interface Heard {
  readonly all: RunningEstimate;
  /** Since the latest report. */
  readonly fresh: RunningEstimate;
}

/**
 * Counts one answer while it passes. What the upstream reports goes before our own estimate; words
 * that come after a report are estimated beside it. A report in the middle is a claim: one that is
 * far too small for the words it should take in does not count.
 */
export class AnswerMeter {
  readonly #target: MeterTarget;
  readonly #heard: Readonly<Record<TextKind, Heard>>;
  /** The part of an estimate that is certain to be there. */
  readonly #certain: number;
  #reported: Usage | undefined;
  #end: End = 'open';

  constructor(target: MeterTarget) {
    this.#target = target;
    const { family } = target;
    this.#heard = { output: listenTo(family), reasoning: listenTo(family) };
    this.#certain = 1 - estimateErrorPercent[family] / 100;
  }

  /** What the upstream has reported so far; a report of nothing at all is none. */
  get reported(): Usage | undefined {
    return this.#reported;
  }

  hear(words: string, kind: TextKind): void {
    const { all, fresh } = this.#heard[kind];
    all.add(words);
    fresh.add(words);
  }

  /** A later report replaces an earlier one, and counts what was heard before it. */
  report(usage: Usage | undefined): void {
    if (usage === undefined || this.#end === 'cut') return;
    if (inputTotal(usage) + outputTotal(usage) === 0) return;
    this.#reported = usage;
    this.#heard.output.fresh.restart();
    this.#heard.reasoning.fresh.restart();
  }

  /** The answer came to its own end, so what was reported is the whole bill. */
  finish(): void {
    if (this.#end === 'open') this.#end = 'whole';
  }

  /** The attempt gave no answer: it costs nothing, because what is held pays for one answer only. */
  fail(): void {
    this.#end = 'failed';
  }

  /** We end the answer at its limit: it is billed up to there, and not what an upstream sent beyond. */
  cut(): Usage {
    this.#end = 'cut';
    return this.#withinLimit(this.#estimate());
  }

  /**
   * True when the answer is certainly longer than what is held for it: by report, or because even
   * an estimate that is as much too high as it may be lies beyond the limit.
   */
  get isOver(): boolean {
    const { limit } = this.#target;
    if (limit === undefined) return false;
    const reported = this.#reported === undefined ? 0 : outputTotal(this.#reported);
    const { output, reasoning } = this.#heard;
    const estimated = output.all.recent + reasoning.all.recent;
    return Math.max(reported, estimated * this.#certain) > limit;
  }

  /** Whether the upstream has told how long its answer is; else its words must be heard. */
  get isTold(): boolean {
    return this.#reported !== undefined && outputTotal(this.#reported) > 0;
  }

  /**
   * What there is to be paid for; `undefined` when that is nothing. It is never more than what is held,
   * whatever an upstream claims.
   */
  get usage(): Usage | undefined {
    if (this.#end === 'failed') return undefined;
    return this.#withinLimit(this.#claim());
  }

  /** What the upstream claims beyond what is held, which nobody pays for. */
  get excess(): Usage | undefined {
    if (this.#end === 'failed' || this.#end === 'cut') return undefined;
    const claim = this.#claim();
    return this.#withinLimit(claim) === claim ? undefined : claim;
  }

  #claim(): Usage {
    return this.#end === 'whole' && this.#reported !== undefined
      ? this.#complete(this.#reported)
      : this.#estimate();
  }

  /** A report that leaves out the prompt or the answer says nothing of it. */
  #complete(reported: Usage): Usage {
    const output = this.#heard.output.all.total;
    const reasoning = this.#heard.reasoning.all.total;
    const needsPrompt = inputTotal(reported) === 0;
    const needsAnswer = outputTotal(reported) === 0 && output + reasoning > 0;
    if (!needsPrompt && !needsAnswer) return reported;
    return {
      ...reported,
      ...(needsPrompt && { input: this.#target.estimatePrompt() }),
      ...(needsAnswer && { output, reasoning }),
      estimated: true,
    };
  }

  #estimate(): Usage {
    const known = this.#reported ?? noUsage;
    return {
      ...known,
      ...(inputTotal(known) === 0 && { input: this.#target.estimatePrompt() }),
      output: this.#join(known.output, this.#heard.output),
      reasoning: this.#join(known.reasoning, this.#heard.reasoning),
      estimated: true,
    };
  }

  /** Tokens of one kind, by what was reported of them and what was heard. */
  #join(reported: number, { all, fresh }: Heard): number {
    const whole = all.total;
    const before = whole - fresh.total;
    // A report that came before the words may count the first of them already, or hidden ones.
    if (before <= 0) return Math.max(reported, whole);
    return reported < before * this.#certain ? whole : reported + fresh.total;
  }

  #withinLimit(usage: Usage): Usage {
    const { limit = Infinity, promptLimit = Infinity } = this.#target;
    const isLong = outputTotal(usage) > limit;
    const isPromptLong = inputTotal(usage) > promptLimit;
    if (!isLong && !isPromptLong) return usage;
    const reasoning = Math.min(usage.reasoning, limit);
    return {
      ...usage,
      ...(isPromptLong && { ...noCaches, input: promptLimit }),
      ...(isLong && { reasoning, output: Math.min(usage.output, limit - reasoning) }),
      estimated: true,
    };
  }
}

function listenTo(family: TokenFamily): Heard {
  return { all: new RunningEstimate(family), fresh: new RunningEstimate(family) };
}
