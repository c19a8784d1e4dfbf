// Removes cache marks beyond the maximum of a request, for the Anthropic Messages request encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CacheMark, Part } from '../../../canonical/part.ts';
import type { CanonicalRequest, Tool, Turn } from '../../../canonical/request.ts';

/** Maximum number of cache marks in a request; a fifth is rejected (vendor's guide to prompt caching). */
const mostMarks = 4;

interface PlacedMark {
  readonly path: string;
  readonly lifetime: CacheMark['lifetime'];
  /** Before the conversation itself: on a tool or a leading instruction. */
  readonly isHead: boolean;
}

type Choice = (mark: PlacedMark) => boolean;

/**
 * Removes the cache marks beyond the vendor's maximum, each with a note. Of the marks before the conversation
 * the last one is kept, because other conversations can use its cache; of the others the latest are kept,
 * because each covers everything before it.
 */
export function limitCacheMarks(request: CanonicalRequest, notes: NoteBook): CanonicalRequest {
  const placed = listMarks(request);
  for (const { path, lifetime } of placed) {
    if (lifetime === '12h') notes.approximated(path, 'The vendor caches for at most an hour.');
  }
  if (placed.length <= mostMarks) return request;
  const head = placed.findLast(({ isHead }) => isHead);
  const others = placed.filter((mark) => mark !== head);
  const kept = [head, ...others.slice(head === undefined ? -mostMarks : 1 - mostMarks)];
  const surplus = new Set(placed.filter((mark) => !kept.includes(mark)).map(({ path }) => path));
  for (const path of surplus) {
    notes.dropped(path, `The vendor takes ${mostMarks} cache marks, and later ones save more.`);
  }
  return chooseMarks(request, ({ path }) => !surplus.has(path));
}

/** All marks in the order of the prompt: tools, instructions, messages. */
function listMarks(request: CanonicalRequest): PlacedMark[] {
  const marks: PlacedMark[] = [];
  chooseMarks(request, (mark) => {
    marks.push(mark);
    return true;
  });
  return marks;
}

/** Keeps or removes each mark as `stays` decides. */
function chooseMarks(request: CanonicalRequest, stays: Choice): CanonicalRequest {
  const first = request.turns.findIndex(({ role }) => role !== 'instruction');
  const isHead = (index: number) => first === -1 || index < first;
  return {
    ...request,
    tools: request.tools.map((tool, index) => chooseOfTool(tool, `tools[${index}]`, stays)),
    turns: request.turns.map((turn, index): Turn => {
      const choice: Choice = (mark) => stays({ ...mark, isHead: isHead(index) });
      return { ...turn, parts: chooseOfParts(turn.parts, `turns[${index}]`, choice) };
    }),
  };
}

function chooseOfTool(tool: Tool, path: string, stays: Choice): Tool {
  if (tool.kind !== 'function' || tool.cache === undefined) return tool;
  const { cache, ...unmarked } = tool;
  return stays({ path: `${path}.cache`, ...cache, isHead: true }) ? tool : unmarked;
}

function chooseOfParts(parts: readonly Part[], path: string, stays: Choice): Part[] {
  return parts.map((part, index): Part => {
    const place = `${path}.parts[${index}]`;
    const inner =
      part.type === 'result'
        ? { ...part, content: chooseOfParts(part.content, place, stays) }
        : part;
    if (!('cache' in inner) || inner.cache === undefined) return inner;
    const { cache, ...unmarked } = inner;
    return stays({ path: `${place}.cache`, ...cache, isHead: false }) ? inner : unmarked;
  });
}
