import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.ts';

/**
 * The schema that a reference within one document names (RFC 6901 behind `#`); `undefined` for every
 * other reference.
 */
export function resolveReference(
  root: JsonObject,
  reference: JsonValue | undefined,
): JsonObject | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  if (reference === '#') return root;
  let place: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    const name = unescapeStep(step);
    place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return isJsonObject(place) ? place : undefined;
}

function unescapeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
