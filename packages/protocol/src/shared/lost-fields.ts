// Notes the fields of replies that have no place in any other format, for reply decoders and stream decoders.
import type { DialectId } from '../canonical/dialect.ts';
import type { Place } from '../canonical/note.ts';
import { isJsonObject } from '../json/value.ts';

/**
 * Notes each field that an object states.
 * @param place the path of the object, empty for the reply itself
 */
export type LossNoter = (object: unknown, place: Place) => void;

/** Creates the function for one kind of object. @param paths of the fields, with dots for nested ones */
export function createLossNoter(dialect: DialectId, paths: readonly string[]): LossNoter {
  const fields = paths.map((path) => ({ path, names: path.split('.') }));
  return (object, place) => {
    for (const { path, names } of fields) {
      if (!isStated(fieldAt(object, names))) continue;
      const where = place.path === '' ? path : `${place.path}.${path}`;
      place.notes.dropped(where, `Only the ${dialect} format has this field.`);
    }
  };
}

/**
 * Creates the function for objects any other field of which is lost.
 * @param known the fields that decoders read, and those that say nothing to a client
 */
export function createOtherFieldNoter(dialect: DialectId, known: readonly string[]): LossNoter {
  const names = new Set(known);
  return (object, place) => {
    if (!isJsonObject(object)) return;
    const others = Object.keys(object).filter((name) => !names.has(name));
    if (others.length > 0) createLossNoter(dialect, others)(object, place);
  };
}

function fieldAt(object: unknown, names: readonly string[]): unknown {
  let value = object;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** False for values that state nothing, such as zeros and empty lists. */
function isStated(value: unknown): boolean {
  if (isJsonObject(value)) return Object.values(value).some(isStated);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
