// Function tools and the arguments of their calls in OpenAI’s formats, for requests, replies and streams.
import type { NoteBook } from '../../canonical/note.ts';
import type { CanonicalRequest } from '../../canonical/request.ts';
import { writeJson } from '../../json/exact-number.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';

/**
 * Clients of Mistral and Hugging Face omit the `type` of functions. Adds it to an object whose fields
 * identify it as a function; `type: null` is invalid and left as is.
 * @param fields fields that all functions and nothing else have
 */
export function addFunctionType(...fields: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    if (!isJsonObject(value) || value['type'] !== undefined) return value;
    return fields.every((field) => field in value) ? { ...value, type: 'function' } : value;
  };
}

/** Notes the options that upstreams reject in a request without tools. */
export function noteOptionsWithoutTools(
  { toolChoice, parallelToolCalls }: CanonicalRequest,
  notes: NoteBook,
  reason: string,
): void {
  if (toolChoice !== undefined) notes.dropped('toolChoice', reason);
  if (parallelToolCalls !== undefined) notes.dropped('parallelToolCalls', reason);
}

/** Arguments as raw JSON text: absent and blank arguments mean none, an object is serialized. */
export function readArguments(value: string | JsonObject | null | undefined): string {
  if (isJsonObject(value)) return writeJson(value);
  return value === null || value === undefined || value.trim() === '' ? '{}' : value;
}

/** The start of the arguments if the model follows the schema of the substitute function. */
const opening = /^\s*\{\s*"input"\s*:\s*"/;

/** Maximum length of such a start, in characters, with any amount of white space. */
const longestOpening = 200;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

/**
 * Extracts the raw text for a custom tool from the arguments of the function that replaced it upstream, while
 * they arrive. Arguments that start with `{"input": "` are read as they arrive. All others are buffered to
 * their end: if they are an object, the property `input` or the only string property is the text; otherwise
 * the arguments themselves are.
 */
export class CustomInputReader {
  #state: 'opening' | 'inside' | 'over' = 'opening';
  #held = '';
  /** The start of an incomplete escape sequence. */
  #escape = '';
  /** The first half of a surrogate pair: alone it is no text that a client could encode as UTF-8. */
  #half = '';

  /** Returns the raw text that a chunk of the arguments adds. */
  push(fragment: string): string {
    switch (this.#state) {
      case 'over':
        return '';
      case 'inside':
        return this.#hold(this.#read(fragment));
      case 'opening':
        this.#held += fragment;
        return this.#open();
    }
  }

  /** Returns the raw text that is known only at the end of the arguments. */
  end(): string {
    return this.#state === 'opening' ? unwrapInput(this.#held) : this.#half;
  }

  #open(): string {
    const match = opening.exec(this.#held.slice(0, longestOpening));
    if (match === null) return '';
    this.#state = 'inside';
    return this.#hold(this.#read(this.#held.slice(match[0].length)));
  }

  #hold(text: string): string {
    const whole = this.#half + text;
    const isOpen = this.#state === 'inside' && /[\ud800-\udbff]$/.test(whole);
    this.#half = isOpen ? whole.slice(-1) : '';
    return isOpen ? whole.slice(0, -1) : whole;
  }

  #read(fragment: string): string {
    let text = '';
    let at = 0;
    while (at < fragment.length) {
      if (this.#escape !== '') {
        text += this.#continueEscape(fragment.charAt(at++));
        continue;
      }
      const stop = nextStop(fragment, at);
      text += fragment.slice(at, stop);
      if (fragment[stop] === '"') {
        this.#state = 'over';
        return text;
      }
      if (stop < fragment.length) this.#escape = '\\';
      at = stop + 1;
    }
    return text;
  }

  #continueEscape(character: string): string {
    this.#escape += character;
    const isHex = this.#escape.startsWith('\\u');
    if (isHex && this.#escape.length < 6) return '';
    const escape = this.#escape.slice(1);
    this.#escape = '';
    return isHex ? readHex(escape.slice(1)) : (escapes[escape] ?? escape);
  }
}

/** The offset of the next quote or backslash. */
function nextStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === '\\') return at;
  }
  return text.length;
}

function readHex(digits: string): string {
  const code = Number.parseInt(digits, 16);
  return Number.isNaN(code) ? '\ufffd' : String.fromCharCode(code);
}

/** The raw text in complete arguments; text in another form is returned unchanged. */
function unwrapInput(text: string): string {
  const value = parseJson(text);
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return text;
  if (typeof value['input'] === 'string') return value['input'];
  const [only, ...others] = Object.values(value);
  return typeof only === 'string' && others.length === 0 ? only : text;
}
