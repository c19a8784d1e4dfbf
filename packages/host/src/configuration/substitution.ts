/** Substitutes environment variables and secret files in the values of a configuration. */
import type { Environment } from '@parley/core';
import {
  isPair,
  isScalar,
  isSeq,
  visit,
  type Node,
  type Pair,
  type Document,
  type Scalar,
} from 'yaml';
import type { Fault } from './fault.ts';
import type { Path, SourceDocument } from './source-document.ts';

export type { Environment } from '@parley/core';

/** Where the values come from that are substituted in a configuration. */
export interface SubstitutionOptions {
  readonly environment: Environment;
  /**
   * Reads the secret file after `file:`. Absent where the host has no files.
   * @throws SecretFileError
   */
  readonly readSecret?: ((path: string) => string) | undefined;
}

/** A secret file cannot be used. The message names the file, not its content. */
export class SecretFileError extends Error {}

const placeholder = /\$(\$\{)|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;
const openPlaceholder = /\$\{(?![A-Za-z_]\w*(?::-[^}]*)?\})/;

/** The prefix of a secret that is the path of a file. */
export const secretFilePrefix = 'file:';

/** The variables in a text, each once. */
export function listVariables(text: string): readonly string[] {
  const names = [...text.matchAll(placeholder)].flatMap(([, , name]) => name ?? []);
  return [...new Set(names)];
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` in every text value, and `file:<path>` in secrets by the
 * content of the file. `$${` stands for `${`. Substituted text is not substituted again.
 */
export function substituteValues(
  source: SourceDocument,
  options: SubstitutionOptions,
): readonly Fault[] {
  const faults: Fault[] = [];
  visit(source.document, {
    Scalar(key, scalar, ancestors) {
      if (key === 'key' || typeof scalar.value !== 'string') return;
      const path = readPath(key, ancestors);
      const problem = substituteScalar(scalar, path, options);
      if (problem) faults.push(source.faultAt(path, problem));
    },
  });
  return faults;
}

/** Returns a message when the value is invalid. */
function substituteScalar(
  scalar: Scalar,
  path: Path,
  options: SubstitutionOptions,
): string | undefined {
  const written = String(scalar.value);
  const missing: string[] = [];
  const text = written.replace(placeholder, (...groups: readonly (string | undefined)[]) => {
    const [, escaped, name = '', fallback] = groups;
    if (escaped) return '${';
    // An empty variable counts as unset, as `:-` does in a shell.
    const value = options.environment[name] || fallback;
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  if (missing.length > 0) {
    return `The environment variable ${missing.join(', ')} is not set or empty.`;
  }
  if (openPlaceholder.test(written.replaceAll('$${', ''))) {
    return 'This placeholder is not closed; write ${NAME}, ${NAME:-default}, or $${ for ${.';
  }
  scalar.value = text;
  if (!isSecret(path) || !text.startsWith(secretFilePrefix)) return undefined;
  return substituteFile(scalar, text.slice(secretFilePrefix.length), options.readSecret);
}

function substituteFile(
  scalar: Scalar,
  path: string,
  readSecret: SubstitutionOptions['readSecret'],
): string | undefined {
  if (readSecret === undefined) return 'This host has no files; use ${NAME} instead.';
  try {
    scalar.value = readSecret(path);
    return undefined;
  } catch (error) {
    if (error instanceof SecretFileError) return error.message;
    throw error;
  }
}

/** The fields of an upstream that may be in a file: secrets, and certificates, which are long. */
const upstreamFileFields: readonly unknown[] = ['credential', 'headers', 'proxy', 'ca'];

/** The URL of a webhook may hold its credential. */
const webhookFileFields: readonly unknown[] = ['url', 'secret'];

/** Whether the value at a path may be in a file. */
export function isSecret(path: Path): boolean {
  const [section, name, field] = path;
  if (section === 'sign_in') return field === 'client_secret';
  if (section === 'traces') return name === 'headers';
  if (section === 'alerts') return name === 'webhooks' && webhookFileFields.includes(path[3]);
  return section === 'upstreams' && upstreamFileFields.includes(field);
}

/** The path of a visited value: the keys of its ancestors, and its index in each list. */
function readPath(
  key: number | 'key' | 'value' | null,
  ancestors: readonly (Document | Node | Pair)[],
): Path {
  const path: PropertyKey[] = [];
  ancestors.forEach((ancestor, depth) => {
    if (isPair(ancestor) && isScalar(ancestor.key)) path.push(String(ancestor.key.value));
    if (!isSeq(ancestor)) return;
    const next = ancestors[depth + 1];
    path.push(next ? ancestor.items.indexOf(next) : Number(key));
  });
  return path;
}
