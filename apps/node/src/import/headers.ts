/** Reads the headers that another gateway sends to a service; used by the importers. */
import type { Secret } from './imported.ts';
import type { SourceObject } from './source-object.ts';

const legalName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer)$/i;

/** Every header counts as a secret. Names that an upstream may not have become notes. */
export function readHeaders(
  source: SourceObject,
  parseSecret: (text: string) => Secret,
): Readonly<Record<string, Secret>> {
  const headers = source.keys
    .filter((name) => legalName.test(name) && !connectionHeaders.test(name))
    .flatMap((name) => {
      const text = source.text(name);
      return text === undefined ? [] : [[name, parseSecret(text)] as const];
    });
  return Object.fromEntries(headers);
}
