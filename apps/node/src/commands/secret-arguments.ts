/** Rejects secrets on the command line, where other users of the machine can read them. */
import { UsageError } from './failure.ts';

/** API keys of Parley and of vendors, and URLs that contain a password. */
const secretPatterns = [
  /^(?:sk|pk|rk|gsk|xai|r8|nvapi)[-_](?=\S*\d)[\w-]{20,}$/,
  /^parley-admin-\w{20,}$/,
  /^AIza[\w-]{30,}$/,
  /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{0,256}:[^\s/@]{1,256}@/i,
] as const;

/** Options that may hold a secret: a key may be created only for one conformance run. */
const secretOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['conformance', ['--key', '--admin-token']],
]);

/**
 * Checks the arguments up to `--`; what follows belongs to the program that `parley run` starts.
 * @throws UsageError that does not repeat the secret
 */
export function refuseSecrets(args: readonly string[]): void {
  const allowed = secretOptions.get(args[0] ?? '') ?? [];
  const end = args.indexOf('--');
  for (const [index, arg] of (end < 0 ? args : args.slice(0, end)).entries()) {
    const [option, value = arg] = splitOption(arg);
    const isAllowed = allowed.includes(option) || allowed.includes(args[index - 1] ?? '');
    if (isAllowed || !secretPatterns.some((pattern) => pattern.test(value))) continue;
    throw new UsageError(
      'A secret must not be an argument, because others can read it. Use an environment variable.',
    );
  }
}

/** `--name=value` → `['--name', 'value']`; any other argument has no value of its own. */
function splitOption(arg: string): readonly [option: string, value?: string] {
  const [, option, value] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? [];
  return option === undefined || value === undefined ? [''] : [option, value];
}
