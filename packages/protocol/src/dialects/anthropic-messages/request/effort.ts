// Decodes and encodes reasoning options of Anthropic Messages requests, for the options decoder and encoder.
import type { JsonObject } from '../../../json/value.ts';
import type { NoteBook } from '../../../canonical/note.ts';
import { efforts, type Effort, type Reasoning } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { otherFields } from '../extras.ts';
import type { RequestInput, ThinkingInput } from './schema.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { isKind } from '../../../shared/schema.ts';
import { budgetOfEffort, smallestBudget, wireEfforts, type WireEffort } from '../tables.ts';
import type { MessageParam, ThinkingConfig } from '../types.ts';

interface DecodedThinking {
  readonly reasoning?: Reasoning;
  /** Fields of `thinking` without a canonical form. */
  readonly rest: JsonObject;
}

export function decodeThinking(body: RequestInput): DecodedThinking {
  const effort = readEffort(body.output_config?.effort);
  const known = effort === undefined ? {} : { effort };
  const { thinking } = body;
  if (thinking === null || thinking === undefined) {
    return { rest: {}, ...omitUndefined({ reasoning: effort && known }) };
  }
  if (isKind(thinking, 'disabled')) return { rest: {}, reasoning: { effort: 'none' } };
  const show = readDisplay(thinking);
  const fields = displays.has(thinking['display']) ? ['type', 'display'] : ['type'];
  if (isKind(thinking, 'enabled')) {
    const rest = otherFields(thinking, [...fields, 'budget_tokens']);
    return { rest, reasoning: { ...known, budget: thinking.budget_tokens, ...show } };
  }
  const reasoning = { ...(effort === undefined ? { budget: 'auto' as const } : known), ...show };
  const isAdaptive = isKind(thinking, 'adaptive');
  const rest = otherFields(thinking, isAdaptive ? fields : []);
  return { rest, reasoning };
}

/** The values of `display` with a canonical form; others are kept for an upstream of this format. */
const displays: ReadonlySet<unknown> = new Set(['summarized', 'omitted']);

/** The canonical effort of this word; `undefined` for unknown words. */
export function readEffort(word: string | null | undefined): Effort | undefined {
  return efforts.find((effort) => effort === word);
}

function readDisplay(thinking: ThinkingInput): { readonly show?: boolean } {
  const display = thinking['display'];
  return typeof display === 'string' ? { show: display !== 'omitted' } : {};
}

/** What decides whether and how an upstream model may reason. */
export interface ThinkingPlan {
  readonly reasoning: Reasoning | undefined;
  readonly profile: Profile;
  readonly messages: readonly MessageParam[];
  /** True if the model must call a tool, which excludes reasoning. */
  readonly forced: boolean;
  /** Output limit in tokens; reasoning counts towards it. */
  readonly maxTokens: number;
}

interface EncodedThinking {
  readonly thinking?: ThinkingConfig;
  readonly effort?: WireEffort;
  readonly maxTokens: number;
}

export function encodeThinking(plan: ThinkingPlan, notes: NoteBook): EncodedThinking {
  const { reasoning, profile, maxTokens } = plan;
  if (reasoning === undefined) return { maxTokens };
  const wanted = wantedEffort(reasoning);
  if (profile.reasoning === 'none') {
    if (wanted !== 'none') notes.dropped('reasoning', 'The model has no reasoning.');
    return { maxTokens };
  }
  if (wanted === 'none') return encodeNoThinking(plan);
  const effort = encodeEffort(wanted, profile, notes);
  const obstacle = obstacleOf(plan);
  if (obstacle !== undefined) {
    notes.dropped('reasoning', obstacle);
    return { maxTokens, ...effort };
  }
  const display = encodeDisplay(reasoning);
  switch (profile.reasoning) {
    case 'effort':
      return { maxTokens, ...effort };
    case 'adaptive':
      noteBudget(reasoning, notes);
      return { maxTokens, ...effort, thinking: { type: 'adaptive', ...display } };
    case 'budget': {
      const fitted = fitBudget(wantedBudget(reasoning, notes), maxTokens, notes);
      return {
        maxTokens: fitted.maxTokens,
        thinking: { type: 'enabled', budget_tokens: fitted.budget, ...display },
      };
    }
  }
}

