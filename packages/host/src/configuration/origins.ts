/** Tells where in a configuration file each value stands, and which variables it is made of. */
import { originKey, type Origin } from '@parley/core';
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Path, SourceDocument } from './source-document.ts';
import { isSecret, listVariables, secretFilePrefix } from './substitution.ts';

/** How deep a value may stand that is shown by itself, such as `upstreams.mine.headers.x-team`. */
const deepest = 4;

/** To be asked before anything is put into the values. */
export function findOrigins(source: SourceDocument): ReadonlyMap<string, Origin> {
  const places = new Map<string, Origin>();
  for (const { path, node, offset } of listNodes(source, source.document.contents, [])) {
    places.set(originKey(path), describeOrigin(path, node, source.lineOf(offset)));
  }
  return places;
}

interface Place {
  readonly path: Path;
  readonly node: unknown;
  /** Where its key or its entry begins, in characters. */
  readonly offset: number;
}

function* listNodes(source: SourceDocument, parent: unknown, above: Path): Generator<Place> {
  const node = isAlias(parent) ? parent.resolve(source.document) : parent;
  if (above.length === deepest) return;
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      const path = [...above, String(key.value)];
      yield { path, node: value, offset: key.range?.[0] ?? 0 };
      yield* listNodes(source, value, path);
    }
  }
  if (!isSeq(node)) return;
  for (const [index, item] of node.items.entries()) {
    const path = [...above, index];
    yield { path, node: item, offset: isNode(item) ? (item.range?.[0] ?? 0) : 0 };
    yield* listNodes(source, item, path);
  }
}

/** A value that is nothing but variables comes from them; the line says where that is written. */
function describeOrigin(path: Path, node: unknown, line: number): Origin {
  const place = `line ${String(line)}`;
  const text = isScalar(node) && typeof node.value === 'string' ? node.value : '';
  const variables = listVariables(text);
  if (variables.length > 0) {
    return { from: 'environment', detail: `${variables.join(', ')}, ${place}` };
  }
  const isFile = isSecret(path) && text.startsWith(secretFilePrefix);
  return { from: 'file', detail: isFile ? `${place}, ${text}` : place };
}
