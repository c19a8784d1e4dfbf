// Cache marks in OpenAI's formats, for request encoders.
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';

/** Where user content is written, and whether the model accepts cache marks there. */
export interface MarkPlace {
  readonly path: string;
  readonly notes: NoteBook;
  /** From the profile; if absent, cache marks are not allowed here. */
  readonly cacheMarks?: boolean;
}

/** The end of a prompt prefix to cache (`openai` 7.55.0, chat completions and Responses). */
export interface CacheBreakpoint {
  readonly prompt_cache_breakpoint?: { readonly mode: 'explicit' };
}

/** Writes a cache mark without its lifetime: the vendor chooses it and does not offer one hour. */
export function encodeMark(cache: CacheMark | undefined, place: MarkPlace): CacheBreakpoint {
  if (cache === undefined) return {};
  const path = `${place.path}.cache`;
  if (place.cacheMarks !== true) {
    place.notes.dropped(path, 'This upstream takes no cache mark here; it caches by itself.');
    return {};
  }
  if (cache.lifetime === '1h') {
    place.notes.approximated(path, 'Cached content lives for at least half an hour, not for one.');
  }
  return { prompt_cache_breakpoint: { mode: 'explicit' } };
}