/** The effort that the options amount to; `undefined` leaves it to the model. */
function wantedEffort({ effort, budget }: Reasoning): Effort | undefined {
  if (effort !== undefined || budget === undefined || budget === 'auto') return effort;
  if (budget === 0) return 'none';
  const enough = wireEfforts.find((each) => budgetOfEffort[each] >= budget);
  return enough ?? 'max';
}

/** A model that reasons by default has to be told not to; one that needs a budget just gets none. */
function encodeNoThinking({ profile, maxTokens }: ThinkingPlan): EncodedThinking {
  return profile.reasoning === 'adaptive'
    ? { maxTokens, thinking: { type: 'disabled' } }
    : { maxTokens };
}

/** Encodes the nearest effort that the model accepts; a model that uses a budget gets no effort. */
function encodeEffort(
  wanted: Effort | undefined,
  profile: Profile,
  notes: NoteBook,
): { readonly effort?: WireEffort } {
  if (wanted === undefined || profile.reasoning === 'budget') return {};
  const taken = wireEfforts.filter((effort) => profile.efforts.includes(effort));
  const effort = nearestEffort(wanted, taken.length > 0 ? taken : wireEfforts);
  if (effort !== wanted) {
    notes.approximated('reasoning.effort', 'The model takes other efforts; the nearest was sent.');
  }
  return { effort };
}

function nearestEffort(wanted: Effort, taken: readonly WireEffort[]): WireEffort {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  return taken.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** Why the model cannot reason on this request although the client asked for it. */
function obstacleOf({ forced, messages, profile, maxTokens }: ThinkingPlan): string | undefined {
  if (maxTokens === 0) return 'A request that only fills the cache cannot have reasoning.';
  if (forced) return 'A required tool call excludes reasoning.';
  if (messages.at(-1)?.role === 'assistant')
    return 'A reply with a given beginning excludes reasoning.';
  if (profile.reasoning === 'budget' && continuesWithoutReasoning(messages)) {
    return 'The tool calls in progress came without signed thinking, so none can follow.';
  }
  return undefined;
}

/**
 * With a budget, the vendor requires a reply whose calls are in progress to start with its reasoning. Calls
 * of another vendor, or of a client that removes reasoning, do not have it.
 */
function continuesWithoutReasoning(messages: readonly MessageParam[]): boolean {
  const last = messages.at(-1);
  const answers = Array.isArray(last?.content) ? last.content : [];
  if (!answers.some((block) => block['type'] === 'tool_result')) return false;
  const call = messages.findLast(({ role }) => role === 'assistant');
  const first = Array.isArray(call?.content) ? call.content[0] : undefined;
  return first?.['type'] !== 'thinking' && first?.['type'] !== 'redacted_thinking';
}

function encodeDisplay({ show }: Reasoning): { readonly display?: 'summarized' | 'omitted' } {
  return show === undefined ? {} : { display: show ? 'summarized' : 'omitted' };
}

function noteBudget({ budget, effort }: Reasoning, notes: NoteBook): void {
  if (typeof budget !== 'number') return;
  const becomes = effort === undefined ? 'it became an effort' : 'the effort stands for it';
  notes.approximated('reasoning.budget', `The model takes no thinking budget; ${becomes}.`);
}

function wantedBudget({ budget, effort }: Reasoning, notes: NoteBook): number {
  if (typeof budget === 'number') return budget;
  notes.approximated(
    'reasoning.effort',
    'The model accepts a reasoning budget, which was set from the effort.',
  );
  return budgetOfEffort[effort === undefined || effort === 'none' ? 'medium' : effort];
}

/** A budget is at least the minimum and below the output limit, which is raised only if necessary. */
function fitBudget(
  wanted: number,
  maxTokens: number,
  notes: NoteBook,
): { readonly budget: number; readonly maxTokens: number } {
  const budget = Math.max(wanted, smallestBudget);
  if (budget < maxTokens) return { budget, maxTokens };
  if (maxTokens >= 2 * smallestBudget) {
    notes.approximated('reasoning', 'The reasoning budget was lowered to fit the output limit.');
    return { budget: maxTokens - smallestBudget, maxTokens };
  }
  notes.approximated(
    'maxOutputTokens',
    'The output limit was raised to include the reasoning budget.',
  );
  return { budget: smallestBudget, maxTokens: maxTokens + smallestBudget };
}
