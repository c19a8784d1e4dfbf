const mask = '[redacted]';

/**
 * What secrets look like: the vendors' key prefixes, whatever follows a scheme or a header's
 * name, and the user part of an address. Each pattern is linear: no repetition stands in another.
 */
const secretPatterns: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${mask}`],
  [
    /\b(x-api-key|x-goog-api-key|api-key|authorization)(["']?\s*[:=]\s*["']?)[^\s"',}]+/gi,
    `$1$2${mask}`,
  ],
  [/\b(?:sk|pk|rk|gsk|xai|key|pplx|hf|r8|nvapi|parley-admin)[-_][\w-]{8,}/g, mask],
  [/\bAIza[\w-]{20,}/g, mask],
  [/(:\/\/)[^\s/@]{1,256}@/g, `$1${mask}@`],
];

/** Removes what looks like a secret from text: the last line of defence, not the first. */
export function redactSecrets(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of secretPatterns) clean = clean.replace(pattern, replacement);
  return clean;
}
