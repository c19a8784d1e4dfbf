// Reads the switch for reasoning that several servers of the chat format have in place of an effort.
import type { Reasoning } from '../../../canonical/request.ts';
import { isJsonObject } from '../../../json/value.ts';
import { asExtras, otherFields } from '../extras.ts';
import type { RequestInput } from './schema.ts';

const knownMembers = ['type', 'budget_tokens'];

/**
 * The reasoning that `thinking` asks for (DeepSeek, GLM, Kimi, LiteLLM), with the field as it is. `undefined` for values of
 * other forms, and beside the options that say the same in the official field or in that of routers.
 */
export function readThinking(input: RequestInput): Reasoning | undefined {
  const { thinking, reasoning, reasoning_effort: effort } = input;
  if (!isJsonObject(thinking) || (reasoning ?? effort ?? null) !== null) return undefined;
  const { type, budget_tokens: budget } = thinking;
  const extras = asExtras({ thinking });
  if (type === 'disabled') return { effort: 'none', ...extras };
  if (type !== 'enabled' && type !== 'adaptive' && type !== 'auto') return undefined;
  const isBudget = typeof budget === 'number' && Number.isInteger(budget) && budget > 0;
  return { budget: isBudget ? budget : 'auto', ...extras };
}

/** The members of `thinking` that only its own servers know, in place of the field. */
export function otherThinking(input: RequestInput): Readonly<Record<string, unknown>> {
  if (readThinking(input) === undefined || !isJsonObject(input['thinking'])) return input;
  const { thinking, ...others } = input;
  const rest = otherFields(thinking, knownMembers);
  return Object.keys(rest).length > 0 ? { ...others, thinking: rest } : others;
}
