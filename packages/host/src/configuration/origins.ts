/** Finds the origin of each value of a configuration file: its line, and the variables in it. */
import { originKey, type Origin } from '@parley/core';
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Path, SourceDocument } from './source-document.ts';
import { isSecret, listVariables, secretFilePrefix } from './substitution.ts';

/** Maximum depth of a value with an origin of its own, such as `upstreams.mine.headers.x-team`. */
const maximumDepth = 4;

/** To be called before variables are substituted. */
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
  /** The offset of its key or list entry, in characters. */
  readonly offset: number;
}

function* listNodes(source: SourceDocument, parent: unknown, above: Path): Generator<Place> {
  const node = isAlias(parent) ? parent.resolve(source.document) : parent;
  if (above.length === maximumDepth) return;
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

/** A value with variables has the origin `environment`; the detail names them and the line. */
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
