/** Counts tokens by a rule of thumb, so that every run gives the same usage. */
import { type CanonicalRequest, noUsage, type Part, type Usage } from '@parley/protocol';

/** Characters per token: the usual rule of thumb, and the same on every run. */
const charactersPerToken = 4;

/** What every image or document counts. */
const mediaTokens = 85;

export function countTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** The longest beginning of a text that counts at most so many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  return text.slice(0, tokens * charactersPerToken);
}

/** What a request counts: plausible, and the same on every run. */
export function countRequestTokens({ turns, tools }: CanonicalRequest): number {
  const history = turns.flatMap((turn) => turn.parts);
  const defined = tools.map((tool) => countTokens(JSON.stringify(tool)));
  return sum(history.map(countPart)) + sum(defined) + turns.length;
}

/** Plausible numbers that depend on nothing but the request and the answer. */
export function measureUsage(request: CanonicalRequest, parts: readonly Part[]): Usage {
  const reasoning = parts.filter((part) => part.type === 'reasoning');
  const rest = parts.filter((part) => part.type !== 'reasoning');
  return {
    ...noUsage,
    input: countRequestTokens(request),
    output: sum(rest.map(countPart)),
    reasoning: sum(reasoning.map(countPart)),
  };
}

function countPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return countTokens(part.text);
    case 'call':
      return countTokens(part.name) + countTokens(part.arguments);
    case 'result':
      return sum(part.content.map(countPart));
    case 'media':
      return mediaTokens;
    case 'server':
    case 'unknown':
      return 0;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
