// Names and limits of Gemini generateContent that several files of the dialect use.
import type { FinishReason } from '../../canonical/reply.ts';
import type { NameRule } from '../../history/names.ts';

export const dialect = 'gemini-generate';

/** The vendor of bare signatures in this dialect. */
export const homeVendor = 'google';

/** The vendor whose servers differ from Google's own in a few places. */
export const vertex = 'google-vertex';

/**
 * Starts with a letter or an underscore; dots and colons are allowed (`@google/genai` 3.1.0,
 * `FunctionDeclaration.name`). The maximum length depends on the model.
 */
export const functionNames: NameRule = {
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]*$/,
  illegal: /[^A-Za-z0-9_.:-]/g,
};

/** The characters that label values may contain. */
export const labelValues: NameRule = { legal: /^[a-z0-9_-]+$/, illegal: /[^a-z0-9_-]/g };
export const longestLabel = 63;

/** The label in which gateways send the end user's id (`@google/genai` 3.1.0, `labels`). */
export const userLabel = 'safety_identifier';

/** The MIME type of JSON output. */
export const jsonType = 'application/json';

/** The values of `finishReason` (`@google/genai` 3.1.0, `FinishReason`) and what they mean. */
const meanings = {
  FINISH_REASON_UNSPECIFIED: 'stop',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'filter',
  RECITATION: 'filter',
  LANGUAGE: 'filter',
  BLOCKLIST: 'filter',
  PROHIBITED_CONTENT: 'filter',
  SPII: 'filter',
  IMAGE_SAFETY: 'filter',
  IMAGE_PROHIBITED_CONTENT: 'filter',
  IMAGE_RECITATION: 'filter',
  IMAGE_OTHER: 'filter',
  NO_IMAGE: 'fault',
  OTHER: 'fault',
  MALFORMED_FUNCTION_CALL: 'fault',
  MALFORMED_RESPONSE: 'fault',
  UNEXPECTED_TOOL_CALL: 'fault',
  TOO_MANY_TOOL_CALLS: 'fault',
  CONTINUATION: 'pause',
} as const satisfies Record<string, FinishReason>;

export type WireFinishReason = keyof typeof meanings;

export function isWireFinishReason(word: string): word is WireFinishReason {
  return Object.hasOwn(meanings, word);
}

/** Values that upstreams send and encoders do not write (`@google/genai` 3.3.0, `FinishReason`). */
const readMeanings: ReadonlyMap<string, FinishReason> = new Map([
  ['ESCALATION', 'filter'],
  ['MODEL_ARMOR', 'filter'],
  ['PUP_LIMITED_DISABLED', 'filter'],
  ['MISSING_THOUGHT_SIGNATURE', 'fault'],
]);

/** The canonical meaning of a wire value; `undefined` for undocumented values. */
export function meaningOf(word: string): FinishReason | undefined {
  return isWireFinishReason(word) ? meanings[word] : readMeanings.get(word);
}

/**
 * The wire value of each finish reason. There is none for tool calls; a reply that ends with calls uses
 * `STOP`.
 */
export const wireFinishReasons: Readonly<Record<FinishReason, WireFinishReason>> = {
  stop: 'STOP',
  'stop-sequence': 'STOP',
  length: 'MAX_TOKENS',
  context: 'MAX_TOKENS',
  calls: 'STOP',
  filter: 'SAFETY',
  pause: 'CONTINUATION',
  fault: 'OTHER',
};

/** Why a prompt got no reply (`@google/genai` 3.1.0, `BlockedReason`). */
export type BlockReason =
  | 'BLOCKED_REASON_UNSPECIFIED'
  | 'SAFETY'
  | 'OTHER'
  | 'BLOCKLIST'
  | 'PROHIBITED_CONTENT'
  | 'IMAGE_SAFETY'
  | 'MODEL_ARMOR'
  | 'JAILBREAK';

/** Maximum number of stop strings in a request. */
export const mostStops = 5;

/** Tiers of other formats that differ from the default tier. */
const tiers: Readonly<Record<string, 'flex' | 'priority' | 'standard'>> = {
  flex: 'flex',
  priority: 'priority',
  fast: 'priority',
  auto: 'standard',
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
};

/** The tier for the tier name of any dialect; `undefined` for values without an equivalent. */
export function tierOf(word: string): 'flex' | 'priority' | 'standard' | undefined {
  const known = word.toLowerCase();
  return Object.hasOwn(tiers, known) ? tiers[known] : undefined;
}
