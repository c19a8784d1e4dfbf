// Decodes and encodes token counts of Gemini generateContent, for replies, streams and observers.
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import type { Place } from '../../canonical/note.ts';
import { addToolUses, fitUsage } from '../../canonical/stated-usage.ts';
import {
  inputTotal,
  isTokenClaim,
  mediaTokens,
  outputTotal,
  servicesOf,
  tokenCount,
  totalCount,
  type MediaKind,
  type Usage,
} from '../../canonical/usage.ts';
import { objectsOf } from '../../shared/json-fields.ts';
import { createOtherFieldNoter } from '../../shared/lost-fields.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { dialect, tierOf } from './tables.ts';
import type { WireModalityCount, WireUsage } from './types.ts';

/**
 * Decodes the counts of this format. `promptTokenCount` includes the cache; tool prompts and thoughts are
 * counted separately from the prompt and the output. Counts of 0 are omitted, and every chunk repeats the
 * sums so far.
 * @returns `undefined` if no count is stated
 */
export function decodeUsage(report: unknown): Usage | undefined {
  if (!isJsonObject(report)) return undefined;
  const { promptTokenCount, candidatesTokenCount, totalTokenCount } = report;
  const claims = [promptTokenCount, candidatesTokenCount, totalTokenCount];
  if (!claims.some(isTokenClaim)) return undefined;
  const total = totalCount(totalTokenCount);
  const usage = fitUsage({
    ...readSums(report, total),
    total,
    cacheRead: tokenCount(report['cachedContentTokenCount']),
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: tokenCount(report['thoughtsTokenCount']),
  });
  const { promptTokensDetails, candidatesTokensDetails } = report;
  return {
    ...usage,
    ...readMedia(promptTokensDetails, candidatesTokensDetails),
    ...servicesOf(report['serviceTier'] ?? report['trafficType']),
  };
}

const modalities = [
  ['audio', 'AUDIO'],
  ['image', 'IMAGE'],
  ['video', 'VIDEO'],
] as const satisfies readonly (readonly [MediaKind, WireModalityCount['modality']])[];

/** Reads the tokens of media from the lists of counts by modality. */
export function readMedia(
  ofPrompt: JsonValue | undefined,
  ofOutput: JsonValue | undefined,
): Pick<Usage, MediaKind> {
  const media: Pick<Usage, MediaKind> = {};
  for (const [kind, modality] of modalities) {
    const counts = [countOf(modality, ofPrompt), countOf(modality, ofOutput)] as const;
    Object.assign(media, mediaTokens(kind, ...counts));
  }
  return media;
}

function countOf(modality: string, details: JsonValue | undefined): JsonValue | undefined {
  return objectsOf(details).find((one) => one['modality'] === modality)?.['tokenCount'];
}

/** The modalities that usage tells apart, by the list that counts them; text is what they leave of the sum. */
const carriedModalities: Readonly<Record<string, readonly unknown[]>> = {
  promptTokensDetails: ['TEXT', 'AUDIO', 'IMAGE', 'VIDEO'],
  candidatesTokensDetails: ['TEXT', 'AUDIO', 'IMAGE', 'VIDEO'],
  cacheTokensDetails: ['TEXT'],
  toolUsePromptTokensDetails: ['TEXT'],
};

const noteOtherCounts = createOtherFieldNoter(dialect, [
  ...['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount', 'cachedContentTokenCount'],
  ...['thoughtsTokenCount', 'toolUsePromptTokenCount', 'serviceTier', 'trafficType'],
  ...Object.keys(carriedModalities),
]);

/** Notes the counts that no other format has. */
export function noteLostUsage(report: JsonObject | null | undefined, { path, notes }: Place): void {
  if (!report) return;
  noteOtherCounts(report, { path, notes });
  for (const [list, carried] of Object.entries(carriedModalities)) {
    const isLost = objectsOf(report[list]).some(({ modality, tokenCount: count }) => {
      return tokenCount(count) > 0 && !carried.includes(modality);
    });
    if (isLost)
      notes.dropped(
        `${path}.${list}`,
        'Other formats count only audio, images and videos separately.',
      );
  }
}

