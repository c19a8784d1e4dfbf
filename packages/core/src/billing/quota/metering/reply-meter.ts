/** Counts the tokens of one reply while it passes through, for its bill and to enforce its limit. */
import {
  inputTotal,
  noUsage,
  outputTotal,
  type CanonicalReply,
  type Part,
  type Usage,
  type TextKind,
} from '@parley/protocol';
import { estimateErrorPercent, familyOf, type TokenFamily } from '../../tokens/token-family.ts';
import { estimatePrompt, canonicalOf, type BillableRequest } from './billable-request.ts';
import { ReceivedText } from './running-estimate.ts';
import {
  limitUsage,
  narrowUsage,
  shrinkUsage,
  type TokenBudget,
  type TokenLimits,
} from './token-budget.ts';
import { requestedServices } from './requested-services.ts';

/** What a meter needs to know about the exchange. */
export interface MeterOptions {
  /** The token family of the model that answers. */
  readonly family: TokenFamily;
  /** What is reserved, and can be charged. */
  readonly reserved?: TokenLimits | undefined;
  /** The most that can be charged once more is reserved; what is reserved by default. */
  readonly most?: TokenLimits | undefined;
  /** The prompt in tokens, for upstreams that do not report it. */
  estimatePrompt(): number;
  /** What the request asks for, as `Usage.services`; absent where the request is not at hand. */
  requestedServices?(): readonly string[] | undefined;
}

/** How a reply ended, as far as it matters for its bill. */
type End = 'open' | 'whole' | 'cut' | 'failed';

/** When a reply has used this share of what is reserved for it, more is reserved. */
const nearShare = 0.75;

/**
 * Counts one reply while it passes through. Usage that the upstream reports takes precedence over the
 * estimate; text after a report is estimated and added. A report in the middle of a reply that is far too
 * small for the text before it is ignored.
 */
