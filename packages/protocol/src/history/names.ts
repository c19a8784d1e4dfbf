/** Which names a format takes. */
export interface NameRule {
  readonly legal: RegExp;
  /** Matches each character that no name may hold; global. */
  readonly illegal: RegExp;
}

/** What nearly every format takes. */
const plainNames: NameRule = { legal: /^[A-Za-z0-9_-]+$/, illegal: /[^A-Za-z0-9_-]/g };

/**
 * Makes tool names legal for an upstream, and finds the caller's own names again. The same name
 * always gets the same substitute, so that tools, choice, history and reply agree; and no two names
 * share one.
 */
export class NameMap {
  readonly #maxLength: number;
  readonly #rule: NameRule;
  readonly #toUpstream = new Map<string, string>();
  readonly #toCaller = new Map<string, string>();

  /** @param maxLength longest legal name in characters, at least 16 */
  constructor(maxLength = 64, rule = plainNames) {
    this.#maxLength = maxLength;
    this.#rule = rule;
  }

  /** The name to use towards the upstream. */
  toUpstream(name: string): string {
    const known = this.#toUpstream.get(name);
    if (known !== undefined) return known;
    const substitute = this.#isFree(name) ? name : this.#findSubstitute(name);
    this.#toUpstream.set(name, substitute);
    this.#toCaller.set(substitute, name);
    return substitute;
  }

  /** The caller's own name for a name that came from the upstream; unknown names stay. */
  toCaller(name: string): string {
    return this.#toCaller.get(name) ?? name;
  }

  #isFree(name: string): boolean {
    return (
      name.length <= this.#maxLength && this.#rule.legal.test(name) && !this.#toCaller.has(name)
    );
  }

  /** Two names may share a hash, so the hash is salted until the substitute is free. */
  #findSubstitute(name: string): string {
    const clean = name.replace(this.#rule.illegal, '_');
    // Where names may not begin with every legal character, this one always may.
    const whole = clean === '' || this.#rule.legal.test(clean) ? clean : `_${clean}`;
    for (let salt = ''; ; salt += '+') {
      const tail = '_' + hash(salt + name);
      const head = whole.slice(0, this.#maxLength - tail.length);
      if (!this.#toCaller.has(head + tail)) return head + tail;
    }
  }
}

/** FNV-1a, 32 bits, as eight hexadecimal digits: stable on every runtime; not for secrets. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
