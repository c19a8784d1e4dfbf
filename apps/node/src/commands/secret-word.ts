import { UsageError } from './failure.ts';

/** Keys of Parley and of vendors, and addresses that hold a password. */
const secretPatterns = [
  /^(?:sk|pk|rk|gsk|xai|r8|nvapi)[-_](?=\S*\d)[\w-]{20,}$/,
  /^parley-admin-\w{20,}$/,
  /^AIza[\w-]{30,}$/,
  /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{0,256}:[^\s/@]{1,256}@/i,
] as const;

/**
 * Whoever uses this machine can read what other programs were started with.
 * @throws UsageError when a word is a secret; it is not shown again
 */
export function refuseSecret(word: string): void {
  const value = word.replace(/^--[\w-]+=/, '');
  if (!secretPatterns.some((pattern) => pattern.test(value))) return;
  throw new UsageError(
    'A secret must not be an argument: others can read those. Put it into an environment variable.',
  );
}
