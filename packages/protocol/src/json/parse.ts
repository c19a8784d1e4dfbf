// Parses the JSON of requests, replies and events, and keeps the numbers of tools that a double would change.
import { mayHoldExactNumber, readNumber } from './exact-number.ts';
import type { JsonScan } from './scan.ts';
import type { JsonValue, JsonObject } from './value.ts';
import { skipSpace, stringEnd } from './cursor.ts';

/**
 * Parses the JSON text of a request, a reply or an event. Returns `undefined` instead of throwing, because
 * JSON itself has no `undefined`. In tool arguments, results and schemas, numbers that a double would change
 * become an `ExactNumber`.
 */
export function parseJson(text: string): JsonValue | undefined {
  return parse(text, { isTool: false, isExact: mayHoldExactNumber(text) });
}

/** The same for text that was scanned, which tells whether it may hold an exact number. */
export function parseScanned(text: string, scan: JsonScan): JsonValue | undefined {
  return parse(text, { isTool: false, isExact: scan.mayHoldExactNumber });
}

/** Like `parseJson`, for text that is itself the arguments or the result of a tool. */
export function parseToolJson(text: string): JsonValue | undefined {
  return parse(text, { isTool: true, isExact: mayHoldExactNumber(text) });
}

interface ParseOptions {
  readonly isTool: boolean;
  /** Whether the text may hold a number that a double would change. */
  readonly isExact: boolean;
}

function parse(text: string, { isTool, isExact }: ParseOptions): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isExact ? readExactly(text, isTool) : value;
  } catch {
    return undefined;
  }
}

/**
 * Fields whose content belongs to a tool and not to the format: arguments, results and schemas. Numbers below
 * them have a meaning in the client's program, so they are never changed. All other numbers belong to the
 * format, such as a limit, and programs calculate with them.
 */
const toolFields: ReadonlySet<string> = new Set([
  'input',
  'args',
  'arguments',
  'functionResponse',
  'function_response',
  'parameters',
  'input_schema',
  'schema',
  'parametersJsonSchema',
  'parameters_json_schema',
  'responseSchema',
  'response_schema',
  'responseJsonSchema',
  'response_json_schema',
  '_responseJsonSchema',
]);

/**
 * Reads text that `JSON.parse` has accepted, and keeps numbers that a double would change.
 * @param keepsAll true if the whole text belongs to a tool; else only the fields above are kept
 */
export function readExactly(text: string, keepsAll: boolean): JsonValue {
  return new ExactReader(text).read(keepsAll);
}

const comma = 0x2c;
const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Any value that is neither a string nor a container. */
const scalar = /[^\s,\]}]+/y;

class ExactReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(isKept: boolean): JsonValue {
    const code = this.#skip();
    if (code === openBrace) return this.#readObject(isKept);
    if (code === openBracket) return this.#readArray(isKept);
    if (code === quote) return this.#readString();
    return this.#readScalar(isKept);
  }

  #skip(): number {
    this.#at = skipSpace(this.#text, this.#at);
    return this.#text.charCodeAt(this.#at);
  }

  #readObject(isKept: boolean): JsonObject {
    const members: [string, JsonValue][] = [];
    this.#at++;
    while (this.#skip() !== closeBrace) {
      if (this.#text.charCodeAt(this.#at) === comma) this.#at++;
      this.#skip();
      const name = this.#readString();
      this.#skip();
      this.#at++;
      // The items of a Responses request are also named `input`, but a tool's input is an object.
      const isTool = toolFields.has(name) && this.#skip() === openBrace;
      members.push([name, this.read(isKept || isTool)]);
    }
    this.#at++;
    return Object.fromEntries(members);
  }

  #readArray(isKept: boolean): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    while (this.#skip() !== closeBracket) {
      if (this.#text.charCodeAt(this.#at) === comma) this.#at++;
      items.push(this.read(isKept));
    }
    this.#at++;
    return items;
  }

  #readString(): string {
    const start = this.#at;
    this.#at = stringEnd(this.#text, start);
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #readScalar(isKept: boolean): JsonValue {
    scalar.lastIndex = this.#at;
    const literal = scalar.exec(this.#text)?.[0] ?? '';
    this.#at += literal.length;
    if (literal === 'true' || literal === 'false') return literal === 'true';
    if (literal === 'null') return null;
    return isKept ? readNumber(literal) : Number(literal);
  }
}
