// Encodes reasoning options of Gemini generateContent requests, for the options encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import { efforts, type Effort, type Reasoning } from '../../../canonical/request.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { GeminiTraits, Profile } from '../../../profiles/profile.ts';
import { omitNullish } from '../../../shared/omit-undefined.ts';
import { isEmpty, otherFields } from '../extras.ts';
import type { GenerationInput } from './schema.ts';
import type { WireThinking } from '../types.ts';

/** Reasoning tokens for each effort (Google's page on the chat-compatible surface). */
const budgetOfEffort: Readonly<Record<Exclude<Effort, 'none' | 'xhigh' | 'max'>, number>> = {
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
};

/** The effort that replaces a token budget: each step states its maximum. The figures are Parley's own. */
const effortSteps: readonly (readonly [most: number, effort: Effort])[] = [
  [0, 'none'],
  [4_096, 'low'],
  [16_384, 'medium'],
];

const levels = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as const;
type LevelEffort = keyof typeof levels;

interface DecodedThinking {
  readonly reasoning?: Reasoning;
  /** Fields without a canonical form, and a level that no other format knows. */
  readonly rest: JsonObject;
}

const budgetFields = ['thinkingBudget', 'includeThoughts'];
const knownFields = [...budgetFields, 'thinkingLevel'];
const noLevel = 'thinking_level_unspecified';

export function decodeThinking(config: GenerationInput['thinkingConfig']): DecodedThinking {
  const { thinkingBudget: budget, thinkingLevel, includeThoughts } = config ?? {};
  const level = thinkingLevel?.toLowerCase() || noLevel;
  const effort = efforts.find((each) => each === level && each !== 'none');
  const reasoning: Reasoning = omitNullish({
    effort: budget === 0 ? 'none' : effort,
    budget: decodeBudget(budget),
    show: includeThoughts,
  });
  const isKnown = effort !== undefined || level === noLevel;
  return {
    ...(!isEmpty(reasoning) && { reasoning }),
    rest: otherFields(config ?? {}, isKnown ? knownFields : budgetFields),
  };
}

/** A negative budget lets the model decide; none at all is an effort. */
function decodeBudget(budget: number | null | undefined): Reasoning['budget'] | undefined {
  if (budget === null || budget === undefined || budget === 0) return undefined;
  return budget < 0 ? 'auto' : budget;
}

function levelEfforts(): readonly LevelEffort[] {
  return ['minimal', 'low', 'medium', 'high'];
}

/** Encodes reasoning: by a budget or by a level, never by both. */
export function encodeThinking(
  reasoning: Reasoning | undefined,
  profile: Profile,
  notes: NoteBook,
): WireThinking | undefined {
  if (reasoning === undefined) return undefined;
  const traits = profile.gemini;
  if (traits === undefined || traits.thinking === 'none') {
    const isAsked = !isOff(reasoning) && (reasoning.effort ?? reasoning.budget) !== undefined;
    if (isAsked) notes.dropped('reasoning', 'The model has no reasoning.');
    return undefined;
  }
  if (traits.thinking === 'level') return encodeLevel(reasoning, profile, notes);
  return encodeBudget(reasoning, { traits, profile, notes });
}

function isOff({ effort, budget }: Reasoning): boolean {
  return effort === 'none' || (effort === undefined && budget === 0);
}

/** Reasoning that is requested is shown, unless the client does not want to see it. */
function encodeShow({ show }: Reasoning): Pick<WireThinking, 'includeThoughts'> {
  return { includeThoughts: show ?? true };
}

function encodeLevel(reasoning: Reasoning, profile: Profile, notes: NoteBook): WireThinking {
  const wanted = isOff(reasoning) ? 'none' : (reasoning.effort ?? effortOf(reasoning.budget));
  if (wanted === undefined) return encodeShow(reasoning);
  if (typeof reasoning.budget === 'number' && reasoning.budget > 0) {
    notes.approximated(
      'reasoning.budget',
      'The model accepts a reasoning level instead of a budget.',
    );
  }
  const taken = levelEfforts().filter((effort) => profile.efforts.includes(effort));
  const effort = nearestEffort(wanted, taken);
  if (effort !== wanted) {
    notes.approximated('reasoning.effort', 'The nearest reasoning level of the model was sent.');
  }
  const show = wanted === 'none' ? {} : encodeShow(reasoning);
  return { thinkingLevel: levels[effort], ...show };
}

/** With `auto` the model decides, as it does if no level is sent. */
function effortOf(budget: Reasoning['budget']): Effort | undefined {
  if (typeof budget !== 'number') return undefined;
  return effortSteps.find(([most]) => budget <= most)?.[1] ?? 'high';
}

function nearestEffort(wanted: Effort, taken: readonly LevelEffort[]): LevelEffort {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(wanted));
  const choice = taken.length > 0 ? taken : levelEfforts();
  return choice.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

interface BudgetContext {
  readonly traits: GeminiTraits;
  readonly profile: Profile;
  readonly notes: NoteBook;
}

function encodeBudget(reasoning: Reasoning, context: BudgetContext): WireThinking {
  const { traits, profile, notes } = context;
  const [least] = traits.budgets;
  if (isOff(reasoning)) {
    if (profile.efforts.includes('none')) return { thinkingBudget: 0 };
    notes.approximated('reasoning', 'The model always reasons; the smallest budget was set.');
    return { thinkingBudget: least };
  }
  if (reasoning.budget === undefined && reasoning.effort === undefined) {
    return encodeShow(reasoning);
  }
  return { thinkingBudget: fitBudget(reasoning, context), ...encodeShow(reasoning) };
}

function fitBudget({ effort, budget }: Reasoning, { traits, notes }: BudgetContext): number {
  const [least, most] = traits.budgets;
  if (budget === 'auto') return -1;
  const wanted = typeof budget === 'number' && budget > 0 ? budget : budgetFor(effort, most);
  const fitted = Math.min(Math.max(wanted, least), most);
  if (budget === undefined) {
    notes.approximated(
      'reasoning.effort',
      'The model accepts a reasoning budget, which was set from the effort.',
    );
  } else if (fitted !== wanted) {
    notes.approximated('reasoning.budget', `The model thinks with ${least} to ${most} tokens.`);
  }
  return fitted;
}

function budgetFor(effort: Effort | undefined, most: number): number {
  switch (effort) {
    case 'minimal':
    case 'low':
    case 'medium':
    case 'high':
      return budgetOfEffort[effort];
    default:
      return most;
  }
}
