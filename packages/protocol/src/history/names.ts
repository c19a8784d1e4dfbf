// Makes tool names valid for an upstream and restores the client's own, for request and reply codecs.
import { hashText } from './hash.ts';

/** The names that a format accepts. */
export interface NameRule {
  readonly legal: RegExp;
  /** Matches each character that is not allowed in a name; global. */
  readonly illegal: RegExp;
}

/** What nearly every format accepts. */
export const plainNames: NameRule = { legal: /^[A-Za-z0-9_-]+$/, illegal: /[^A-Za-z0-9_-]/g };

/** Names that begin with no digit and no hyphen. */
export const wordNames: NameRule = { ...plainNames, legal: /^[A-Za-z_][A-Za-z0-9_-]*$/ };

/**
 * Makes tool names valid for an upstream, and maps them back to the client's own names. The same name always
 * gets the same substitute, so that tools, tool choice, history and reply agree; no two names share a
 * substitute.
 */
export class NameMap {
  readonly #maxLength: number;
  readonly #rule: NameRule;
  readonly #reserved: string | undefined;
  /** Created with the first name, because most requests have no tools. */
  #toUpstream: Map<string, string> | undefined;
  #toCaller: Map<string, string> | undefined;

  /**
   * @param maxLength maximum length of a name in characters, at least 16
   * @param reserved a name that no tool of the client gets
   */
  constructor(maxLength = 64, rule = plainNames, reserved?: string) {
    this.#maxLength = maxLength;
    this.#reserved = reserved;
    this.#rule = rule;
  }

  /** The name to send to the upstream. */
  toUpstream(name: string): string {
    const known = this.#toUpstream?.get(name);
    if (known !== undefined) return known;
    const substitute = this.#isFree(name) ? name : this.#findSubstitute(name);
    (this.#toUpstream ??= new Map()).set(name, substitute);
    (this.#toCaller ??= new Map()).set(substitute, name);
    return substitute;
  }

  /** The client's own name for a name from the upstream; unknown names are unchanged. */
  toCaller(name: string): string {
    return this.#toCaller?.get(name) ?? name;
  }

  #isFree(name: string): boolean {
    const isLegal = name.length <= this.#maxLength && this.#rule.legal.test(name);
    return isLegal && name !== this.#reserved && this.#toCaller?.has(name) !== true;
  }

  /** Two names may have the same hash, so the hash is salted until the substitute is unique. */
  #findSubstitute(name: string): string {
    const clean = name.replace(this.#rule.illegal, '_');
    // Some formats restrict the first character of a name; this one is always valid.
    const whole = clean === '' || this.#rule.legal.test(clean) ? clean : `_${clean}`;
    for (let salt = ''; ; salt += '+') {
      const tail = '_' + hash(salt + name);
      const head = whole.slice(0, this.#maxLength - tail.length);
      if (this.#toCaller?.has(head + tail) !== true) return head + tail;
    }
  }
}

/** Eight hexadecimal digits. */
function hash(text: string): string {
  return hashText(text).toString(16).padStart(8, '0');
}
