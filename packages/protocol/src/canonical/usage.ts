// Token counts in canonical form, for the usage of every dialect and for metering.
import type { NoteBook } from './note.ts';
import type { ToolUses } from './tool-uses.ts';

/**
 * Token counts in disjoint buckets. Every wire format reports sums of these; with buckets no token is counted
 * twice and none is left out. All counts are integers of at least 0.
 */
export interface Usage {
  /** Prompt tokens that were neither read from nor written to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  /** Written to a cache with a lifetime of five minutes, and all cache writes of unknown lifetime. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Output tokens without reasoning. */
  readonly output: number;
  readonly reasoning: number;
  /** How many of the tokens above are audio; absent if the upstream reports none. */
  readonly audio?: MediaTokens;
  /** The same of images. */
  readonly image?: MediaTokens;
  /** The same of videos. */
  readonly video?: MediaTokens;
  /**
   * The services that may have prices of their own, in the upstream's words: a service tier, a speed or a region, such
   * as `priority`, `fast` or `us`. Absent for the usual ones.
   */
  readonly services?: readonly string[];
  /** How often the reply used tools of the provider that have a fee; absent if it did not. */
  readonly toolUses?: ToolUses;
  /** True if a count is an estimate and not the upstream's report. */
  readonly estimated?: boolean;
  /** The corrections made to the upstream's report; absent if it was consistent. */
  readonly corrections?: readonly UsageCorrection[];
}

/** Tokens of one kind of media: counts of at least 0, one of them above 0. */
export interface MediaTokens {
  readonly input: number;
  readonly output: number;
}

/** The inconsistencies that a usage report may have. These strings are stable. */
export type UsageCorrection =
  /** The total exceeds prompt plus output: reasoning tokens that are not shown. */
  | 'output raised to stated total'
  /** The total exceeds the output, and no prompt is reported. */
  | 'prompt raised to stated total'
  /** The total is less than prompt plus output, so it is ignored. */
  | 'stated total below prompt and output'
  | 'caches counted beside prompt'
  | 'cached exceeds prompt'
  /** Some tokens are reported both as read from a cache and as written to one. */
  | 'cached and written overlap'
  | 'reasoning exceeds output'
  /** A tool of the provider was used less than never, in parts, or more often than in any reply. */
  | 'implausible number of tool uses';

/** All counts 0, the start value of sums. */
export const noUsage: Usage = {
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
};

/** All prompt tokens, including cached ones. */
export function inputTotal(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}

/** All tokens that the model generated, including reasoning. */
export function outputTotal(usage: Usage): number {
  return usage.output + usage.reasoning;
}

const highestCount = 1_000_000_000;

/** A JSON number, or a number in quotes as some servers write it. */
function numberOf(claim: unknown): number | undefined {
  if (typeof claim === 'string') return /^\d{1,10}$/.test(claim) ? Number(claim) : undefined;
  return typeof claim === 'number' ? claim : undefined;
}

/** True if the value states a number of tokens, plausible or not. */
export function isTokenClaim(claim: unknown): boolean {
  return numberOf(claim) !== undefined;
}

/**
 * Reads a token count that an upstream reports. Anything other than a number between 0 and 1,000,000,000
 * counts as 0, and fractions are truncated.
 */
export function tokenCount(claim: unknown): number {
  const count = Math.trunc(numberOf(claim) ?? 0);
  return count > 0 && count <= highestCount ? count : 0;
}

/** The kinds of media whose tokens are counted apart. */
export type MediaKind = 'audio' | 'image' | 'video';

/** How a note names them. */
const mediaNames: Readonly<Record<MediaKind, string>> = {
  audio: 'audio',
  image: 'images',
  video: 'videos',
};

const noMedia: Pick<Usage, MediaKind> = {};

/** Reads the tokens of one kind of media that an upstream reports; nothing if there are none. */
export function mediaTokens(
  kind: MediaKind,
  ofPrompt: unknown,
  ofReply: unknown,
): Pick<Usage, MediaKind> {
  const input = tokenCount(ofPrompt);
  const output = tokenCount(ofReply);
  return input + output > 0 ? { [kind]: { input, output } } : noMedia;
}

/** What all vendors call the service at the usual price, or say when it is not stated. */
const usualServices: ReadonlySet<string> = new Set([
  ...['auto', 'default', 'standard', 'standard_only', 'on_demand', 'unspecified'],
  ...['global', 'not_available'],
]);

const noServices: Pick<Usage, 'services'> = {};

/**
 * Reads the services that a request asks for, or that a reply reports. Words for the usual service are left out, as is
 * whatever is not a word.
 */
export function servicesOf(...words: readonly unknown[]): Pick<Usage, 'services'> {
  let services: string[] | undefined;
  for (const word of words) {
    const name = readService(word);
    if (name !== undefined) (services ??= []).push(name);
  }
  return services === undefined ? noServices : { services };
}

/** Google writes `ON_DEMAND_PRIORITY` for what others call `priority`. */
function readService(word: unknown): string | undefined {
  if (typeof word !== 'string' || usualServices.has(word)) return undefined;
  const name = word.toLowerCase().replace(/^on_demand_(?=.)/, '');
  return /^[a-z][a-z_]{0,31}$/.test(name) && !usualServices.has(name) ? name : undefined;
}

/** Notes the tokens of media in formats that do not tell them apart. */
export function noteMediaTokens(usage: Usage | undefined, notes: NoteBook): void {
  for (const kind of ['audio', 'image', 'video'] as const) {
    if (usage?.[kind] === undefined) continue;
    const reason = `The format does not count the tokens of ${mediaNames[kind]} separately.`;
    notes.dropped(`usage.${kind}`, reason);
  }
}

/** Reads a total. A total decides other counts, so one with a fraction is ignored. */
export function totalCount(claim: unknown): number {
  return Number.isInteger(numberOf(claim)) ? tokenCount(claim) : 0;
}
