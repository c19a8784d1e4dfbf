// Names and limits of generateContent that several files of the dialect look up.
import type { FinishReason } from '../../canonical/finish.ts';
import type { NameRule } from '../../history/names.ts';

export const dialect = 'gemini-generate';

/** Whose bare signatures these are when a client echoes one: clients of this format know no other. */
export const homeVendor = 'google';

/**
 * Begins with a letter or an underscore; dots and colons are allowed (`@google/genai` 3.1.0,
 * `FunctionDeclaration.name`). The longest name is a matter of the model.
 */
export const functionNames: NameRule = {
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]*$/,
  illegal: /[^A-Za-z0-9_.:-]/g,
};

/** What the values of labels may hold. */
export const labelValues: NameRule = { legal: /^[a-z0-9_-]+$/, illegal: /[^a-z0-9_-]/g };
export const longestLabel = 63;

/** The label under which gateways name the end user (`@google/genai` 3.1.0, `labels`). */
export const userLabel = 'safety_identifier';

/** The type of answers in JSON. */
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

/** What a word of the wire means; `undefined` for values nobody documented. */
export function meaningOf(word: string): FinishReason | undefined {
  return isWireFinishReason(word) ? meanings[word] : undefined;
}

/** The word for each reason; calls have none of their own, an answer that ends with them stops. */
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

/** Why a prompt got no answer at all (`@google/genai` 3.1.0, `BlockedReason`). */
export type BlockReason =
  | 'BLOCKED_REASON_UNSPECIFIED'
  | 'SAFETY'
  | 'OTHER'
  | 'BLOCKLIST'
  | 'PROHIBITED_CONTENT'
  | 'IMAGE_SAFETY'
  | 'MODEL_ARMOR'
  | 'JAILBREAK';

/** The most stop strings that a request may hold. */
export const mostStops = 5;

/** Tiers of other formats that are something else than what every request gets. */
const tiers: Readonly<Record<string, 'flex' | 'priority' | 'standard'>> = {
  flex: 'flex',
  priority: 'priority',
  fast: 'priority',
  auto: 'standard',
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
};

/** The tier for a word of any dialect; `undefined` for values this one has nothing for. */
export function tierOf(word: string): 'flex' | 'priority' | 'standard' | undefined {
  const known = word.toLowerCase();
  return Object.hasOwn(tiers, known) ? tiers[known] : undefined;
}
