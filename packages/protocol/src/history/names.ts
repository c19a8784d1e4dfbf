const legal = /^[A-Za-z0-9_-]+$/;

/**
 * Makes tool names legal for an upstream, and finds the caller's own names again. The same name
 * always gets the same substitute, so that tools, choice, history and reply agree.
 */
export class NameMap {
  readonly #maxLength: number;
  readonly #toUpstream = new Map<string, string>();
  readonly #toCaller = new Map<string, string>();

  /** @param maxLength longest legal name in characters, at least 16 */
  constructor(maxLength = 64) {
    this.#maxLength = maxLength;
  }

  /** The name to use towards the upstream. */
  toUpstream(name: string): string {
    const known = this.#toUpstream.get(name);
    if (known !== undefined) return known;
    const substitute = this.#substitute(name);
    this.#toUpstream.set(name, substitute);
    this.#toCaller.set(substitute, name);
    return substitute;
  }

  /** The caller's own name for a name that came from the upstream. */
  toCaller(name: string): string {
    return this.#toCaller.get(name) ?? name;
  }

  #substitute(name: string): string {
    if (legal.test(name) && name.length <= this.#maxLength && !this.#toCaller.has(name))
      return name;
    const tail = '_' + hash(name);
    const head = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, this.#maxLength - tail.length);
    return head + tail;
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
