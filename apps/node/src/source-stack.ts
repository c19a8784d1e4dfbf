/** Names source files instead of bundles in stacks; used by the entry. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/**
 * Has every stack refer to source files. Node can do so itself, but then reads every source map when it loads a
 * file: about 100 ms and 20 MB at each start. Here a map is read when a stack first needs it.
 */
export function mapStacks(): void {
  const maps = new Map<string, SourceMap | undefined>();
  const findMap = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map(
      (frame: Printable) => `    at ${nameSource(frame.toString(), findMap)}`,
    );
    return [describe(error), ...lines].join('\n');
  };
}

/** A frame of a stack, which V8 formats itself. */
interface Printable {
  toString(): string;
}

/** A position in a bundle: its URL, line and column. */
const position = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

function nameSource(frame: string, findMap: (file: string) => SourceMap | undefined): string {
  return frame.replace(position, (bundled, ...parts: string[]) => {
    const [file = '', line, column] = parts;
    const origin = findMap(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return bundled;
    const source = locateSource(file, origin.fileName);
    return `${source}:${String(origin.lineNumber)}:${String(origin.columnNumber)}`;
  });
}

/** Wherever the program is installed, a file is named by its path in the repository. */
function locateSource(file: string, source: string): string {
  const withinDist = file.slice(file.lastIndexOf('/dist/') + '/dist/'.length);
  return new URL(source, new URL(withinDist, 'parley:///apps/node/dist/')).href;
}

function readMap(file: string): SourceMap | undefined {
  try {
    const text = readFileSync(new URL(`${file}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** A thrown value may have an unusual `toString`. */
function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