/** A total without room for tool prompts or thoughts shows that the other counts include them. */
function readSums(report: JsonObject, total: number) {
  const prompt = tokenCount(report['promptTokenCount']);
  const answer = tokenCount(report['candidatesTokenCount']);
  const prompts = prompt + tokenCount(report['toolUsePromptTokenCount']);
  const answers = answer + tokenCount(report['thoughtsTokenCount']);
  const usual = { prompt: prompts, completion: answers };
  const readings = [
    usual,
    { prompt: prompts, completion: answer },
    { prompt, completion: answers },
    { prompt, completion: answer },
  ];
  const restOf = (sums: typeof usual) => total - sums.prompt - sums.completion;
  const exact = readings.find((sums) => restOf(sums) === 0);
  return exact ?? readings.find((sums) => restOf(sums) > 0) ?? usual;
}

/** The tier that a report states; the standard tier is the default. */
export function decodeTier(report: JsonValue | undefined): string | undefined {
  const word = isJsonObject(report) ? (report['serviceTier'] ?? report['trafficType']) : undefined;
  if (typeof word !== 'string') return undefined;
  const tier = tierOf(word.replace(/^ON_DEMAND_/, ''));
  return tier === 'standard' ? undefined : tier;
}

/** Encodes the buckets as the sums of this format. */
export function encodeUsage(usage: Usage): WireUsage {
  const prompt = inputTotal(usage);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: usage.output,
    totalTokenCount: prompt + outputTotal(usage),
    ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
    ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
    ...omitUndefined({
      promptTokensDetails: detailsOf(usage, 'input'),
      candidatesTokensDetails: detailsOf(usage, 'output'),
    }),
  };
}

function detailsOf(usage: Usage, side: 'input' | 'output'): WireModalityCount[] | undefined {
  const details = modalities.flatMap(([kind, modality]) => {
    const tokenCount = usage[kind]?.[side] ?? 0;
    return tokenCount > 0 ? [{ modality, tokenCount }] : [];
  });
  return details.length > 0 ? details : undefined;
}

/** The fields of a whole reply, or of a chunk, that say what it used; of any type. */
export interface UsedChunk {
  readonly usageMetadata?: unknown;
  readonly candidates?: unknown;
}

/**
 * Tracks what a reply used, whole or chunk by chunk: the last report of tokens, and what all chunks are grounded in.
 * Google charges for each query of a search once, except empty ones (ai.google.dev, Grounding with Google Search),
 * and for a reply that is grounded in maps.
 */
export class UsageClaims {
  #usage: Usage | undefined;
  readonly #queries = new Set<string>();
  #hasMaps = false;

  /** Reads a chunk; returns the usage so far if the chunk changes it. */
  take({ usageMetadata, candidates }: UsedChunk): Usage | undefined {
    const stated = decodeUsage(usageMetadata);
    const grounding = objectsOf(candidates).flatMap((each) =>
      objectsOf([each['groundingMetadata']]),
    );
    for (const one of grounding) this.#readGrounding(one);
    this.#usage = stated ?? this.#usage;
    if (this.#usage === undefined || (stated === undefined && grounding.length === 0))
      return undefined;
    return addToolUses(this.#usage, [
      ['web_search', this.#queries.size],
      ['maps', Number(this.#hasMaps)],
    ]);
  }

  #readGrounding({ webSearchQueries: queries, groundingChunks: sources }: JsonObject): void {
    for (const query of Array.isArray(queries) ? queries : []) {
      if (typeof query === 'string' && query !== '') this.#queries.add(query);
    }
    this.#hasMaps ||= objectsOf(sources).some(({ maps }) => isJsonObject(maps));
  }
}
