/** Counts the tokens of one reply while it passes through, for its bill and to enforce its limit. */
import {
  inputTotal,
  noUsage,
  outputTotal,
  type CanonicalReply,
  type Part,
  type Usage,
  type TextKind,
  omitUndefined,
} from '@parley/protocol';
import { estimateErrorPercent, familyOf, type TokenFamily } from '../tokens/token-family.ts';
import { RunningEstimate } from './running-estimate.ts';
import { estimatePrompt, type BillableRequest, type TokenBudget } from './token-bound.ts';

export interface MeterOptions {
  /** The token family of the model that answers. */
  readonly family: TokenFamily;
  /** Tokens reserved for the reply, reasoning included; absent means no limit. */
  readonly limit?: number;
  /** Tokens reserved for the prompt; absent means no limit. */
  readonly promptLimit?: number;
  /** The prompt in tokens, for upstreams that do not report it. */
  estimatePrompt(): number;
}

/** How a reply ended, as far as it matters for its bill. */
type End = 'open' | 'whole' | 'cut' | 'failed';

const noCaches = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };

/** The text of one kind. */
interface Received {
  readonly all: RunningEstimate;
  /** Since the last report. */
  readonly fresh: RunningEstimate;
}

/**
 * Counts one reply while it passes through. Usage that the upstream reports takes precedence over the
 * estimate; text after a report is estimated and added. A report in the middle of a reply that is far too
 * small for the text before it is ignored.
 */
export class AnswerMeter {
  readonly #options: MeterOptions;
  readonly #received: Readonly<Record<TextKind, Received>>;
  /** The part of an estimate that is certain. */
  readonly #certain: number;
  #reported: Usage | undefined;
  #end: End = 'open';

  constructor(options: MeterOptions) {
    this.#options = options;
    const { family } = options;
    this.#received = { output: receive(family), reasoning: receive(family) };
    this.#certain = 1 - estimateErrorPercent[family] / 100;
  }

  /** The last report of the upstream; a report of zero tokens is ignored. */
  get reported(): Usage | undefined {
    return this.#reported;
  }

  onText(text: string, kind: TextKind): void {
    const { all, fresh } = this.#received[kind];
    all.add(text);
    fresh.add(text);
  }

  /** A later report replaces an earlier one, and covers the text before it. */
  report(usage: Usage | undefined): void {
    if (usage === undefined || this.#end === 'cut') return;
    if (inputTotal(usage) + outputTotal(usage) === 0) return;
    this.#reported = usage;
    this.#received.output.fresh.restart();
    this.#received.reasoning.fresh.restart();
  }

  /** The reply is complete, so the last report covers all of it. */
  finish(): void {
    if (this.#end === 'open') this.#end = 'whole';
  }

  /** The attempt failed: it costs nothing, because the reservation pays for one reply only. */
  fail(): void {
    this.#end = 'failed';
  }

  /** The gateway ends the reply at its limit; usage beyond the limit is not charged. */
  cut(): Usage {
    this.#end = 'cut';
    return this.#withinLimit(this.#estimate());
  }

  /**
   * True when the reply is certainly longer than its reservation: by report, or because the estimate minus
   * its maximum error exceeds the limit.
   */
  get isOver(): boolean {
    const { limit } = this.#options;
    if (limit === undefined) return false;
    const reported = this.#reported === undefined ? 0 : outputTotal(this.#reported);
    const { output, reasoning } = this.#received;
    const estimated = output.all.recent + reasoning.all.recent;
    return Math.max(reported, estimated * this.#certain) > limit;
  }

  /** Whether the upstream has reported output tokens; if not, the text of the reply must be counted. */
  get isReported(): boolean {
    return this.#reported !== undefined && outputTotal(this.#reported) > 0;
  }

  /**
   * The usage to be charged; `undefined` when there is none. It never exceeds the reservation, whatever the
   * upstream reports.
   */
  get usage(): Usage | undefined {
    if (this.#end === 'failed') return undefined;
    return this.#withinLimit(this.#claim());
  }

  /** Usage reported beyond the reservation; logged, never charged. */
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

  /** Estimates the prompt or the reply where the report lacks it. */
  #complete(reported: Usage): Usage {
    const output = this.#received.output.all.total;
    const reasoning = this.#received.reasoning.all.total;
    const needsPrompt = inputTotal(reported) === 0;
    const needsAnswer = outputTotal(reported) === 0 && output + reasoning > 0;
    if (!needsPrompt && !needsAnswer) return reported;
    const prompt = needsPrompt ? { input: this.#options.estimatePrompt() } : {};
    const answer = needsAnswer ? { output, reasoning } : {};
    return { ...reported, ...prompt, ...answer, estimated: true };
  }

  #estimate(): Usage {
    const known = this.#reported ?? noUsage;
    return {
      ...known,
      input: inputTotal(known) === 0 ? this.#options.estimatePrompt() : known.input,
      output: this.#join(known.output, this.#received.output),
      reasoning: this.#join(known.reasoning, this.#received.reasoning),
      estimated: true,
    };
  }

  /** Tokens of one kind: those reported, plus an estimate of the text received since. */
  #join(reported: number, { all, fresh }: Received): number {
    const whole = all.total;
    const before = whole - fresh.total;
    // A report before any text may already count the first tokens, or hidden ones.
    if (before <= 0) return Math.max(reported, whole);
    return reported < before * this.#certain ? whole : reported + fresh.total;
  }

  #withinLimit(usage: Usage): Usage {
    const { limit = Infinity, promptLimit = Infinity } = this.#options;
    const isLong = outputTotal(usage) > limit;
    const isPromptLong = inputTotal(usage) > promptLimit;
    if (!isLong && !isPromptLong) return usage;
    const reasoning = Math.min(usage.reasoning, limit);
    const output = Math.min(usage.output, limit - reasoning);
    const prompt = isPromptLong ? { ...noCaches, input: promptLimit } : {};
    return { ...usage, ...prompt, ...(isLong ? { reasoning, output } : {}), estimated: true };
  }
}

function receive(family: TokenFamily): Received {
  return { all: new RunningEstimate(family), fresh: new RunningEstimate(family) };
}

/**
 * Creates the meter for one reply.
 * @param model the upstream's own model name
 * @param budget what is reserved for the exchange; absent without limits
 */
export function createMeter(
  request: BillableRequest,
  model: string,
  budget?: TokenBudget,
): AnswerMeter {
  const family = familyOf(model);
  return new AnswerMeter(
    omitUndefined({
      family,
      limit: budget?.outputTokens,
      promptLimit: budget?.promptTokens,
      estimatePrompt: () => estimatePrompt(request, family),
    }),
  );
}

/** Counts the text of a complete reply, for upstreams that report no usage. */
export function countReply({ choices }: CanonicalReply, meter: AnswerMeter): void {
  for (const { parts } of choices) {
    for (const part of parts) countPart(part, meter);
  }
}

function countPart(part: Part, meter: AnswerMeter): void {
  if (part.type === 'reasoning') meter.onText(part.text, 'reasoning');
  else if (part.type === 'call') meter.onText(`${part.name} ${part.arguments}`, 'output');
  else if (part.type === 'text' || part.type === 'refusal') meter.onText(part.text, 'output');
}
