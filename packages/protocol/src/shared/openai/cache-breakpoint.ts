// Cache marks in the formats of OpenAI, for request encoders.
import type { NoteBook } from '../../canonical/note.ts';
import type { CacheMark } from '../../canonical/part.ts';

/** Where the content of a user stands, and whether the model takes cache marks there. */
export interface MarkPlace {
  readonly path: string;
  readonly notes: NoteBook;
  /** As the profile says; without it no mark may stand here. */
  readonly cacheMarks?: boolean;
}

/** The end of a prompt prefix to be cached (`openai` 7.55.0, chat completions and Responses). */
export interface CacheBreakpoint {
  readonly prompt_cache_breakpoint?: { readonly mode: 'explicit' };
}

/** Writes a cache mark; its lifetime is left to the vendor, which knows none of an hour. */
export function encodeMark(cache: CacheMark | undefined, place: MarkPlace): CacheBreakpoint {
  if (cache === undefined) return {};
  const path = `${place.path}.cache`;
  if (place.cacheMarks !== true) {
    place.notes.dropped(path, 'This upstream takes no cache mark here; it caches by itself.');
    return {};
  }
  if (cache.lifetime === '1h') {
    place.notes.approximated(path, 'What is cached lives for half an hour at least, not for one.');
  }
  return { prompt_cache_breakpoint: { mode: 'explicit' } };
}
