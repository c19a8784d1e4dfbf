/** Estimates tokens; the estimate is the same on every run. */
import { type CanonicalRequest, noUsage, type Part, type Usage } from '@parley/protocol';

/** Characters per token, a common rule of thumb. */
const charactersPerToken = 4;

/** The tokens of each image or document. */
const mediaTokens = 85;

export function countTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

/** The longest prefix of a text with at most this number of tokens. */
export function cutToTokens(text: string, tokens: number): string {
  return text.slice(0, tokens * charactersPerToken);
}

/** The estimated tokens of a request. */
export function countRequestTokens({ turns, tools }: CanonicalRequest): number {
  const history = turns.flatMap((turn) => turn.parts);
  const defined = tools.map((tool) => countTokens(JSON.stringify(tool)));
  return sum(history.map(countPart)) + sum(defined) + turns.length;
}

/** Plausible usage that depends only on the request and the reply. */
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
