/** What a token was spent on: the answer with its calls, or the thinking before it. */
export type WordKind = 'output' | 'reasoning';

/** Hears what a model writes, piece by piece, while it passes. What is encrypted is not heard. */
export type WordListener = (words: string, kind: WordKind) => void;
