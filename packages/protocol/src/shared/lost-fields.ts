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
      place.notes.dropped(where, reasonOf(dialect));
    }
  };
}

/**
 * Creates the function for objects any other field of which is lost.
 * @param known the paths of the fields that decoders read, and of those that say nothing to a client; with
 * dots for an object of which only some fields are read
 */
export function createOtherFieldNoter(dialect: DialectId, known: readonly string[]): LossNoter {
  const fields = new KnownFields();
  for (const path of known) fields.add(path.split('.'));
  const reason = reasonOf(dialect);
  return (object, { path, notes }) => {
    const prefix = path === '' ? '' : `${path}.`;
    fields.visitOthers(object, prefix, (lost) => notes.dropped(lost, reason));
  };
}

/** The known fields of an object, and of the objects in them. A field without inner ones is known as a whole. */
class KnownFields {
  readonly #inner = new Map<string, KnownFields>();

  add([name, ...rest]: readonly string[]): void {
    if (name === undefined) return;
    const fields = this.#inner.get(name) ?? new KnownFields();
    this.#inner.set(name, fields);
    fields.add(rest);
  }

  /** Calls a function with the path of each other field that states something. */
  visitOthers(object: unknown, prefix: string, visit: (path: string) => void): void {
    if (!isJsonObject(object)) return;
    for (const name in object) {
      const value = object[name];
      const known = this.#inner.get(name);
      if (known === undefined) {
        if (isStated(value)) visit(prefix + name);
      } else if (known.#inner.size > 0) known.visitOthers(value, `${prefix}${name}.`, visit);
    }
  }
}

function reasonOf(dialect: DialectId): string {
  return `Only the ${dialect} format has this field.`;
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