export class ReplyMeter {
  readonly #options: MeterOptions;
  /** Each is made for its first text; the text of a whole reply is counted only if its usage is not reported. */
  readonly #received: { [Kind in TextKind]?: ReceivedText } = {
    output: undefined,
    reasoning: undefined,
  };
  /** The part of an estimate that is certain. */
  readonly #certain: number;
  #reserved: TokenLimits;
  #most: TokenLimits;
  #reported: Usage | undefined;
  /** What is charged, where not all that was reported could be reserved. */
  #narrowed: Usage | undefined;
  #end: End = 'open';

  constructor(options: MeterOptions) {
    this.#options = options;
    const { family, reserved = {}, most = reserved } = options;
    this.#reserved = reserved;
    this.#most = most;
    this.#certain = 1 - estimateErrorPercent[family] / 100;
  }

  /** The last report of the upstream; the tokens of a report without any are ignored. */
  get reported(): Usage | undefined {
    return this.#reported;
  }

  onText(text: string, kind: TextKind): void {
    (this.#received[kind] ??= new ReceivedText(this.#options.family)).add(text);
  }

  /**
   * A later report replaces an earlier one, and covers the text before it. Of a report of zero tokens, only the uses of
   * tools are taken.
   */
  report(usage: Usage | undefined): void {
    if (usage === undefined || this.#end === 'cut') return;
    if (inputTotal(usage) + outputTotal(usage) === 0) {
      this.#reportUses(usage);
      return;
    }
    this.#reported = usage;
    this.#received.output?.cover();
    this.#received.reasoning?.cover();
  }

  #reportUses(usage: Usage): void {
    const { toolUses } = usage;
    if (toolUses === undefined) return;
    const known = this.#reported ?? { ...this.#requestedServices, ...usage };
    this.#reported = { ...known, toolUses };
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
    return limitUsage(this.#estimate(), this.#most);
  }

  /** More is reserved than before, and can be charged. */
  raise({ outputTokens, promptTokens }: TokenLimits): void {
    this.#reserved = {
      ...this.#reserved,
      outputTokens: outputTokens ?? this.#reserved.outputTokens,
      promptTokens: promptTokens ?? this.#reserved.promptTokens,
    };
  }

  /** Everything that could be charged is reserved. */
  raiseToMost(): void {
    this.#reserved = this.#most;
  }

  /**
   * No more can be reserved before the reply is charged: it is charged as what fits, even if its tokens were reserved at
   * lower prices than those that the upstream reports, or if less is reserved than its tokens cost. A prompt without a
   * limit is charged as it was reported.
   */
  narrow(fits: (usage: Usage) => boolean): void {
    const { usage } = this;
    if (usage === undefined || this.#reserved.promptTokens === undefined) return;
    const steps = narrowUsage(usage, this.#options.requestedServices?.());
    const narrowed = steps.find(fits) ?? shrinkUsage(steps.at(-1) ?? usage, fits);
    if (narrowed === undefined) this.fail();
    else if (narrowed !== usage) this.#narrowed = narrowed;
  }

  /** No more can be reserved for the reply, which must end there. */
  endAtReserved(): void {
    const { outputTokens } = this.#reserved;
    this.#most = { ...this.#most, outputTokens };
  }

  /** True when the reply has nearly used what is reserved for it, and may go on if more is reserved. */
  get isNearReserved(): boolean {
    const { outputTokens: reserved = Infinity } = this.#reserved;
    const { outputTokens: most = Infinity } = this.#most;
    return reserved < most && this.#counted >= reserved * nearShare;
  }

  /**
   * True when the reply is certainly longer than its reservation: by report, or because the estimate minus
   * its maximum error exceeds the limit.
   */
  get isOver(): boolean {
    const { outputTokens: limit } = this.#most;
    if (limit === undefined) return false;
    return Math.max(this.#reportedOutput, this.#estimatedOutput * this.#certain) > limit;
  }

  get #counted(): number {
    return Math.max(this.#reportedOutput, this.#estimatedOutput);
  }

  get #reportedOutput(): number {
    return this.#reported === undefined ? 0 : outputTotal(this.#reported);
  }

  get #estimatedOutput(): number {
    const { output, reasoning } = this.#received;
    return (output?.all.recent ?? 0) + (reasoning?.all.recent ?? 0);
  }

  /** Whether the upstream has reported output tokens; if not, the text of the reply must be counted. */
  get isReported(): boolean {
    return this.#reportedOutput > 0;
  }

  /**
   * The usage to be charged; `undefined` when there is none. It never exceeds the reservation, whatever the
   * upstream reports.
   */
  get usage(): Usage | undefined {
    if (this.#end === 'failed') return undefined;
    return this.#narrowed ?? limitUsage(this.#claim(), this.#reserved);
  }

  /** What would be charged if enough were reserved; `undefined` when there is nothing to charge. */
  get claimed(): Usage | undefined {
    return this.#end === 'failed' ? undefined : limitUsage(this.#claim(), this.#most);
  }

  /** Usage reported beyond the reservation; logged, never charged. */
  get excess(): Usage | undefined {
    if (this.#end === 'failed' || this.#end === 'cut') return undefined;
    const claim = this.#claim();
    const isCharged = this.#narrowed === undefined && limitUsage(claim, this.#reserved) === claim;
    return isCharged ? undefined : claim;
  }

  #claim(): Usage {
    return this.#end === 'whole' && this.#reported !== undefined
      ? this.#complete(this.#reported)
      : this.#estimate();
  }

  /** Estimates the prompt or the reply where the report lacks it. */
  #complete(reported: Usage): Usage {
    const output = this.#received.output?.all.total ?? 0;
    const reasoning = this.#received.reasoning?.all.total ?? 0;
    const needsPrompt = inputTotal(reported) === 0;
    const needsReply = outputTotal(reported) === 0 && output + reasoning > 0;
    if (!needsPrompt && !needsReply) return reported;
    const prompt = needsPrompt ? { input: this.#options.estimatePrompt() } : {};
    const reply = needsReply ? { output, reasoning } : {};
    return { ...reported, ...prompt, ...reply, estimated: true };
  }

  #estimate(): Usage {
    const known = this.#reported ?? { ...noUsage, ...this.#requestedServices };
    return {
      ...known,
      input: inputTotal(known) === 0 ? this.#options.estimatePrompt() : known.input,
      output: this.#join(known.output, this.#received.output),
      reasoning: this.#join(known.reasoning, this.#received.reasoning),
      estimated: true,
    };
  }

  /** Until the upstream reports how it serves the request, it is taken to do what is asked. */
  get #requestedServices(): Pick<Usage, 'services'> {
    const services = this.#options.requestedServices?.();
    return services === undefined ? {} : { services };
  }

  /** Tokens of one kind: those reported, plus an estimate of the text received since. */
  #join(reported: number, received: ReceivedText | undefined): number {
    if (received === undefined) return reported;
    const { all, fresh } = received;
    const whole = all.total;
    const before = whole - fresh.total;
    // A report before any text may already count the first tokens, or hidden ones.
    if (before <= 0) return Math.max(reported, whole);
    return reported < before * this.#certain ? whole : reported + fresh.total;
  }
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
): ReplyMeter {
  const family = familyOf(model);
  return new ReplyMeter({
    family,
    reserved: budget,
    most: budget?.most,
    estimatePrompt: () => estimatePrompt(request, family),
    requestedServices: () => {
      const canonical = canonicalOf(request);
      return canonical && requestedServices(canonical);
    },
  });
}

/** Counts the text of a complete reply, for upstreams that report no usage. */
export function countReply({ choices }: CanonicalReply, meter: ReplyMeter): void {
  for (const { parts } of choices) {
    for (const part of parts) countPart(part, meter);
  }
}

function countPart(part: Part, meter: ReplyMeter): void {
  if (part.type === 'reasoning') meter.onText(part.text, 'reasoning');
  else if (part.type === 'call') meter.onText(`${part.name} ${part.arguments}`, 'output');
  else if (part.type === 'text' || part.type === 'refusal') meter.onText(part.text, 'output');
}
