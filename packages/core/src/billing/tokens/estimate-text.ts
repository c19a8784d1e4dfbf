/** Estimates the tokens of a text, of JSON and of encrypted data. */
import type { JsonObject } from '@parley/protocol';
import { EstimateMemory } from './estimate-memory.ts';
import { tokenWeights, type TextUnits } from './token-weights.ts';
import { UnitCounter } from './text-units.ts';
import type { TokenFamily } from './token-family.ts';

/**
 * Estimates how many tokens a text makes: a whole number, 0 only for the empty text. Runs in linear time for
 * any text. `estimateErrorPercent` is the maximum error.
 */
export function estimateTextTokens(text: string, family: TokenFamily): number {
  return memories[family].estimate(text);
}

/** The tokens that units make, as `estimateTextTokens` estimates them. */
export function weighUnits(units: TextUnits, family: TokenFamily): number {
  const weights = tokenWeights[family];
  let sum = 0;
  for (let kind = 0; kind < units.length; kind += 1)
    sum += (units[kind] ?? 0) * (weights[kind] ?? 0);
  return Math.ceil(sum);
}

/** Counts the units of one text after the other. */
const counter = new UnitCounter();

function createMemory(family: TokenFamily): EstimateMemory {
  return new EstimateMemory((text) => {
    counter.restart();
    counter.add(text, text.length);
    return weighUnits(counter.units, family);
  });
}

const memories: Readonly<Record<TokenFamily, EstimateMemory>> = {
  openai: createMemory('openai'),
  claude: createMemory('claude'),
  'older-claude': createMemory('older-claude'),
  gemini: createMemory('gemini'),
  other: createMemory('other'),
};

/** Encryption preserves the length of a text, and four bytes are about a token in every family. */
const bytesPerToken = 4;

/** Shorter strings are counted as text, because they are ids. */
const shortestEncrypted = 256;

const encryptedBeginning = /^[A-Za-z0-9+/=_-]+$/;

/** How many bytes a number of base64 characters encodes. */
export function bytesOfBase64(characters: number): number {
  return Math.ceil((characters * 3) / 4);
}

/** The tokens of data of which only the length is known, such as encrypted reasoning. */
export function estimateEncryptedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Estimates a JSON value; encrypted data in it counts by its length and is never read as text. */
export function estimateJsonTokens(json: JsonObject, family: TokenFamily): number {
  let encrypted = 0;
  const plain = JSON.stringify(json, (_key, value: unknown) => {
    if (typeof value !== 'string' || !isEncrypted(value)) return value;
    encrypted += estimateEncryptedTokens(bytesOfBase64(value.length));
    return '';
  });
  return encrypted + estimateTextTokens(plain, family);
}

/** Reads only the beginning, so that the cost does not grow with the string. */
function isEncrypted(text: string): boolean {
  return (
    text.length >= shortestEncrypted && encryptedBeginning.test(text.slice(0, shortestEncrypted))
  );
}
